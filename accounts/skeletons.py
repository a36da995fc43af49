"""The skeleton of a name: the same for two names that people could take for one another."""

import unicodedata


def skeleton(name: str) -> str:
    """Two names that look alike have the same skeleton.

    >>> skeleton("Ioana") == skeleton("ioana ")
    True
    """
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in plain if letter.isalnum())
