"""What is done when its time has come, and the audit of the record."""
