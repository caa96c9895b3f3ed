"""The speech desk: hears facts, decides what is said, and has a voice say it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from companion.facts import Fact
from companion.speech.along import Along
from companion.speech.announce import announce
from companion.speech.compose import compose
from companion.speech.errors import BadSetting, UnknownQuery
from companion.speech.lane import Lane
from companion.speech.memory import Memory
from companion.speech.queue import SpeechQueue, Spoken, Stage
from companion.speech.settings import Settings, Switch, language_of, setting_name
from companion.speech.utterance import Earcon, Priority, Utterance
from companion.speech.voices import Voice, estimate_s
from companion.speech.wording import Wording
from engine.contract import Cell, Seat

REST_S, RESTED = 1.0, frozenset({"lift", "move", "card", "takeback", "violation", "question"})
"""Where a piece rests for longer than any action needs to count as whole, the number of its holes is told."""
PUT_S, PUT_ON = 0.6, frozenset({"lift", "place", "setup", "corrected", "disturbed", "move"})
"""Who sets up a board and waits so long wants to hear what belongs where next; quick hands are left alone."""
ARRIVED_S = 0.15
"""What a board that has just come shows as changed for so long was changed while nobody saw it: no hand hears of it."""
FELT_S = 2.5
"""Who feels a piece puts it back so soon."""
STRAIGHT_S = 8.0
"""Who lifts the piece just played so soon sets it straight, or takes one from under it, and asks nothing."""
START_S = 0.3
"""Left free from the end of one sentence to the next: the start of its player, slow machines, and a breath."""
TOUCHES = ("lift",)
"""Facts that mean a hand is on the board: speech gives way to it."""


class SpeechDesk:
    """Facts in, speech out.

    1. `hear` turns a fact into utterances (`Wording`), drops what it makes untrue and offers the new ones to the lane
       of the loudspeaker, which has the voice say them and tells each step as a `speech` fact through `emit`.
    2. `tick` lets time pass in all lanes.
    3. `ask`, `again`, `cut` and `set` are what people do; `obey` reads them from text.
    4. What is for one seat goes to its ear, if it has one (`ears`: a voice a seat); else its text goes out as a
       `speech` fact, for the seat's own phone. It never reaches the loudspeaker.

    Not safe for threads: `live.LiveDesk` gives it a thread of its own. Nothing here reads a clock.
    """

    def __init__(self, wording: Wording, voice: Voice, emit: Callable[[Fact], None], *,
                 queue: SpeechQueue | None = None, settings: Settings | None = None,
                 ears: Mapping[Seat, Voice] | None = None) -> None:  # fmt: skip
        self.wording = wording
        self.memory = Memory()
        self.settings = settings or Settings()
        self._emit = emit
        self._along = Along()
        self._felt: tuple[str, float] | None = None
        """The one piece that is in a hand, and since when."""
        self._arrived_at: float | None = None
        """When the board came, at first or again."""
        self._played: tuple[frozenset[Cell], float] = (frozenset(), 0.0)
        """Where the pieces of the last play went, and when."""
        self._loud = Lane(voice, emit, queue)
        self._loud.queue.compose_with(self._composed)
        self._ears = {seat: self._ear(ear) for seat, ear in (ears or {}).items()}
        for lane in self._lanes:
            lane.tune(self.settings)

    def _ear(self, voice: Voice) -> Lane:
        """What is heard in an ear is told by no event: that there was something is all that anybody else learns."""
        return Lane(voice, lambda fact: self._emit(replace(fact, data={**fact.data, "text": ""})))

    @property
    def _lanes(self) -> tuple[Lane, ...]:
        return (self._loud, *self._ears.values())

    @property
    def is_speaking(self) -> bool:
        """Whether something is being said now, over the loudspeaker or in an ear."""
        return any(lane.is_speaking for lane in self._lanes)

    def hear(self, fact: Fact, number: int = 0) -> None:
        """A listener of facts: says what is to be said of it."""
        if fact.kind == "speech":
            return
        self.tick(fact.t)
        utterances = announce(self.wording, fact, self.memory, self.settings)
        before, since = self.memory, undone_since(fact, self.memory)
        self.memory = before.after(fact)
        lane = self._loud
        if fact.kind in TOUCHES and self._is_hand(fact):
            lane.carry_out(lane.queue.hush(fact.t))
        lane.carry_out(lane.queue.expire(fact.kind, fact.t, since))
        for utterance in utterances:
            self._offer(utterance, fact.t)
        lane.carry_out(lane.queue.tick(fact.t))
        if fact.kind == "board":
            self._arrived_at = fact.t if fact.data["connected"] else None
        if self._is_hand(fact) and not self._has_set_up(fact, before):
            self._feel(fact)
            self._count_along(fact)

    def _is_hand(self, fact: Fact) -> bool:
        """Whether a touch is one of hands, not what a board shows that has just come; true of all other facts."""
        is_touch = fact.kind in ("lift", "place") and self._arrived_at is not None
        return not is_touch or fact.t - (self._arrived_at or 0.0) > ARRIVED_S

    def _has_set_up(self, fact: Fact, before: Memory) -> bool:
        """Whether a hand has just set up something. A piece put where it belongs clicks, and so does one taken from
        where none belongs; any other knocks. Where hands take their time it is told what comes next."""
        if fact.kind not in ("lift", "place") or not self.memory.is_being_set_up:
            return False
        is_right, cell = True, fact.data["cell"]
        if fact.kind == "place":
            is_right, text = self.wording.set_up(cell, self.memory)
        elif not (text := self.wording.taken(cell, before, self.memory)):
            return False
        self._loud.carry_out(self._loud.queue.expire("place", fact.t))  # what was told to be wrong is so no more
        self._felt, self._along = None, Along()
        self._loud.click(Earcon.STEP if is_right else Earcon.WRONG, self.wording.language)
        self._offer(Utterance(text, self.wording.language, "put", Priority.NEXT, ended_by=PUT_ON, delay_s=PUT_S,
                              is_anew=True), fact.t)  # fmt: skip
        return True

    def _count_along(self, fact: Fact) -> None:
        """A click for each hole that a piece goes, and the number where it rests."""
        self._along = self._along.after(fact, self.memory.cells)
        if self._along.is_one_on and self.settings.count is Switch.ON:
            self._loud.click(Earcon.STEP, self.wording.language)
            steps = abs(self._along.steps)
            if steps and self._along.is_counted:
                text = self.wording.say("counted", n=steps)
                self._offer(Utterance(text, self.wording.language, "count", ended_by=RESTED, delay_s=REST_S,
                                      is_anew=True), fact.t)  # fmt: skip

    def _feel(self, fact: Fact) -> None:
        """A piece that is lifted for a moment and put back, outside an action, tells whose it is."""
        if fact.kind == "lift":
            self._felt = (fact.data["cell"], fact.t) if self._felt is None else None
        elif fact.kind == "place" and self._felt is not None:
            (cell, since), self._felt = self._felt, None
            is_back = cell == fact.data["cell"] and fact.t - since <= FELT_S
            if is_back and self.memory.card is None and self.settings.touch is Switch.ON:
                self._tell_felt(cell, fact.t)
        elif fact.kind in ("move", "card"):
            self._felt = None
            if fact.kind == "move":
                self._played = (frozenset(_ends(self.memory)) or self._played[0], fact.t)

    def _tell_felt(self, cell: Cell, t: float) -> None:
        """Whose piece it is, unless news waits; who stirs in a yard is no asker, and hears it once the hand rests."""
        cells, played = self._played
        if self._loud.is_speaking or self._loud.queue.waiting or (cell in cells and t - played <= STRAIGHT_S):
            return
        is_asked = cell not in self.memory.yards
        self.say(self.wording.touched(cell, self.memory), t, kind="touch", is_asked=is_asked,
                 priority=Priority.NOW if is_asked else Priority.NORMAL, ended_by=frozenset({"lift"}))  # fmt: skip

    def sound(self, earcon: Earcon) -> None:
        """A sound of its own, unless something is said."""
        self._loud.click(earcon, self.wording.language)

    def remember(self, facts: Iterable[Fact]) -> None:
        """Takes in the facts of the session before, without a word; the next `setup` says where the game stands."""
        for fact in facts:
            self.memory = self.memory.after(fact)
        self.memory = self.memory.resumed()

    def note(self, fact: Fact) -> None:
        """Takes in a fact that somebody else tells: not a word of it is said."""
        self.tick(fact.t)
        self._loud.carry_out(self._loud.queue.expire(fact.kind, fact.t, undone_since(fact, self.memory)))
        self.memory = self.memory.after(fact)

    def ask(self, query: str, t: float, private: Seat | None = None) -> str:
        """Answers a query of `describe`, aloud or for one seat's phone; returns the answer too."""
        text = self.wording.answer(query, self.memory)
        self.say(text, t, kind="answer", private=private, is_asked=True)
        return text

    def tell_status(self, t: float, clock: str, battery: int | None, private: Seat | None = None) -> None:
        """Says how board, voice, battery and clock are."""
        text = self.wording.status(self.memory, self.settings, clock, battery)
        self.say(text, t, kind="answer", private=private, is_asked=True)

    def say(self, text: str, t: float, *, kind: str = "notice", priority: Priority | None = None,
            private: Seat | None = None, is_asked: bool = False, earcon: Earcon | None = None,
            ended_by: frozenset[str] = frozenset(), is_anew: bool = False) -> None:  # fmt: skip
        """Says a text that is no fact of the game: a sensor's fault, a step of the calibration, an answer."""
        if not text.strip():
            return
        urgency = priority or (Priority.NOW if is_asked else Priority.NEXT)
        self._offer(Utterance(text, self.wording.language, kind, urgency, private, earcon, ended_by,
                              is_asked=is_asked, is_anew=is_anew), t)  # fmt: skip

    def has_ear(self, seat: Seat) -> bool:
        """Whether this seat hears something alone."""
        return seat in self._ears

    def whisper(self, seat: Seat, text: str, t: float) -> bool:
        """Says something in a seat's ear; where it has none, nobody hears of it at all: False."""
        if seat in self._ears:
            self.say(text, t, kind="hand", private=seat, is_asked=True)
        return seat in self._ears

    def again(self, t: float) -> None:
        """Repeats what was said last."""
        self.tick(t)
        steps = self._loud.queue.again(t)
        if not steps and not self._loud.is_speaking:
            self.say(self.wording.say("again_nothing"), t, is_asked=True)
        self._loud.carry_out(steps)

    def hush(self, t: float) -> None:
        """Silence for a moment, as when a piece is lifted: some button of the board was pressed."""
        self.tick(t)
        for lane in self._lanes:
            lane.carry_out(lane.queue.hush(t))

    def cut(self, t: float) -> None:
        """Silences the loudspeaker and the ears: a touch, a key."""
        self.tick(t)
        for lane in self._lanes:
            lane.carry_out(lane.queue.cut(t))

    def obey(self, text: str, t: float, private: Seat | None = None) -> None:
        """Carries out what a person says to the voice: `again`, `stop`, `ask QUERY`, `language LANGUAGE`,
        `speech SETTING`.

        Raises: UnknownQuery, UnknownLanguage, BadSetting.
        """
        verb, _, rest = text.strip().partition(" ")
        if verb == "again" and not rest:
            self.again(t)
        elif verb == "stop" and not rest:
            self.cut(t)
        elif verb == "ask" and rest:
            self.ask(rest, t, private)
        else:
            self.change(text)
            self.confirm(text, t)

    def set_language(self, language: str) -> None:
        """Everything from now on is said in this language. Raises: UnknownLanguage."""
        self.wording = self.wording.in_language(language)

    def change(self, text: str) -> None:
        """Carries out `language LANGUAGE` or `speech SETTING`, without a word. Raises: as `obey`."""
        verb, rest = setting_words(text)
        if verb == "language":
            self.set_language(rest)
        else:
            self.set(chosen(self.settings, rest, self.wording.language, self.has_voice)[0])

    def confirm(self, text: str, t: float) -> None:
        """Says what has become of a setting that was just changed so, once it is kept."""
        verb, rest = setting_words(text)
        if verb == "language":
            told = self.wording.say("language")
        else:
            name = setting_name(rest)
            told = self.wording.setting(name, self.settings, language_of(rest))
        self.say(told, t, is_asked=True)

    def set(self, settings: Settings) -> None:
        """Speaks so from the next text on."""
        self.settings = settings
        for lane in self._lanes:
            lane.tune(settings)

    def has_voice(self, name: str) -> bool:
        """Whether it could speak with the voice of this name."""
        return self._loud.has_voice(name)

    def look(self, t: float) -> None:
        """Says when sound has gone or come back while nothing was said."""
        for seat, lane in ((None, self._loud), *self._ears.items()):
            if news := lane.look():
                key = news if seat is None else news.replace("sound", "ear")
                text = self.wording.notice(key, seat=seat)
                self._offer(Utterance(text, self.wording.language, key, Priority.NEXT), t)

    def next_deadline(self) -> float | None:
        """When `tick` should come next although nothing happens; None while only the voice knows, or nothing waits."""
        return min((due for lane in self._lanes if (due := lane.next_deadline()) is not None), default=None)

    def tick(self, t: float) -> None:
        """Time has come to `t`: ends what is through, starts what is next."""
        for lane in self._lanes:
            lane.tick(t)

    def close(self) -> None:
        """Ends the voices."""
        for lane in self._lanes:
            lane.close()

    def _composed(self, news: Sequence[Utterance], budget_s: float) -> Utterance:
        """All this news in one utterance, as brief as the table is quick."""
        language = self.wording.language
        rate = self.settings.voice.rate(language)
        return compose(self.wording.phrase, news, budget_s, lambda text: START_S + estimate_s(text, rate, language))

    def _offer(self, utterance: Utterance, t: float) -> None:
        if utterance.private in self._ears:
            self._ears[utterance.private].offer(utterance, t)
        elif utterance.private is not None:
            self._emit(Spoken(utterance, Stage.STARTED, t).fact())
        else:
            self._loud.offer(utterance, t)


def _ends(memory: Memory) -> list[Cell]:
    """Where the pieces of the last play went."""
    return [one.target for one in memory.plays[-1].moved] if memory.plays else []


def undone_since(fact: Fact, memory: Memory) -> int | None:
    """From which play on what was told does not stand any more; None if all of it does."""
    if fact.kind == "takeback":
        return memory.ply
    return int(fact.data["ply"]) if fact.kind == "revised" else None


def setting_words(text: str) -> tuple[str, str]:
    """`language` or `speech`, and what stands behind it. Raises: UnknownQuery for anything else."""
    verb, _, rest = text.strip().partition(" ")
    if verb not in ("language", "speech") or not rest:
        raise UnknownQuery(text)
    return verb, rest


def chosen(settings: Settings, text: str, language: str, has_voice: Callable[[str], bool]) -> tuple[Settings, str]:
    """What becomes of the settings when a person says this, and which setting it was. Raises: BadSetting."""
    changed, name = settings.said(text, language)
    if name == "voice":
        old = settings.voice.voices
        for one, voice in changed.voice.voices.items():
            if old.get(one) != voice and not has_voice(voice):
                if not has_voice(voice.lower()):
                    raise BadSetting("voice", name, voice, "the name of a voice that is installed")
                changed = changed.changed(name, voice.lower(), one)
    return changed, name
