"""What is likely where nobody tells a card."""
