"""Cards, hands, and what a table knows of them."""
