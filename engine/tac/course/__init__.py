"""How a game goes on: deals, turns, cards in order."""
