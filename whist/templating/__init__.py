"""How templates are found and compiled: both engines drop the white space of their layout."""
