"""What is asked about the boards of TacTiki and Tacocat: stacks, what was shown, hand sizes, what is to be done now."""

import pytest

from companion.cli.tables import colours_on, new_session
from companion.inputs import Hello, OccupancyFrame
from companion.speech.announce import announce
from companion.speech.catalogue import LANGUAGES
from companion.speech.memory import Memory
from companion.speech.settings import Settings
from companion.speech.wording import Wording
from companion.virtual.hands import occupied
from engine.registry import settings_of

STACKS = "T:a1.1=?,b2.1=?,b2.3=3 K:b2.2=2,e5.1=1,e5.2=1 T 1"
ATTACK = "3 covered:4 A:?,?,? B:?,?,? attack:A"


def facts_of(name, **chosen):
    """What a table tells that begins so."""
    session = new_session()
    session.take(Hello(0.0, "board", "1", "x", (1 << 99) - 1))
    session.begin(name, {**settings_of(name).usual(), **chosen})
    wire = occupied(session.game.layout, session.state.picture)
    facts = session.tick(0.0)
    return [*facts, *session.take(OccupancyFrame(0.1, wire, 0)), *session.take(OccupancyFrame(2.0, wire, 0))]


def asked(facts, query, language="en"):
    memory = Memory()
    for fact in facts:
        memory = memory.after(fact)
    layout = settings_of(facts[0].data["game"]).layout_of(facts[0].data["settings"])
    return Wording(language, colours=colours_on(layout)).answer(query, memory)


ANSWERS = [
    ("tactiki", {"position": STACKS}, "position", "TAC: on a1 one piece; on b2 two pieces, on top. "
     "TIKI: on b2 one piece, below TAC; on e5 two pieces."),
    ("tactiki", {"position": STACKS, "memory": "aid"}, "pieces K", "TIKI: on b2 one piece, below TAC, shown from the "
     "top: two; on e5 two pieces, shown from the top: one and one."),
    ("tactiki", {"position": STACKS, "memory": "aid"}, "hole b2", "On b2 from the top: TAC three, TIKI two and TAC."),
    ("tactiki", {"position": STACKS}, "hole b2", "On b2 from the top: TAC, TIKI and TAC."),
    ("tactiki", {"position": STACKS}, "turn", "TAC, one more step."),
    ("tacocat", {"position": ATTACK}, "hole 3",
     "The token stands on 3. It deals six cards, the arrow points to Player B."),
    ("tacocat", {"position": ATTACK}, "hole 8", "Nobody stands on 8. This is the goal of Player B."),
    ("tacocat", {"position": ATTACK}, "position", "The token on 3, three to the goal of Player A, four to the goal of "
     "Player B. Covered: 4."),
    ("tacocat", {"position": ATTACK}, "turn", "Player A to attack."),
    ("tacocat", {"position": ATTACK}, "cards", "No card lies open since the deal. Player A has three cards, Player B "
     "has three cards."),
    ("tacocat", {}, "seats", "Player A at seat A, Player B at seat B."),
    ("tacocat", {}, "far 1 7", "There is no such thing in this game."),
    ("tactix", {}, "houses", "There is no such thing in this game."),
    ("tactiki", {}, "home T", "There is no such thing in this game."),
    ("tacocat", {"position": f"{ATTACK} laid:A/5"}, "turn", "Player A adds another one or says done."),
]  # fmt: skip


@pytest.mark.parametrize(("name", "chosen", "query", "text"), ANSWERS)
def test_answers(name, chosen, query, text):
    facts = facts_of(name, **chosen)
    assert asked(facts, query) == text
    others = {asked(facts, query, language) for language in LANGUAGES}
    assert len(others) == len(LANGUAGES)
    assert all(other.endswith(".") and "{" not in other for other in others)


@pytest.mark.parametrize(("name", "has_ways", "can_reach"), [
    ("tac", True, True), ("tactik", True, True), ("tactix", False, True), ("tacocat", False, False),
    ("tactiki", False, False),
])  # fmt: skip
def test_help_names_only_what_there_is(name, has_ways, can_reach):
    told = asked(facts_of(name), "help")
    assert ("houses" in told, "how far" in told, "home" in told) == (has_ways,) * 3
    assert ("reach" in told) == can_reach
    assert [word for word in ("positions", "whose turn", "done") if word not in told] == []


@pytest.mark.parametrize(("language", "text"), [
    ("de", "Neue Karten, je sieben. Einer nach dem anderen tauscht Karten oder sagt fertig."),
    ("en", "New cards, seven each. One after the other exchanges cards, or says done."),
    ("fr", "Nouvelles cartes, sept pour chacun. L'un puis l'autre échange des cartes, ou dit fini."),
])  # fmt: skip
def test_a_new_round_is_told_with_the_size_of_the_hands(language, text):
    (turn,) = [fact for fact in facts_of("tacocat") if fact.kind == "turn"]
    told = announce(Wording(language, colours=colours_on("tacocat9")), turn, Memory(), Settings())
    assert [(one.text, one.is_must) for one in told] == [(text, True)], "however quick the table is"
    again = announce(Wording(language, colours=colours_on("tacocat9")), turn, Memory().after(turn), Settings())
    assert not again[0].is_must, "the same deal goes on"
