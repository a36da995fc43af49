"""Names that people choose: what they may look like and whose they are."""
