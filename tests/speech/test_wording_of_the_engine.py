"""Whatever the engine objects to has its own sentence, with every fact that the sentence needs."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.speech.catalogue import LANGUAGES
from companion.speech.wording import Wording
from engine.contract import Displacement, Explanation
from engine.tac.game import TacGame

CELLS = [f"{n:02d}" for n in range(64)] + [f"{seat}{place}" for seat in "ABCD" for place in (1, 2, 3, 4)]
SEATS = "ABCD"


def positions(lot, count):
    """Random positions with pieces everywhere."""
    for _ in range(count):
        holes = lot.sample(range(64), 10)
        groups = []
        for index, seat in enumerate(SEATS):
            ring = sorted(f"{n:02d}" for n in holes[index * 2 : index * 2 + 2])
            house = [f"{seat}{place}" for place in sorted(lot.sample(range(1, 5), lot.randint(0, 2)))]
            groups.append(f"{seat}:" + ",".join([*ring, *house, *["y"] * (2 - len(house))]))
        yield " ".join(groups)


def actions(lot, position):
    """An action by lot, most of them wrong."""
    held = [cell for group in position.split() for cell in group[2:].split(",") if cell != "y"]
    origin, target = lot.choice(held), lot.choice(CELLS)
    near = f"{(int(origin) + lot.randint(-13, 15)) % 64:02d}" if origin.isdigit() else target
    one, other = sorted(lot.sample([f"{n:02d}" for n in range(64)], 2))
    seat = lot.choice(SEATS)
    moves = [f"{origin}-{target}", f"{origin}-{near}", f"{origin}-{near}", f"{seat}y-{16 * SEATS.index(seat):02d}"]
    return lot.choice([*moves, f"{one}~{other}", f"{one}x{other}", "skip", "discard", "devil", "pass-hands"])


def explanations():
    lot = random.Random(7)
    for position in positions(lot, 150):
        game = TacGame()
        state = game.begin({"deck": "master", "position": position, "first": lot.choice(SEATS)})
        for _ in range(12):
            yield game.explain_play(state, state.seat, lot.choice(game.cards or ("1",)), actions(lot, position))
        held = [cell for group in position.split() for cell in group[2:].split(",") if cell != "y"]
        origin = lot.choice(held)
        owner = next(group[0] for group in position.split() if origin in group[2:].split(","))
        moved = [Displacement(owner, origin, lot.choice([cell for cell in CELLS if cell not in held]))]
        yield game.explain_picture(state, lot.choice([None, "2", "4", "7", "8", "13", "trickster"]), moved)


@pytest.fixture(scope="module")
def objections():
    return [found for found in explanations() if found is not None]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_objection_is_told_in_its_own_words(objections, language):
    wording = Wording(language)
    keys = {found.key for found in objections}
    assert len(keys) > 12
    for found in objections:
        said = wording.explanation(found)
        own = wording.phrase.say(f"explain.{found.key}", {"rule": found.rule, **found.facts})
        assert said[:-1].lower() == own.lower(), found


KEYS = [key for key in Wording("de").phrase.catalogue.texts if key.startswith("explain.")]
NAMES = ["seat", "owner", "origin", "made", "winner", "by", "over"]
VALUES = st.one_of(st.none(), st.integers(), st.text(max_size=3), st.tuples(st.text(max_size=2)))


@given(st.sampled_from(KEYS), st.dictionaries(st.sampled_from(NAMES), VALUES))
def test_strange_facts_never_break_it(key, facts):
    said = Wording("en").explanation(Explanation("T3.6", key.removeprefix("explain."), facts))
    assert said.strip(" .!?")
