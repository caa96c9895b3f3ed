"""The voice of a table: which one the options ask for, what it hears, and what people say to it alone."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Protocol, TypeGuard

from companion.cli.bad_input import BadInput
from companion.cli.health import battery_percent, local_time
from companion.cli.information import info
from companion.cli.keys import LEARN, PLAY, Keys
from companion.cli.speech_options import devices, kept_fact
from companion.facts import Fact, Listener, standing_data
from companion.inputs import Button, Fault, Hello, Input, Said
from companion.sensing.reader import FOREIGN, FOREIGN_LAYOUT
from companion.session import asking
from companion.session.commands import VOICE_VERBS
from companion.session.news import places
from companion.session.session import Session
from companion.speech.announce import ASIDES
from companion.speech.settings import VOICE_OF, Settings
from companion.speech.utterance import Earcon, Priority
from companion.speech.voices import Voice, WrappedVoice
from companion.speech.wording import Wording
from engine.contract import TableGame

REFEREED = frozenset({"violation", "disturbed", "corrected"})
NOTED = frozenset({"setup", "board", "card", "turn"})
"""What a voice that leaves it to a tutor still has to know."""
REACH, CAN = ["ask", "reach"], ["ask", "can"]
STATUS = ["ask", "status"]
LISTED = frozenset({"pyttsx3", "piper"})
"""Voices that know for sure which names they have."""
BUTTONS = frozenset({"again", "stop"})
KEY_VERBS = frozenset({"key", "keys"})
NEWS = frozenset({
    "lift", "card", "move", "question", "violation", "disturbed", "corrected", "takeback", "revised", "turn", "won",
})  # fmt: skip
"""What cuts a sentence that nobody needs."""
KEPT_VERBS = frozenset({"language", "speech"})
"""What changes how the table speaks: told once it is kept."""


class Desk(Protocol):
    """What a table asks of its speech desk, live or timed."""

    @property
    def wording(self) -> Wording: ...
    @property
    def settings(self) -> Settings: ...
    def hear(self, fact: Fact, number: int = 0) -> None: ...
    def note(self, fact: Fact) -> None: ...
    def obey(self, text: str, t: float) -> None: ...
    def change(self, text: str) -> None: ...
    def confirm(self, text: str, t: float) -> None: ...
    def tell_status(self, t: float, clock: str, battery: int | None) -> None: ...
    def hush(self, t: float) -> None: ...
    def say(
        self, text: str, t: float, *, kind: str = ..., priority: Priority | None = ..., is_asked: bool = ...,
        ended_by: frozenset[str] = ..., is_anew: bool = ...,
    ) -> None: ...
    def whisper(self, seat: str, text: str, t: float) -> bool: ...


class Echo(WrappedVoice):
    """A voice whose words are written down as well."""

    def __init__(self, voice: Voice, write: Callable[[str], object]) -> None:
        super().__init__(voice)
        self._write = write

    def start(self, text: str, language: str, earcon: Earcon | None = None) -> float:
        """Writes the text, then starts the voice."""
        if text:
            self._write(text)
        return super().start(text, language, earcon)


def voice_of(
    args: argparse.Namespace, settings: Settings, is_timed: bool, on_trouble: Callable[[], object] = lambda: None,
    is_printed: bool = True,
) -> Voice:
    """The voice that the options ask for; without sound the one that prints, if anything is to be printed. A trace is
    timed, not played."""
    from companion.speech.choice import open_voice

    def write(text: str) -> None:
        if is_printed:
            info(f"« {text} »")

    def notify(text: str) -> None:
        on_trouble()
        if is_printed:
            info(f"tastkreis: {text}")

    if not is_timed or args.speech == "none":
        return open_voice(args.speech, write, notify, settings.voice)
    timed = open_voice("timed", write, notify, settings.voice)
    return Echo(timed, write) if args.speech == "print" else timed


def with_known_voices(args: argparse.Namespace, settings: Settings, voice: Voice) -> Settings:
    """The settings with voices that there are: one that was kept and is not there any more gives way to the usual one,
    so that the table is not mute. Raises: BadInput for one that the command line names."""
    if args.speech not in LISTED:
        return settings
    told = {text.rpartition("=")[2] for text in args.speech_voice}
    for language, name in settings.voice.voices.items():
        if name == VOICE_OF[language] or voice.has_voice(name):
            continue
        if name in told:
            raise BadInput(f"--speech-voice {name!r}: there is no such voice here", "voice_none")
        info(f"tastkreis: there is no voice {name!r} here, the usual one speaks")
        settings = settings.changed("voice", VOICE_OF[language], language)
    return settings


def ears_of(args: argparse.Namespace, settings: Settings) -> dict[str, Voice]:
    """The voices in the ears of the seats that have a sound device of their own. Raises: BadInput."""
    from companion.speech.choice import ear

    _, ears = devices(args)
    return {seat: ear(device, settings.voice, lambda text: info(f"tastkreis: {text}")) for seat, device in ears.items()}


def hearing(
    desk: Desk, session: Session, is_heard: Callable[[Fact], bool] | None = None, noted: frozenset[str] = frozenset()
) -> Listener:
    """What the voice hears: everything, but with a silent referee nothing of what is wrong; or what `is_heard` says.
    Facts of the kinds `noted` it takes in even so, without a word."""

    def heard(fact: Fact, number: int) -> None:
        if is_heard(fact) if is_heard else session.mode != "silent" or fact.kind not in REFEREED:
            desk.hear(fact, number)
        elif fact.kind in noted:
            desk.note(fact)

    return heard


def obeyed(desk: Desk, session: Session, value: Input, keys: Keys) -> bool:
    """Whether an input was for the voice alone, or about the keys; then it is done. Every other button silences it for
    a moment. What changes a setting is changed, and said by `confirmed`, once it is kept.

    Raises: ValueError for what the voice does not know.
    """
    if isinstance(value, Button) and keys.is_learning:
        if value.is_down:
            desk.say(desk.wording.key(value.name, keys.order(value.name)), value.t, kind="key", is_asked=True)
        return True
    if isinstance(value, Said) and value.text.split()[0] in KEY_VERBS:
        told = keys.obey(value.text)
        text = desk.wording.say(f"keys_{told}") if told in (LEARN, PLAY) else desk.wording.key(told, keys.order(told))
        desk.say(text, value.t, kind="key", is_asked=True)
        return True
    if isinstance(value, Button):
        if value.name in BUTTONS:
            if value.is_down:
                desk.obey(value.name, value.t)
            return True
        if not keys.order(value.name):
            _tell_free(desk, value)
            return True
        if value.is_down:
            desk.hush(value.t)
    elif _changes(value):
        desk.change(value.text)
        return True
    elif isinstance(value, Said) and value.text.split()[0] in VOICE_VERBS:
        if value.text.split() == STATUS:
            desk.tell_status(value.t, local_time(), battery_percent())
        elif not _told_reach(desk, session, value):
            desk.obey(value.text, value.t)
        return True
    return False


def _tell_free(desk: Desk, value: Button) -> None:
    """A button that has no use says so, once a press, where nothing else is to be said."""
    if value.is_down:
        desk.say(desk.wording.key(value.name, ""), value.t, kind="key", priority=Priority.NORMAL, ended_by=NEWS,
                 is_anew=True)  # fmt: skip


def kept(desk: Desk, value: Input) -> list[Fact]:
    """What the log keeps of a setting that was just changed; nothing of anything else."""
    if not _changes(value):
        return []
    if value.text.split()[0] == "language":
        return [Fact("language", value.t, {"language": desk.wording.language})]
    return [kept_fact(desk.settings, value.t)]


def confirmed(desk: Desk, value: Input) -> None:
    """Says what a setting is now that was just changed; nothing of anything else."""
    if _changes(value):
        desk.confirm(value.text, value.t)


def _changes(value: Input) -> TypeGuard[Said]:
    return isinstance(value, Said) and value.text.split()[0] in KEPT_VERBS


def answered(desk: Desk, game: TableGame | None, said: Said) -> bool:
    """Whether a question is for the voice alone; then it has been answered, however long the table thinks about the
    board. Only for desks that are safe for threads."""
    words = said.text.split()
    if words[:1] != STATUS[:1] or len(words) < len(STATUS) or not said.text.isprintable():
        return False
    if words[:2] == CAN or (words[:2] == REACH and game is not None and asking.can_tell_reach(game)):
        return False  # the table alone knows it
    if words == STATUS:
        desk.tell_status(said.t, local_time(), battery_percent())
    else:
        desk.obey(said.text, said.t)
    return True


def unanswered(desk: Desk, value: Input, facts: Sequence[Fact]) -> None:
    """Who answers and meets no question hears what is asked, or that nothing is. A page may be late with the name of an
    answer; who says a number does not know what it stands for."""
    is_asker = False
    if isinstance(value, Button):
        is_asker = value.is_down and value.name.isdecimal()
    elif isinstance(value, Said):
        verb, _, answer = value.text.partition(" ")
        is_asker = verb == "answer" and (value.by != "phone" or answer.isdecimal())
    if is_asker and all(fact.kind != "answer" for fact in facts):
        desk.obey("ask question", value.t)


def _told_reach(desk: Desk, session: Session, value: Said) -> bool:
    """Answers `ask reach CELL` where the game can tell it (without a cell: how to ask); False for other questions."""
    words = value.text.split()
    game = session.game
    if words[:2] != REACH or game is None or not asking.can_tell_reach(game):
        return False
    cell = words[2].lower() if len(words) == len(REACH) + 1 else ""
    if cell and cell not in game.layout.holes:
        text = desk.wording.no_hole()
    else:
        text = desk.wording.reach(cell, asking.reach(game, session.state, cell) if cell else None)
    desk.say(text, value.t, kind="answer", is_asked=True)
    return True


def _foreign(session: Session, value: Input | None) -> tuple[str, str]:
    """The notice of a board that named itself and is of another kind, and what it named; empty for the right one."""
    if isinstance(value, Fault) and value.code in FOREIGN:
        return f"board_{value.code}", value.what
    if isinstance(value, Hello) and session.game is not None and value.layout != session.game.layout.name:
        return f"board_{FOREIGN_LAYOUT}", value.layout
    return "", ""


def _as_begun(session: Session, t: float) -> Fact:
    """The game as the voice has to know it: its places, and, until the board shows it, what has to be set up."""
    table = session.table
    assert table is not None
    standing = {} if table.is_set_up else {"standing": standing_data(table.game.standing(table.state))}
    return Fact("game", t, {**places(table.game.layout), **standing})


def tell_asides(desk: Desk, session: Session, facts: Sequence[Fact], value: Input | None = None) -> None:
    """Says what is no event: a fault that came in, what the board cannot see, what is left of a card, the ways out; and
    tells the voice which board is played on."""
    notice, name = _foreign(session, value)
    if notice:
        desk.say(desk.wording.notice(notice, name=name), session.now)
    for fact in facts:
        if fact.kind == "stuck" and isinstance(value, Fault) and value.index is not None and session.game:
            desk.say(desk.wording.fault(value.code, session.game.layout.cell(value.index)), fact.t)
            return
    for fact in facts:
        if fact.kind == "game" or (fact.kind == "ruling" and fact.data["ruling"] in ("set", "board")):
            desk.hear(_as_begun(session, fact.t))
        elif fact.kind == "unseen":
            desk.say(desk.wording.mask(fact.data["cells"]), fact.t)
        elif fact.kind in ("part", "gone-on", "again") or (fact.kind == "ways-out" and session.mode != "silent"):
            kind = "question" if fact.kind == "again" else fact.kind
            desk.say(desk.wording.aside(fact), fact.t, kind=kind, ended_by=ASIDES[fact.kind])
