"""Faults in the log: kind and place, never the message, which may name a card."""

from __future__ import annotations

import logging
import traceback


def describe(error: BaseException) -> str:
    """Kind and place, as ``KeyError at selectors.py:72 (view_of)``."""
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return type(error).__name__
    last = frames[-1]
    return f"{type(error).__name__} at {last.filename.rpartition('/')[2]}:{last.lineno} ({last.name})"


class WithoutTraceback(logging.Filter):
    """Logs bad requests (a foreign host, a huge or broken body, a table of others) in one line: they are no faults of
    the site, and anybody could fill the log with them."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.startswith("django.security.") or (
            record.name == "django.request" and record.levelno < logging.ERROR
        ):
            record.exc_info = None
        return True
