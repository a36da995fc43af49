"""The skeleton of a name: the same for two names that people could take for one another.

What counts is how names look in a sans-serif face, in small or in capital letters.  Whoever changes a rule here writes
a migration that gives every ``name_key`` anew (see ``0003_names``).
"""

import unicodedata

# Letters that lose their stroke, or are two letters written as one; accents fall away by themselves.
LATIN = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "þ": "p"}
LATIN |= {"ı": "i", "ȷ": "j", "ĸ": "k", "ŋ": "n", "ə": "e", "ɑ": "a", "ɡ": "g", "ɩ": "i", "ɪ": "i", "ʟ": "l", "ƒ": "f"}

# Names are in Latin script (`accounts.names.choosing`); these are for what came in another way, and for the blocked
# words.
CYRILLIC = dict(zip("авгеёзіїјкԁмнорстухԛѕԝӏьү", "abreeziijkdmhopctyxqswlby", strict=True))
GREEK = dict(zip("αβγεζηικμνορςτυχω", "abyeznikmvopstuxw", strict=True))

# "Ilie", "llie" and "1lie" look the same, and so do the digit and the letter in "Otto" and "0tto".
LIKE_I = dict.fromkeys("l1|!¡ǀǃ", "i")
LIKE_O = {"0": "o"}

TWINS = str.maketrans(LATIN | CYRILLIC | GREEK)
STROKES = str.maketrans(LIKE_I | LIKE_O)

# Two letters that run into one; "cl" for "d" is left out, since Clara is no Dara.
PAIRS = (("rn", "m"), ("vv", "w"))


def skeleton(name: str) -> str:
    """The name without case, accents, blanks, dots, dashes and what cannot be seen, with one letter for all that look
    alike.

    >>> skeleton("Ștefan Ilie") == skeleton("stefan-1lie")
    True
    >>> skeleton("Ana") == skeleton("Anna")
    False
    """
    letters = _decomposed(_decomposed(name).casefold()).translate(TWINS).translate(STROKES)
    letters = "".join(filter(_counts, letters))
    for pair, single in PAIRS:
        letters = letters.replace(pair, single)
    return letters


def _decomposed(text: str) -> str:
    """Compatibility forms as plain letters (ﬁ, Ａ, 𝐀, ²), every accent as a character of its own."""
    return unicodedata.normalize("NFKD", text)


def _counts(character: str) -> bool:
    """Letters and digits; no modifiers, such as the ʾ that decomposition leaves of some letters."""
    return character.isalnum() and unicodedata.category(character) != "Lm"
