"""Correspondence: vacations, premoves, mails."""
