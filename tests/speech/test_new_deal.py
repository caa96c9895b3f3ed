"""A new deal as it is told: in games in which everybody first passes a card on, that too."""

import pytest

from companion.cli.tables import new_session
from companion.facts import Fact
from companion.inputs import Said
from companion.session import news
from companion.speech.announce import announce
from companion.speech.brief import forms
from companion.speech.desk import SpeechDesk
from companion.speech.memory import Memory
from companion.speech.settings import Settings, Style
from companion.speech.telling import tell
from companion.speech.voices import TimedVoice
from companion.speech.wording import Wording
from engine.tac.game import TacGame

COLOURS = {"A": "black", "B": "red", "C": "green", "D": "blue"}


def opening(line):
    """The first turn of a game that somebody begins with these words."""
    session = new_session()
    session.take(Said(0.0, line))
    return news.turn(0.0, session.game, session.state)


@pytest.mark.parametrize(
    ("line", "said"),
    [("game tac basic teams first=B", "Neue Karten, jeder gibt eine weiter, Rot beginnt."),
     ("game tac basic duel first=A", "Neue Karten, Schwarz beginnt."),
     ("game tac basic three-free first=C", "Neue Karten, Grün beginnt."),
     ("game tactik teams4 first=B", "Neue Karten, jeder gibt eine weiter, Rot beginnt."),
     ("game tactik two first=B", "Neue Karten, jeder gibt eine weiter, Rot beginnt."),
     ("game tactik simple2 first=A", "Neue Karten, Schwarz beginnt.")],
)  # fmt: skip
def test_that_cards_are_passed_on_is_told_where_the_game_has_it(line, said):
    (one,) = announce(Wording("de", None, COLOURS), opening(line), Memory(), Settings(style=Style.FULL))
    assert one.text == said


@pytest.mark.parametrize("style", list(Style))
@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_every_style_tells_it_and_only_when_the_deal_begins(language, style):
    wording, turn = Wording(language, None, COLOURS), opening("game tac basic teams first=B")
    (new,) = announce(wording, turn, Memory(), Settings(style=style))
    (same,) = announce(wording, turn, Memory(deal=1), Settings(style=style))
    without = Fact("turn", 0.0, {key: value for key, value in turn.data.items() if key != "gives"})
    (plain,) = announce(wording, without, Memory(), Settings(style=style))
    assert len(same.text) < len(plain.text) < len(new.text)


def seven(position, action):
    """What is remembered of a seven of A."""
    game = TacGame()
    state = game.begin({"variant": "teams", "deck": "basic", "first": "A", "position": position})
    (option,) = [one for one in game.options(state, "7") if one.is_written(action)]
    moved = game.account(state, option).moved
    fact = {"seat": "A", "card": "7", "action": action, "position": "", "certainty": 1.0}
    return Memory().after(Fact("move", 0.0, {**fact, "moved": news.moved_data(moved), "standing": []})).plays[-1]


@pytest.mark.parametrize(
    ("action", "full", "normal"),
    [("40-47", "Schwarz für Grün zieht sieben, noch fünfzig bis zum Haus.", "Schwarz für Grün, sieben, noch fünfzig"),
     ("10-14,40-43", "Schwarz für Grün teilt sieben: vier, noch neunzehn bis zum Haus und drei, noch vierundfünfzig "
      "bis zum Haus.", "Schwarz für Grün teilt: vier, noch neunzehn; drei, noch vierundfünfzig")],
)  # fmt: skip
def test_a_seven_for_the_partner_alone_is_told_as_that(action, full, normal):
    play = seven("A:A1,A2,A3,A4 B:y,y,y,y C:10,40,y,y D:y,y,y,y", action)
    phrase = Wording("de", None, COLOURS).phrase
    assert tell(phrase, play) == full
    assert forms(phrase, play, Style.NORMAL)[0] == normal


def test_a_seven_that_brings_the_last_one_home_marks_the_partner_s_part():
    play = seven("A:61,A2,A3,A4 B:y,y,y,y C:10,40,y,y D:y,y,y,y", "61-A1,40-43")
    assert forms(Wording("de", None, COLOURS).phrase, play, Style.NORMAL)[0].startswith("Schwarz teilt: vier ins Haus")
    assert "Grün drei" in forms(Wording("de", None, COLOURS).phrase, play, Style.NORMAL)[0]


def test_pieces_of_others_that_could_be_exchanged_are_named():
    game, wording = TacGame(), Wording("de", None, COLOURS)
    state = game.begin({"variant": "teams", "deck": "basic", "first": "A",
                        "position": "A:05,y,y,y B:20,y,y,y C:40,y,y,y D:y,y,y,y"})  # fmt: skip
    options = game.options(state, "trickster")
    data = news.asked(news.choices_of(options), [game.account(state, option) for option in options])
    told = set(wording.choices(data, "A"))
    assert told == {"mit Rot tauschen, dann noch fünfundvierzig", "mit Grün tauschen, dann noch fünfundzwanzig",
                    "Rot mit Grün tauschen"}  # fmt: skip


def test_where_cards_are_dealt_there_is_time_for_the_play_before():
    state = TacGame().begin({"first": "A", "position": "A:05,y,y,y B:20,y,y,y C:y,y,y,y D:y,y,y,y"})
    wording, heard = Wording("de", None, COLOURS), []
    desk = SpeechDesk(wording, TimedVoice(), heard.append, settings=Settings(style=Style.NORMAL))
    ends = [(3.0 * number, deal) for number, deal in ((1, 1), (2, 1), (3, 1), (4, 2))]
    for t, deal in ends:
        option = next(one for one in TacGame().options(state, "5") if one.action.startswith("05-"))
        moved = news.moved_data(TacGame().account(state, option).moved)
        while (due := desk.next_deadline()) is not None and due <= t:
            desk.tick(due)
        desk.hear(Fact("move", t, {"seat": "A", "card": "5", "action": option.action, "position": option.position,
                                   "certainty": 1.0, "moved": moved}))  # fmt: skip
        desk.hear(Fact("turn", t, {"seat": "B", "round": 1 if deal == 2 else 2, "deal": deal, "gives": True}))
    desk.tick(30.0)
    told = [fact.data["text"] for fact in heard if fact.data["spoken"] == "started"]
    assert told[-1] == "Schwarz, fünf, noch fünfundfünfzig. Neue Karten, eine weitergeben, Rot."
