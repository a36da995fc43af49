"""What tells everybody that a table has changed: numbers only, never cards, never HTML."""
