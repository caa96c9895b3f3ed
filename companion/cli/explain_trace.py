"""`tastkreis explain-trace`: on one time line what the sensors said, what was possible, and what was concluded and why.

For whoever has to find out why the companion said what it said.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from companion.cli import BadInput
from companion.cli.texts import worded_at
from companion.facts import Fact
from companion.inputs import Cable, CardTag, Fault, Hello, Input, Lost, OccupancyFrame, Said
from companion.reconcile.verdict import Kind
from companion.session.commands import VOICE_VERBS
from companion.session.rulings import Refused
from companion.session.session import Session
from companion.session.table import Table
from companion.speech.catalogue import LANGUAGES
from companion.speech.wording import Wording

HELP = "show what the sensors said in a trace, what was possible, and what was concluded"
AROUND_S = 10.0
MOST_OPTIONS = 6
QUIET_KINDS = frozenset({"lift", "place"})


def configure(parser: argparse.ArgumentParser) -> None:
    """Which trace, and which part of it."""
    parser.add_argument("trace", metavar="FILE", help="the trace")
    parser.add_argument("--at", type=float, metavar="SECONDS", help="only ten seconds before and after this moment")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="language of the sentences")
    parser.set_defaults(profile=None, tags=None)


def main(args: argparse.Namespace) -> int:
    """Prints the time line."""
    from companion.cli.evening import game_of_trace, letters
    from companion.cli.parts import reader_of
    from companion.cli.tables import new_session
    from companion.sensing.trace import read_trace
    from engine.registry import USUAL

    session, wording = new_session(), Wording(args.language)
    game = game_of_trace(args.trace) or session.games[USUAL]({})
    try:
        inputs = read_trace(args.trace, reader_of(args, "board", game.layout), game.cards, seats=letters(game))
        for t, line in explained(session, inputs, wording):
            if args.at is None or abs(t - args.at) <= AROUND_S:
                print(f"{t:10.3f}  {line}")
    except BrokenPipeError:
        raise  # Whoever reads has had enough: no fault of the trace.
    except OSError as error:
        raise BadInput(f"{args.trace}: {error.strerror or error}") from error
    except ValueError as error:
        raise BadInput(str(error)) from error
    return 0


def explained(session: Session, inputs: Iterator[Input], wording: Wording) -> Iterator[tuple[float, str]]:
    """Lines of the time line with their times, in order."""
    for value in inputs:
        while (due := session.next_deadline()) is not None and due <= value.t:
            yield due, "time    the picture has rested long enough"
            yield from _concluded(worded_at(session, session.tick(due), wording))
        told = _told(value)
        try:
            is_for_voice = isinstance(value, Said) and value.text.split()[0] in VOICE_VERBS
            facts = [] if is_for_voice else session.take(value)
        except Refused as error:
            yield value.t, f"{told}; refused: {error}"
            continue
        touches = " ".join(_touch(fact) for fact in facts if fact.kind in QUIET_KINDS)
        if isinstance(value, OccupancyFrame):
            told = f"board   {touches}" if touches else ""
        if told:
            yield value.t, told
        yield from _concluded(worded_at(session, facts, wording))
        if touches and session.table is not None:
            yield value.t, f"        {judged(session.table)}"


def _told(value: Input) -> str:
    match value:
        case OccupancyFrame():
            return f"board   {value.lost} sentences lost" if value.lost else ""
        case CardTag():
            return f"reader  {value.reader}: {value.card or value.tag}"
        case Said():
            return f"person  {value.text}"
        case Cable():
            return f"cable   {'in' if value.is_connected else 'out'}"
        case Fault():
            return f"fault   {value.code} at {value.index}"
        case Hello():
            return f"hello   {value.board}{', started again' if value.is_restart else ''}"
        case Lost():
            return f"noise   {value.reason}"
    return ""


def _touch(fact: Fact) -> str:
    return f"{'-' if fact.kind == 'lift' else '+'}{fact.data['cell']}"


def _concluded(facts: list[Fact]) -> Iterator[tuple[float, str]]:
    for fact in facts:
        if fact.kind not in QUIET_KINDS:
            data = {key: value for key, value in fact.data.items() if key not in ("facts", "referee", "key", "repair")}
            told = ", ".join(f"{key} {_plain(value)}" for key, value in data.items())
            yield fact.t, f"==>     {fact.kind}: {told}"


def _plain(value: object) -> str:
    if isinstance(value, list) and value and isinstance(value[0], dict) and "action" in value[0]:
        return " | ".join(f"{choice['card']} {choice['action']}" for choice in value)
    return str(value)


def judged(table: Table) -> str:
    """What the picture is, in one line: its kind, the actions that it can be, and what the stories still allow."""
    attempt = table.attempt
    verdict, fit, known = attempt.verdict, attempt.fit, attempt.stories
    stories = "stories broken" if known.is_broken else f"{len(known.costs)} stories, {known.loose} loose"
    possible = f"{table.card or 'no card'}: {len(fit.options)} legal"
    if verdict.options:
        shown = [option.action for option in verdict.options]
        hold_s = table.pace.hold_s(table.state.seat)
        hold = f", hold {hold_s:.2f} s" if verdict.kind is Kind.COMPLETE else ", what follows tells"
        more = " ..." if len(shown) > MOST_OPTIONS else ""
        return f"end of {' | '.join(shown[:MOST_OPTIONS])}{more} ({possible}; {stories}{hold})"
    if verdict.kind is Kind.IDLE:
        return f"as before ({possible}; {stories})"
    return f"{'on its way' if fit.is_on_its_way(known) else 'no legal action'} ({possible}; {stories})"
