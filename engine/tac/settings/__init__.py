"""What a table chooses: variant, deck, house rules."""
