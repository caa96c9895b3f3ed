"""Tacocat Spelled Backwards: two players duel with cards for a token on a track of nine spaces."""
