"""`tastkreis replay FILE`: a record played again, line by line, until it ends or breaks a rule."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from calibration.reading import TooLarge, read_text
from companion.cli import BadInput
from companion.cli.rules import add_rule_options, rules_from
from companion.speech.catalogue import LANGUAGES
from engine.contract import Explanation
from engine.errors import InvalidNotation

HELP = "plays a game record again and names the first play that breaks a rule"


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a game record")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="language of the explanation")
    add_rule_options(parser)


def main(args: argparse.Namespace) -> int:
    """Prints one line a play and a last one. Raises: BadInput."""
    from engine.tac.record import parse_record

    try:
        header, events = parse_record(read_text(args.file))
        header = replace(header, rules=rules_from(args, header.rules).changes())
        status = 0
        for line in lines(header, events, lambda explanation: wording(explanation, args.language)):
            print(json.dumps(line, ensure_ascii=False))
            status = 1 if "violation" in line else status
    except BrokenPipeError:
        raise  # Whoever reads has had enough.
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{args.file.name}: {getattr(error, 'strerror', None) or 'no UTF-8 text'}") from error
    except (InvalidNotation, TooLarge) as error:
        raise BadInput(f"{args.file.name}: {error}") from error
    return status


def lines(header: Any, events: Iterable[Any], words: Callable[[Explanation], str]) -> Iterator[dict[str, Any]]:
    """What the command prints, one object a line. Raises: InvalidNotation."""
    from engine.tac.replay import Violated, replay, started

    state = started(header)
    for step in replay(header, events):
        if isinstance(step, Violated):
            yield {"ply": step.ply, "violation": step.explanation.rule, "text": words(step.explanation)}
            return
        state = step.state
        yield {"ply": step.ply, "position": state.position, "legal": step.legal}
    winner = None if state.winner is None or state.is_win_pending else list(state.winner)
    yield {"winner": winner, "plies": state.ply}


def wording(explanation: Explanation, language: str) -> str:
    """The sentence of a referee."""
    from companion.speech.wording import Wording

    return Wording(language).explanation(explanation)
