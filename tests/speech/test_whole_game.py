"""Whole games, word for word, in every language."""

from functools import cache

import pytest
from whole_game import LANGUAGES, OTHERS, TAC, heard, path_of, played

GAMES = (TAC, *OTHERS)
facts_of = cache(played)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_told_word_for_word(game, language):
    facts, colours = facts_of(game)
    wanted = path_of(game, language).read_text(encoding="utf-8").splitlines()
    assert heard(facts, language, colours).splitlines() == wanted


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_play_has_its_line(game, language):
    facts, colours = facts_of(game)
    numbers = [int(line.split()[0]) for line in heard(facts, language, colours).splitlines()]
    assert sorted(set(numbers) - {0}) == list(range(1, sum(fact.kind == "move" for fact in facts) + 1))
