"""Sessions in a table of our own, each with its user and browser."""
