"""The board for TAC and the pieces on it."""
