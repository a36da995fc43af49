"""Friends' tables: who sits where, and the list of them."""
