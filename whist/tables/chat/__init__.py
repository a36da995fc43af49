"""What is said at a table, by whom, and who reads it."""
