"""A game written down, played again, asked and told."""
