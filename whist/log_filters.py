"""How a fault is written to the log: its kind and its place, never its message, which may name a card."""

from __future__ import annotations

import logging
import traceback


def describe(error: BaseException) -> str:
    """For example ``KeyError at selectors.py:72 (view_of)``."""
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return type(error).__name__
    last = frames[-1]
    return f"{type(error).__name__} at {last.filename.rpartition('/')[2]}:{last.lineno} ({last.name})"


class WithoutTraceback(logging.Filter):
    """What a visitor asked wrongly (a foreign host, a huge or broken body, a table of others) is one line: it is no
    fault of the site's, and whoever likes could fill the log."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.startswith("django.security.") or (
            record.name == "django.request" and record.levelno < logging.ERROR
        ):
            record.exc_info = None
        return True
