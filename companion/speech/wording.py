"""Wording: facts, questions and broken rules in one language. All words come from the catalogue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.facts import Fact, moved_of
from companion.speech import describe, setting_up, spoken
from companion.speech.brief import clause, is_brief, is_swap
from companion.speech.catalogue import load
from companion.speech.memory import Memory, Play
from companion.speech.phrase import Phrase, sentence, sentences, walking_order
from companion.speech.repairs import MOST_SAID, displaced, lacking, misplaced, repairs
from companion.speech.settings import Settings, Style
from companion.speech.table import HOUSE, NO_BOARD, NO_TABLE, WAY, YARD, Board, Table, is_fresh, ring_of
from companion.speech.table import number as place_number
from companion.speech.telling import action_words, choice_words, short
from engine.contract import Cell, Displacement, Explanation, Moved, Reach, Seat

TAKEBACK = "takeback"
"""The choice that takes the last action back."""
MOST_CHOICES = 9
"""Choices that one digit can answer."""
NOT_UNDERSTOOD, NO_SEAT = "refused.saying", "refused.no-seat"


class Wording:
    """The companion's sentences in one language.

    `names`: seat to spoken name; `colours`: seat to a colour of the catalogue (`red`), for seats without a name.
    Raises: UnknownLanguage, BadCatalogue.
    """

    def __init__(self, language: str = "de", names: Mapping[Seat, str] | None = None,
                 colours: Mapping[Seat, str] | None = None) -> None:  # fmt: skip
        self.language = language
        self._names, self._colours = dict(names or {}), dict(colours or {})
        self.phrase = Phrase(load(language), names, colours)

    def in_language(self, language: str) -> Wording:
        """The same table's wording in another language."""
        return Wording(language, self._names, self._colours)

    def explanation(self, e: Explanation, repair: Sequence[Displacement] = (), board: Board = NO_BOARD) -> str:
        """Why something is not allowed, and the shortest way to put it right.

        `repair` names pieces that stand on `target` and belong back on `origin`; `board`: what is counted on it.
        Never raises for an unknown key or a missing fact: then the rule is named.
        """
        return sentences([self._reason(e), *repairs(self.phrase, e, repair, board)])

    def _reason(self, e: Explanation) -> str:
        facts: dict[str, Any] = {"rule": e.rule, **e.facts}
        if e.cells:
            facts.setdefault("cell", e.cells[0])
            facts.setdefault("cells", list(e.cells))
        for key in (f"explain.{e.key}", f"rule.{e.rule}"):
            if self.phrase.has(key):
                try:
                    return self.phrase.say(key, facts)
                except (KeyError, TypeError, AttributeError):
                    continue
        return self.phrase.say("say.against_rule", rule=e.rule)

    def choices(self, data: Mapping[str, Any], seat: Seat | None = None) -> list[str]:
        """The words of each choice of a question: `choices` and what each would have done (`moved`); `seat`: whose play
        it was, where that is known."""
        choices = data["choices"]
        moved = [moved_of(one) for one in data.get("moved", [()] * len(choices))]
        cards = {choice["card"] for choice in choices}
        counted = [choice_words(self.phrase, done, seat) for done in moved]
        by_place = [action_words(self.phrase, choice["action"], done)
                    for choice, done in zip(choices, moved, strict=True)]  # fmt: skip
        told = [way or place for way, place in zip(counted, by_place, strict=True)]
        told = [place if told.count(way) > 1 else way for way, place in zip(told, by_place, strict=True)]
        found = []
        for choice, words in zip(choices, told, strict=True):
            if len(cards) > 1 and choice["card"]:
                words = self.phrase.say("choice.with_card", card=choice["card"], action=words)
            found.append(words)
        return found

    def question(self, data: Mapping[str, Any], seat: Seat | None = None) -> str:
        """Asks which of several plays was meant, with numbered choices; `data` are those of the fact."""
        choices = self.choices(data, seat)
        if len(choices) == 1:
            return self._whether(data["choices"][0]["action"], choices[0])
        parts = [self.phrase.say("say.whose_question", seat=seat) if seat else self.phrase.say("say.question")]
        for number, words in enumerate(choices[:MOST_CHOICES], start=1):
            parts.append(self.phrase.say("choice.numbered", n=number, action=words))
        if len(choices) > MOST_CHOICES:
            parts.append(self.phrase.say("say.more_choices", n=len(choices) - MOST_CHOICES))
        return sentences(parts)

    def _whether(self, action: str, words: str) -> str:
        if action == TAKEBACK:
            return self.phrase.say("say.whether_takeback")
        return self.phrase.say("say.whether", action=words)

    def disturbed(self, differences: Iterable[Mapping[str, Any]], board: Board = NO_BOARD) -> str:
        """Where the board does not show the position: pieces that stand elsewhere, then places, three in all in walking
        order."""
        moved, left = displaced(differences)
        counted = Counter((one["cell"], one.get("expected"), one.get("observed")) for one in left)
        ordered = sorted(counted, key=lambda one: walking_order(one[0]))
        parts = [misplaced(self.phrase, one, board, _is_alone(one, board.table)) for one in moved]
        parts += [self._difference(*one, counted[one], board) for one in ordered]
        if not parts:
            return self.say("corrected")
        said = self.phrase.say("say.disturbed", parts=self.phrase.apart(parts[:MOST_SAID]))
        more = self.phrase.say("say.more", n=len(parts) - MOST_SAID) if len(parts) > MOST_SAID else ""
        return sentences([said, more])

    def trouble(self, memory: Memory, *, is_again: bool = False) -> str:
        """Where the board does not show the position: by places, or, where many are wrong, by seats; told once more
        only what comes next. `is_again`: it was told before."""
        if is_again and memory.is_being_set_up and (told := setting_up.reminder(self.phrase, memory)):
            return told
        ring = len(ring_of(memory.cells)) if memory.yards else 0
        board = Board(ring, memory.yards, memory.table or NO_TABLE)
        return setting_up.overview(self.phrase, memory) or self.disturbed(memory.differences, board)

    def _difference(self, cell: Cell, expected: Seat | None, observed: str | None, count: int, board: Board) -> str:
        """What is wrong at one place, with as many pieces as it is."""
        if cell in board.yards and board.yards[cell] == (expected or observed):
            # A yard holds its own seat's pieces: no need to say whose.
            expected, observed = None, "empty" if expected else "occupied"
        if observed == "empty" and expected:
            return lacking(self.phrase, expected, cell, board.table)
        if observed == "empty":
            key = "say.empty_bare" if board.is_bare else "say.empty"
        elif observed == "occupied" or observed is None:
            key = "say.wrong" if expected else "say.extra_bare" if board.is_bare else "say.extra"
        else:
            key = "say.other" if expected else "say.extra_of"
        return self.phrase.say(key, cell=cell, expected=expected, observed=observed, n=count)

    def takeback(self, undone: Play | None = None, table: Table | None = None) -> str:
        """An action was taken back, and what holds again; `table`: how the pieces stand now."""
        if undone is None:
            return self.say("takeback")
        told = replace(undone, returned=())  # whom it brought back goes back again
        level = "bare" if told.moved else Style.SHORT  # without a distance that does not hold any more
        action = clause(self.phrase, told, level) if is_brief(self.phrase, told) else short(self.phrase, told)
        back = [self._stands_again(one.owner, one.cell, table) for one in undone.captured]
        swapped = [one.owner for one in undone.moved[:2]] if is_swap(undone) else []
        if swapped:  # no sensor sees this
            back.append(self.phrase.say("say.swap_back", owners=list(dict.fromkeys(swapped))))
        return sentences([self.phrase.say("say.takeback_of", action=action.rstrip(".")), *back])

    def _stands_again(self, owner: Seat, cell: Cell, table: Table | None) -> str:
        piece = table.by_cell.get(cell) if table else None
        if piece is not None and is_fresh(piece):
            return self.phrase.say("say.stands_again_start", owner=owner)
        if piece is None or piece.home is None:
            return self.phrase.say("say.stands_again_at", owner=owner, cell=cell)
        return self.phrase.say("say.stands_again", owner=owner, rest=piece.home, cell=cell)

    def won(self, seats: Sequence[Seat], draw: str = "") -> str:
        """Who has won; nobody where the game is drawn, and then why."""
        if not seats:
            return describe.drawn(self.phrase, draw)
        return sentence(self.phrase.say("say.won" if len(seats) > 1 else "say.won_one", seats=list(seats)))

    def resume(self, memory: Memory) -> str:
        """Where a game stands that goes on: the last play, who is next, the pieces."""
        queries = [*(["last"] if memory.plays else []), *(["turn"] if memory.turn else []), "position"]
        return sentences([self.phrase.say("say.resume"), *(self.answer(query, memory) for query in queries)])

    def fault(self, code: str, cell: Cell | None = None) -> str:
        """A sensor reported a fault; known codes have their own sentence."""
        key = f"fault.{code}" if self.phrase.has(f"fault.{code}") else "fault.other"
        if cell is None:
            key = "fault.no_place"
        return sentence(self.phrase.say(key, cell=cell, code=code))

    def loose(self, cell: Cell) -> str:
        """A piece comes and goes without being touched."""
        return self.say("loose", cell=cell)

    def mask(self, unseen: Sequence[Cell]) -> str:
        """What the board cannot see; empty text if it sees all."""
        if not unseen:
            return ""
        ordered = sorted(unseen, key=walking_order)
        if len(ordered) > MOST_SAID:
            return self.say("mask_many", n=len(ordered))
        return self.say("mask", cells=ordered)

    def aside(self, fact: Fact) -> str:
        """What is said but is no event: what is left of a card, the ways out of a wrong board, a question once more."""
        match fact.kind:
            case "part":
                return self.say("part", left=fact.data["left"])
            case "gone-on":
                return self.say("gone_on", seat=fact.data["seat"], fields=fact.data["fields"])
            case "ways-out":
                return self.say("ways_out")
            case _:
                return self.question(fact.data)

    def command(self, text: str) -> str:
        """What a person said, in the words that the table knows: `fertig` is `done`, `kugeln rot` `ask pieces rot`."""
        return spoken.command(self.phrase, text)

    def at_bench(self, text: str) -> str:
        """What was typed to a wizard of the calibration, in the words that the wizards know: `weiter` is `next`."""
        return spoken.at_bench(self.phrase, text)

    def say(self, key: str, **facts: Any) -> str:
        """The sentence `say.<key>` of the catalogue."""
        return sentence(self.phrase.say(f"say.{key}", facts))

    def protocol(self, key: str, **facts: Any) -> str:
        """Words of the referee's protocol: `protocol.KEY`."""
        return self.phrase.say(f"protocol.{key}", facts)

    def doctor(self, subject: str) -> str:
        """What was found wrong when everything was tried out, `well` if nothing was."""
        return sentence(self.phrase.say(f"doctor.{subject}", {}))

    def notice(self, key: str, **facts: Any) -> str:
        """What the companion says of itself, such as that it cannot save; empty if it has no words for it."""
        return sentence(self.phrase.say(f"notice.{key}", facts)) if self.phrase.has(f"notice.{key}") else ""

    def set_up(self, cell: Cell, memory: Memory) -> tuple[bool, str]:
        """Whether a piece that was just put there belongs there, and what is said of it while a board is set up."""
        return setting_up.after_put(self.phrase, memory, cell)

    def taken(self, cell: Cell, before: Memory, after: Memory) -> str:
        """What is said of a piece that was just taken from there while a board is set up; nothing if it belonged
        there."""
        return setting_up.after_taken(self.phrase, before, after, cell)

    def answer(self, query: str, memory: Memory) -> str:
        """The answer to an `ask`; see `describe`. `board`: what the board shows now, against what it should."""
        query = self.phrase.asked(query) or query
        match query.split()[:1]:
            case ["board"]:
                return self._shown(memory)
            case ["question"]:
                asked, seat = memory.question, memory.card[0] if memory.card else None
                return self.question(asked, seat) if asked else self.say("no_question")
        return describe.answer(self.phrase, memory, query)

    def _shown(self, memory: Memory) -> str:
        if memory.is_connected is False:
            return self.say("board_none")
        if memory.differences:
            return self.trouble(memory)
        if told := setting_up.overview(self.phrase, memory) or setting_up.in_hands(self.phrase, memory):
            return told
        if memory.swap_due:
            return self.say("swap_back", owners=list(dict.fromkeys(memory.swap_due.values())))
        return self.say("board_unlike" if memory.trouble else "board_alike")

    def hand(self, cards: Sequence[str]) -> str:
        """A seat's own cards, for its ear alone."""
        named = self.phrase.join([self.phrase.card(card) for card in cards])
        return self.say("hand", cards=named) if cards else self.say("hand_empty")

    def one_card(self, card: str) -> str:
        """The name of a card, as a sentence."""
        return sentence(self.phrase.card(card))

    def usable(self, cards: Mapping[str, bool] | None) -> str:
        """Which of the own cards can be used now, for the ear of one seat; None: it is not its turn, or not known."""
        if cards is None:
            return self.say("can_unknown")
        can = [card for card, is_usable in cards.items() if is_usable]
        cannot = [card for card in cards if card not in can]
        if not can:
            return self.say("can_none")
        return sentences([self.phrase.say("say.can", cards=can),
                          self.phrase.say("say.cannot", cards=cannot) if cannot else ""])  # fmt: skip

    def given(self) -> str:
        """A seat gave its card, and its partner has not yet."""
        return self.say("given")

    def only_private(self) -> str:
        """What was asked is for one seat alone, and that has no ear."""
        return self.say("no_ear")

    def seat_called(self, seats: Sequence[Seat], name: str) -> Seat | None:
        """The seat that a person means by its letter, name or colour."""
        return describe.seat_called(self.phrase, seats, name)

    def touched(self, cell: Cell, memory: Memory) -> str:
        """Whose piece was felt, and how far it is from home; empty where nobody's is known to stand."""
        piece = memory.table.by_cell.get(cell) if memory.table else None
        if piece is None or not piece.owner:
            return ""
        if piece.home is not None:
            return self.say("touched", owner=piece.owner, rest=piece.home)
        key = f"touched_{piece.place}" if piece.place in (HOUSE, YARD) else "touched_at"
        places = [place_number(cell)] if piece.place == HOUSE else []
        return self.say(key, owner=piece.owner, cell=cell, places=places)

    def status(self, memory: Memory, settings: Settings, clock: str, battery: int | None) -> str:
        """How the board, the voice, the battery and the clock are."""
        board = self.say("board_found" if memory.is_connected else "board_none")
        parts = [self.setting(name, settings) for name in ("rate", "volume", "style")]
        power = [] if battery is None else [self.say("battery", n=battery)]
        return " ".join([board, *parts, *power, self.say("clock", time=clock)])

    def lesson(self, key: str, facts: Mapping[str, Any]) -> str:
        """A sentence of the lesson: `learn.KEY`."""
        return sentence(self.phrase.say(f"learn.{key}", facts))

    def key(self, name: str, order: str) -> str:
        """What a button does, such as `Taste 5: sagt, wer dran ist`."""
        verb, _, rest = order.partition(" ")
        key = f"key.{order.replace(' ', '_')}"
        if verb == "answer" and rest.isdecimal():
            what = self.phrase.say("key.answer", n=int(rest))
        else:
            words = spoken.told(self.phrase, order) if order else self.phrase.say("key.free")
            what = self.phrase.say(key) if self.phrase.has(key) else words
        return sentence(self.phrase.say("key.told", name=self._key_name(name), what=what))

    def _key_name(self, name: str) -> str:
        key = f"key.name_{name}"
        return self.phrase.say(key) if self.phrase.has(key) else name

    def reach(self, cell: Cell, reach: Reach | None) -> str:
        """Where the piece on a cell could go, and which face would be up there; without a cell, how to ask for it."""
        if not cell:
            return sentence(self.phrase.say("ask.reach_how"))
        if reach is None or not reach.ways:
            return sentence(self.phrase.say("reach.none" if reach else "ask.hole_empty", cell=cell))
        ways = self.phrase.apart([self._way(moved, legs) for moved, legs in reach.ways])
        if not reach.face:
            return sentence(self.phrase.say("reach.king", cell=cell, ways=ways))
        return sentences([self.phrase.say("reach.dice", cell=cell, face=reach.face), ways])

    def no_hole(self) -> str:
        """There is no such place."""
        return sentence(self.phrase.say("ask.no_hole"))

    def _way(self, moved: Moved, legs: Sequence[tuple[str, int]]) -> str:
        parts = [self.phrase.say(f"reach.{direction}", n=steps) for direction, steps in legs]
        key = "reach.way" if moved.face else "reach.way_king"
        keys = [("reach.takes_king" if one.face == "king" else "reach.takes", one.owner) for one in moved.captured]
        taken = "".join([self.phrase.say(key, owner=owner) for key, owner in keys])
        return self.phrase.say(key, legs=", ".join(parts), face=moved.face) + taken

    def setting(self, name: str, settings: Settings, language: str = "") -> str:
        """What a setting is now, in the language of the table or in another one: `Tempo 200`, `Tempo 180, englisch`."""
        value = settings.get(name, language or self.language)
        key = f"setting.{name}_{value}"
        words = self.phrase.say(key) if self.phrase.has(key) else str(value)
        told = self.phrase.say(f"setting.{name}", value=words)
        if language in ("", self.language):
            return sentence(told)
        tongue = dict(self.phrase.spellings("tongue"))[language]
        return sentence(self.phrase.say("setting.of", told=told, tongue=tongue))

    def refusal(self, error: Exception, said: str = "", seats: Sequence[Seat] = ()) -> str:
        """Why something that a person said is not done; errors of the house have a `key` and `facts` for it. With words
        that nobody knows goes the nearest that there is; with a seat that nobody knows, which `seats` there are."""
        key = f"refused.{getattr(error, 'key', '') or 'other'}"
        facts = dict(getattr(error, "facts", {}))
        if "name" in facts:
            facts["name"] = self._setting_name(str(facts["name"]))
        if "choices" in facts:
            named = dict(reversed(list(self.phrase.spellings("set_to"))))
            facts["choices"] = self.phrase.join([named.get(one, one) for one in map(str, facts["choices"])])
        if not self.phrase.has(key):
            key = "refused.other"
        text = sentence(self.phrase.say(key, facts, names=self.phrase.join(self.phrase.words("set"))))
        if key == NO_SEAT and seats:
            return sentences([text, self.phrase.say("ask.there_are", seats=list(seats))])
        return sentences([text, spoken.nearest(self.phrase, said)]) if key == NOT_UNDERSTOOD else text

    def _setting_name(self, name: str) -> str:
        key = f"setting.name_{name}"
        return self.phrase.say(key) if self.phrase.has(key) else name


def _is_alone(one: Displacement, table: Table) -> bool:
    """Whether nobody can take another piece for this one: its seat has no other on the way."""
    return table is not NO_TABLE and all(piece.cell == one.origin for piece in table.of(one.owner, WAY))
