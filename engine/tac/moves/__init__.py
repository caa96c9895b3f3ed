"""What a card does to the pieces, and what a seat may do with it."""
