"""One match: its moves, seats, deadlines and votes, and what is read of it."""
