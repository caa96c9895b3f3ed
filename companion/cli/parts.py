"""The parts of a table, built from the options of `run`: session, wording, reader, log and files.

What cannot be built is a `BadInput` that names the option.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from companion.cli import BadInput
from companion.cli.information import info
from companion.cli.publish import EventsFile
from companion.cli.recalled import CARDS, REFEREES, SEAT_READERS, Known
from companion.cli.rules import known_rules, rules_from
from companion.cli.tables import all_cards, all_choices, all_seats, colours_on, known_settings, new_session
from companion.facts import Fact
from companion.reconcile.pace import Pace
from companion.sensing.said import PACES, USUAL_SEATS
from companion.session.resume import resume
from companion.session.session import Session
from companion.speech.catalogue import LANGUAGES
from companion.speech.wording import Wording
from engine.contract import Layout
from engine.errors import InvalidNotation
from engine.house_rules import changes, read
from engine.registry import house_rules_of

if TYPE_CHECKING:
    from companion.cli.notices import Notices
    from companion.cli.recording import Recording
    from companion.sensing.reader import SentenceReader

LONGEST_NAME = 24


def names_of(text: str | None) -> dict[str, str]:
    """The names in `A=Anna,B=Ben`, by seat. Raises: BadInput."""
    names: dict[str, str] = {}
    for pair in text.split(",") if text else ():
        seat, equals, name = (part.strip() for part in pair.partition("="))
        if not equals or seat not in all_seats():
            raise BadInput(f"--names {pair.strip()!r}: write SEAT=NAME, such as A=Anna,B=Ben")
        if not name or not name.isprintable() or len(name) > LONGEST_NAME:
            raise BadInput(f"--names {pair.strip()!r}: a name has 1 to {LONGEST_NAME} letters")
        if seat in names or name in names.values():
            raise BadInput(f"--names {pair.strip()!r}: every seat has one name, and no two have the same")
        names[seat] = name
    return names


def are_names(text: str) -> bool:
    """Whether a text tells names of seats."""
    try:
        return bool(names_of(text))
    except BadInput:
        return False


RECALLED: Known = {
    "names": are_names, "referee": REFEREES.__contains__, "pace": PACES.__contains__, "cards": CARDS.__contains__,
    "language": LANGUAGES.__contains__, "seat_readers": SEAT_READERS.__contains__,
}  # fmt: skip
"""Options that are kept in the log. Those of board, voice and page, and what phones may do, are given at each start."""


def wording_of(args: argparse.Namespace, layout: Layout, logged: Sequence[Fact] = ()) -> Wording:
    """The sentences in the language of the table (in a game that goes on, the last one chosen), with the names of its
    players. Raises: BadInput."""
    chosen = [str(fact.data["language"]) for fact in logged if fact.kind == "language"]
    language = chosen[-1] if chosen and chosen[-1] in LANGUAGES else args.language
    return Wording(language, names_of(args.names), colours_on(layout.name))


def settings_of(args: argparse.Namespace) -> dict[str, str]:
    """The settings of the game that the options describe; what they leave open is as usual. Raises: BadInput."""
    known = known_settings(args.game)
    asked = {name: getattr(args, name) for name in all_choices()}
    for name, value in asked.items():
        if value is not None and name not in known.choices:
            raise BadInput(f"--{name} {value}: {args.game} has only one")
        if value is not None and value not in known.choices[name]:
            raise BadInput(f"--{name} {value}: known are {', '.join(known.choices[name])}")
    settings = {name: asked.get(name) or usual for name, usual in known.usual().items()}
    if known.can_first_be_chosen:
        seats = known.seats_of(settings)
        if args.first and seats and args.first not in seats:
            raise BadInput(f"--first {args.first}: the seats of this game are {', '.join(seats)}")
        settings["first"] = args.first or next(iter(seats), "A")
    elif args.first:
        raise BadInput(f"--first {args.first}: in {args.game} nobody chooses who begins")
    return {**settings, "position": args.position} if args.position else settings


def reader_of(args: argparse.Namespace, source: str, layout: Layout) -> SentenceReader:
    """The reader of a board's sentences, with the calibration that the options name. Raises: BadInput."""
    from calibration.profile import Profile, load_deck, load_profile
    from companion.cli.boards import bad_file
    from companion.sensing.reader import SentenceReader

    profile: Profile | None = None
    try:
        if args.profile:
            profile = load_profile(args.profile, layout)
        tags = {**(profile.tags if profile else {}), **(load_deck(args.tags) if args.tags else {})}
    except OSError as error:
        raise BadInput(f"{error.filename}: {error.strerror}") from error
    except ValueError as error:
        raise bad_file(error) from error
    _check_cards(args.tags or args.profile, tags)
    return SentenceReader(
        layout,
        tags,
        channels=profile.channels or None if profile else None,
        without=profile.without_mask if profile else 0,
        source=source,
    )


def _check_cards(path: str, tags: Mapping[str, str]) -> None:
    """Raises: BadInput for a tag of a card that no game has: laid at the table it would be none."""
    strange = set(tags.values()) - all_cards() if tags else set()
    for tag, card in tags.items():
        if card in strange:
            raise BadInput(f"{path}: {tag}: there is no card {card!r} in any game", "file_wrong", tag)


def check_files(args: argparse.Namespace) -> None:
    """No file is written twice, and a folder is one, and takes files. Raises: BadInput."""
    wanted = {"--log": args.log, "--events": args.events, "--record-trace": args.record_trace}
    known: dict[str, str] = {}
    for option, path in wanted.items():
        if path and path != "-":
            real = os.path.realpath(path)
            if real in known:
                raise BadInput(f"{option} {path}: that is the file of {known[real]} too")
            known[real] = option
    if args.speech_wav and os.path.lexists(args.speech_wav) and not os.path.isdir(args.speech_wav):
        raise BadInput(f"--speech-wav {args.speech_wav}: that is no folder")
    if args.speech_wav:
        _check_room(args.speech_wav)


def _check_room(folder: str) -> None:
    """A folder into which nothing can be written is told at the start, not left empty. Raises: BadInput."""
    try:
        os.makedirs(folder, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise BadInput(f"--speech-wav {folder}: {error.strerror}") from error


def opened_events(path: str | None, notices: Notices, is_live: bool = False) -> EventsFile | None:
    """The file for the events, None if none is wanted. Raises: BadInput."""
    if path is None:
        return None
    try:
        return EventsFile(path, notices.of_file("--events"), is_live)
    except OSError as error:
        raise BadInput(f"--events {path}: {error.strerror}") from error


def opened_recording(path: str | None, notices: Notices) -> Recording | None:
    """The recording of a trace, None if none is wanted. A file that holds something is left as it is: the recording
    goes beside it, under a name that is told. Raises: BadInput.
    """
    if path is None:
        return None
    from companion.cli.recording import Recording

    try:
        recording = Recording(path, notices.of_file("--record-trace"))
        if recording.path != path:
            info(f"tastkreis: --record-trace: {path} holds an earlier evening; this one goes into {recording.path}")
        return recording
    except OSError as error:
        raise BadInput(f"--record-trace {path}: {error.strerror or error}") from error


def rules_of(args: argparse.Namespace, logged: Sequence[Fact]) -> dict[str, str]:
    """The house rules: those under which the logged game was begun, else those of the options. Raises: BadInput."""
    chosen = rules_from(args)
    if (args.rule or args.rules) and not house_rules_of(args.game):
        raise BadInput(f"{'--rule' if args.rule else '--rules'}: {args.game} has no house rules")
    told = logged[0].data.get("rules") or {} if logged else chosen
    if not told:
        return {}
    try:
        return changes(known_rules(), read(known_rules(), told))
    except InvalidNotation as error:
        raise BadInput(f"--log {args.log}: {error}") from error


def session_of(args: argparse.Namespace, logged: Sequence[Fact]) -> Session:
    """The session that the options describe, without a game. Raises: BadInput."""
    pace = Pace()
    seats = dict.fromkeys(seat for each in known_settings(args.game).seats.values() for seat in each)
    others = [seat for seat in seats if seat not in USUAL_SEATS]
    for seat in (*USUAL_SEATS, *others) if args.pace != "auto" else ():
        pace = pace.set(seat, args.pace)
    return new_session(rules_of(args, logged), args.referee, pace, args.cards)


def resume_logged(session: Session, args: argparse.Namespace, logged: Sequence[Fact]) -> bool:
    """Goes on with the logged game, if there is one that is not over. Raises: BadInput."""
    try:
        return resume(session, logged)
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise BadInput(f"--log {args.log}: {error}") from error


def begin_or_resume(session: Session, args: argparse.Namespace, logged: Sequence[Fact]) -> tuple[list[Fact], bool]:
    """Starts the game, or goes on with the logged one; the facts of it, and whether it went on. Raises: BadInput."""
    if resume_logged(session, args, logged):
        return session.tick(0.0), True
    try:
        session.begin(args.game, settings_of(args))
    except ValueError as error:
        option = getattr(error, "what", "")
        raise BadInput(f"--{option}: {error}" if option in vars(args) else str(error)) from error
    return session.tick(0.0), False
