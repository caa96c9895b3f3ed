"""A board set up by ear: what lacks, where the next marble belongs, and what was just put, at a real session."""

import pytest

from companion.cli.tables import colours_on, new_session
from companion.cli.texts import worded
from companion.cli.voice import tell_asides
from companion.facts import KINDS, Fact
from companion.inputs import Hello, OccupancyFrame, Said
from companion.speech.announce import announce
from companion.speech.desk import SpeechDesk
from companion.speech.settings import Settings
from companion.speech.voices import TimedVoice
from companion.speech.wording import Wording
from companion.virtual.hands import occupied
from engine.registry import at_table
from engine.tac.board.holes import LAYOUT

MIDDLE = "A:05,20,A1,y B:16*,y,y,y C:y,y,y,y D:50,51,D3,D4"


class Clicks(TimedVoice):
    """A voice that keeps which sounds it made."""

    def __init__(self):
        super().__init__()
        self.sounds = []

    def start(self, text, language, earcon=None):
        if not text:
            self.sounds.append(str(earcon))
        return super().start(text, language, earcon)


class Evening:
    """A session, its voice, and hands that put marbles down one by one."""

    def __init__(self, language="de", position=None, occupied_first=0, game="tac"):
        self.session, self.said, self.voice = new_session(), [], Clicks()
        settings = {"deck": "basic", "variant": "teams"} if game == "tac" else {}
        settings |= {"position": position} if position else {}
        self.layout = at_table(game).at_table(settings).layout
        self.desk = SpeechDesk(Wording(language, None, colours_on(self.layout.name)), self.voice, self._hear)
        self.session.begin(game, settings)
        self._tell(self.session.tick(0.0))
        self._take(Hello(0.99, "board", "1", self.layout.name, (1 << self.layout.size) - 1))
        self.t, self.occupied = 1.0, occupied_first
        self._take(OccupancyFrame(1.0, occupied_first))

    @property
    def wanted(self):
        return occupied(self.layout, self.session.state.picture)

    def _hear(self, fact):
        if fact.data["spoken"] == "started":
            self.said.append(fact.data["text"])

    def _tell(self, facts, value=None):
        for fact in worded(facts, self.desk.wording, self.session.game):
            if fact.kind in KINDS:
                self.desk.hear(fact)
        tell_asides(self.desk, self.session, facts, value)

    def _take(self, value):
        self.rest_until(value.t)
        self._tell(self.session.take(value), value)

    def rest_until(self, t):
        while True:
            due = [one for one in (self.session.next_deadline(), self.desk.next_deadline()) if one is not None]
            if not due or min(due) > t:
                return
            self._tell(self.session.tick(min(due)))
            self.desk.tick(min(due))

    def put(self, index, after_s=3.0, is_down=True, rest_s=2.9):
        """One marble, after a pause; what is said until it rests."""
        self.t += after_s
        self.said.clear()
        self.occupied = self.occupied | 1 << index if is_down else self.occupied & ~(1 << index)
        self._take(OccupancyFrame(self.t, self.occupied))
        self.t += rest_s
        self.rest_until(self.t)
        return " ".join(self.said)

    def say(self, text):
        self.t += 1
        self._take(Said(self.t, text))


def lacking(evening):
    return [index for index in range(LAYOUT.size) if (evening.wanted & ~evening.occupied) >> index & 1]


def place(cell, number=0):
    return [index for index in range(LAYOUT.size) if LAYOUT.cell(index) == cell][number]


def test_from_an_empty_table_every_count_is_true_and_every_marble_is_confirmed():
    evening = Evening()
    evening.rest_until(8.0)
    assert evening.said[-1] == ("Das Brett stimmt nicht: es fehlen Schwarz vier, Rot vier, Grün vier, Blau vier. "
                                "Jetzt Schwarz, vier Kugeln ins Vorfeld.")  # fmt: skip
    evening.t = 12.0
    told = [evening.put(place(f"{seat}y", number)) for seat in "ABCD" for number in range(4)]
    assert told[:5] == ["Schwarz noch drei.", "Schwarz noch zwei.", "Schwarz noch eine.",
                        "Schwarz vollständig. Jetzt Rot, vier Kugeln ins Vorfeld.", "Rot noch drei."]  # fmt: skip
    assert told[-1].startswith("Das Brett stimmt, es kann losgehen.")
    assert evening.voice.sounds == ["step"] * 15


@pytest.mark.parametrize(
    ("language", "first", "then"),
    [("de", "Jetzt Schwarz, sechzig vor dem Haus, auf 5.", "Jetzt Schwarz, fünfundvierzig vor dem Haus, auf 20."),
     ("en", "Now Black, sixty from home, to 5.", "Now Black, forty-five from home, to 20."),
     ("fr", "Maintenant Noir, à soixante de la maison, sur 5.",
      "Maintenant Noir, à quarante-cinq de la maison, sur 20.")],
)  # fmt: skip
def test_a_game_that_goes_on_is_restored_hole_by_hole(language, first, then):
    evening = Evening(language, MIDDLE)
    evening.rest_until(8.0)
    assert evening.said[-1].endswith(first)
    evening.t = 20.0
    assert evening.put(place("05")).endswith(then)


def test_a_whole_board_can_be_restored_by_following_the_words_alone():
    """Hands that know only the last sentence fill the board; no marble is put anywhere that was not named."""
    evening = Evening("en", MIDDLE)
    evening.rest_until(12.0)
    colours = {"Black": "A", "Red": "B", "Green": "C", "Blue": "D"}
    evening.t = 20.0
    said, used = evening.said[-1], 0
    while lacking(evening):
        last = said.rstrip(".").split(". ")[-1]
        if " more" in last:
            seat = colours[last.split(",")[0]]
            cell = f"{seat}y"
        else:
            words = last.replace(",", "").split()
            seat = colours[words[1]]
            start = {"A": "00", "B": "16", "C": "32", "D": "48"}[seat]
            numbers = {"one": 1, "two": 2, "three": 3, "four": 4}
            cell = (f"{seat}y" if words[-1] == "yard" else start if words[-1] == "start"
                    else f"{seat}{numbers[words[-1]]}" if "hole" in words else f"{int(words[-1]):02d}")  # fmt: skip
        index = next(one for one in lacking(evening) if LAYOUT.cell(one) == cell)
        said, used = evening.put(index), used + 1
    assert used == 16
    assert said.startswith("The board is right, you can play.")


def test_a_marble_where_none_belongs_knocks_and_is_named():
    evening = Evening(position=MIDDLE)
    evening.rest_until(8.0)
    assert evening.put(place("33"), 10.0) == "Auf 33 gehört keine Kugel."
    assert evening.voice.sounds == ["wrong"]
    assert evening.put(place("33"), is_down=False) == "Jetzt Schwarz, sechzig vor dem Haus, auf 5."
    assert evening.voice.sounds == ["wrong", "step"]
    evening.said.clear()
    evening.desk.obey("ask board", evening.t)
    assert evening.said[-1].startswith("Das Brett stimmt nicht: es fehlen Schwarz vier, Rot vier, Grün vier, ")


def test_what_a_board_shows_that_has_just_come_is_no_touch():
    standing = sum(1 << place(cell) for cell in ("05", "33"))
    evening = Evening("en", MIDDLE, occupied_first=standing)
    evening.rest_until(6.5)
    assert evening.said == ["The board is connected."]
    assert not evening.voice.sounds
    evening.rest_until(8.0)
    assert evening.said[-1].startswith("The board is not right: missing are Black three, Red four, ")
    evening.said.clear()
    evening.t = 20.0
    assert evening.put(place("20")).startswith("Black, two more.")


def test_one_marble_more_than_belongs_there_is_told_so_and_what_the_board_shows_is_true_after_each_touch():
    evening = Evening(position="A:05,20,A1,A2 B:16*,y,y,y C:y,y,y,y D:50,51,D3,D4")
    for cell, number in (("05", 0), ("20", 0), ("A1", 0), ("A2", 0), ("16", 0), *((f"{s}y", n) for s, n in
                         (("B", 0), ("B", 1), ("B", 2), ("C", 0), ("C", 1), ("C", 2), ("C", 3)))):  # fmt: skip
        evening.put(place(cell, number), 0.3, rest_s=0.0)
    evening.t += 10
    assert evening.put(place("By", 3), rest_s=1.0).endswith("Im Vorfeld von Rot ist eine Kugel zu viel.")
    evening.rest_until(evening.t + 8)
    evening.t += 12
    evening.put(place("By", 3), is_down=False)
    evening.put(place("50"))
    evening.put(place("51"))
    evening.put(place("D3"))
    evening.said.clear()
    evening.desk.obey("ask board", evening.t)
    assert evening.said == ["Das Brett stimmt nicht: Blau fehlt im Haus, Platz vier."]


@pytest.mark.parametrize(
    ("game", "language", "first", "put", "wrong"),
    [("tactix", "de", "es fehlen Weiß neun, Schwarz neun. Jetzt Weiß, fünf oben, auf a1.",
      "Weiß noch acht. Jetzt Weiß, eins oben, auf b1.", "Auf a2 gehört nichts."),
     ("tactix", "en", "missing are White nine, Black nine. Now White, five up, to a1.",
      "White, eight more. Now White, one up, to b1.", "Nothing belongs on a2."),
     ("tactiki", "de", "es fehlen TAC zehn, TIKI zehn. Jetzt TAC, zwei Steine auf a1.",
      "TAC noch acht. Jetzt TAC, zwei Steine auf b1.", "Auf a2 gehört nichts."),
     ("tactiki", "fr", "il manque TAC dix, TIKI dix. Maintenant TAC, deux pièces sur a1.",
      "TAC, encore huit. Maintenant TAC, deux pièces sur b1.", "Rien ne va sur a2.")],
)  # fmt: skip
def test_a_board_of_squares_tells_faces_and_stacks_and_no_marbles(game, language, first, put, wrong):
    evening = Evening(language, game=game)
    evening.rest_until(9.0)
    assert evening.said[-1].endswith(first)
    evening.t = 20.0
    assert evening.put(evening.layout.holes.index("a1"), rest_s=5.0).startswith(put)
    evening.t += 20
    assert evening.put(evening.layout.holes.index("a2")).endswith(wrong)


def test_the_place_of_a_king_is_told_as_his():
    evening = Evening("en", game="tactix")
    for cell in ("a1", "b1", "c1"):
        evening.put(evening.layout.holes.index(cell), 0.3, rest_s=0.0)
    assert evening.put(evening.layout.holes.index("d1")).endswith("White, five more. Now the king of White to e1.")


def test_quick_hands_are_left_alone():
    evening = Evening()
    evening.rest_until(12.0)
    evening.t = 12.0
    told = []
    for index in lacking(evening):
        told.append(evening.put(index, 0.4, rest_s=0.0))
    assert not any(told)
    evening.rest_until(evening.t + 2)
    assert evening.said == ["Das Brett stimmt, es kann losgehen."]


def test_after_a_knock_in_the_middle_of_a_game_it_is_the_same():
    evening = Evening(position=MIDDLE)
    evening.t = 2.0
    for index in lacking(evening):
        evening.put(index, 0.3, rest_s=0.0)
    assert evening.session.table.is_set_up
    evening.t += 10
    for cell in ("05", "20", "50", "51", "16", "D3"):
        evening.put(place(cell), 0.2, is_down=False, rest_s=0.0)
    told = evening.put(place("33"), 0.2, rest_s=6.0)
    assert "Das Brett stimmt nicht: es fehlen Schwarz zwei, Rot eine, Blau drei; auf 33 ist eine Kugel zu viel." in told
    assert evening.put(place("33"), is_down=False) == "Jetzt Schwarz, sechzig vor dem Haus, auf 5."
    assert evening.put(place("05")) == "Schwarz noch eine. Jetzt Schwarz, fünfundvierzig vor dem Haus, auf 20."
    assert evening.put(place("20")) == "Schwarz vollständig. Jetzt Rot an den Start."


def test_during_play_nothing_of_it_is_said():
    evening = Evening(position=MIDDLE)
    evening.t = 2.0
    for index in lacking(evening):
        evening.put(index, 0.3, rest_s=0.0)
    evening.t += 8
    evening.say("card A 5")
    evening.put(place("05"), 1.0, is_down=False)
    told = evening.put(place("10"), 1.0)
    assert "vollständig" not in told
    assert "noch fünfundfünfzig" in told


def test_a_board_that_is_right_for_the_first_time_is_told_once_however_slow_the_log_is():
    evening = Evening()
    evening.rest_until(9.0)
    right = Fact("corrected", evening.t, {"position": evening.session.state.position})
    (one,) = announce(evening.desk.wording, right, evening.desk.memory, Settings())
    assert one.delay_s >= 0.2
    assert "setup" in one.ended_by
