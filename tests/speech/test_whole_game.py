"""A whole game, word for word, in every language."""

import pytest
from whole_game import LANGUAGES, heard, path_of, played


@pytest.fixture(scope="module")
def facts():
    return played()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_is_told_word_for_word(facts, language):
    assert heard(facts, language).splitlines() == path_of(language).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_play_has_its_line(facts, language):
    numbers = [int(line.split()[0]) for line in heard(facts, language).splitlines()]
    assert sorted(set(numbers) - {0}) == list(range(1, sum(fact.kind == "move" for fact in facts) + 1))
