"""Matches in which a turn takes days: vacations, cards prepared beforehand, mails."""
