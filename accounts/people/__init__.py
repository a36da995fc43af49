"""Guests and members: language, preferences, picture."""
