"""Pages and forms of the tables."""
