"""Dropping the white space that lays a template out and is not for browsers."""

from __future__ import annotations

import re
from typing import NamedTuple

TOKEN = re.compile(
    r"""
      (?P<verbatim> <(?P<name>pre|textarea|script|style)\b .*? </(?P=name)> )
    | (?P<template> \{\{.*?\}\} | \{%.*?%\} | \{\#.*?\#\} )
    | (?P<gap> [^\S\n]* \n \s* )
    | (?P<begin> <(?=[a-zA-Z/!]) )
    | (?P<quote> ["'] )
    | (?P<end> > )
    | (?P<text> . )
    """,
    re.VERBOSE | re.DOTALL,
)
BESIDE_A_TAG = re.compile(r"<[a-zA-Z/!]|\{[{%#]|\Z")
AT_THE_END_OF_A_TAG = re.compile(r"/?>")


class Comment(NamedTuple):
    """The marks around what a template language drops."""

    begin: str
    end: str


def without_gaps(source: str, comment: Comment | None = None) -> str:
    r"""The source of a template without the white space around its line ends, as in JSX.

    Between two words, and between two attributes, one space is left; beside a tag, of HTML or of the template, nothing.
    White space within a line is text and stays, and so does everything in elements that show it.

    >>> without_gaps('<ol>\n  {% for name in names %}\n    <li>{{ name }}</li>\n  {% endfor %}\n</ol>\n')
    '<ol>{% for name in names %}<li>{{ name }}</li>{% endfor %}</ol>'
    >>> without_gaps('<p>\n  Some words,\n  some more: <b>one</b> <i>two</i>\n</p>')
    '<p>Some words, some more: <b>one</b> <i>two</i></p>'
    >>> without_gaps('<a\n  href="{{ url }}"\n  title="a > b"\n>\n  Go on\n</a>')
    '<a href="{{ url }}" title="a > b">Go on</a>'
    >>> without_gaps('<pre>\n  as it is\n</pre>\n')
    '<pre>\n  as it is\n</pre>'

    With ``comment`` the line ends stay in comments, so that an error names the right line.

    >>> without_gaps('<b>\n\n  {{ a }}</b>', Comment("{#", "#}"))
    '<b>{#\n\n#}{{ a }}</b>'
    """
    pieces = []
    in_tag, quote, is_after_text = False, "", False
    for token in TOKEN.finditer(source):
        kind, piece = token.lastgroup, token[0]
        if kind == "gap":
            space = _left_of_it(source[token.end() :], in_tag=in_tag, is_after_text=is_after_text)
            piece = (comment.begin + "\n" * piece.count("\n") + comment.end if comment else "") + space
        elif in_tag and kind == "quote":
            quote = "" if piece == quote else quote or piece
        elif not quote and kind in ("begin", "end"):
            in_tag = kind == "begin"
        is_after_text = not in_tag and kind in ("text", "quote")
        pieces.append(piece)
    return "".join(pieces)


def _left_of_it(rest: str, *, in_tag: bool, is_after_text: bool) -> str:
    """What a gap before ``rest`` becomes."""
    if in_tag:
        return "" if AT_THE_END_OF_A_TAG.match(rest) else " "
    return " " if is_after_text and not BESIDE_A_TAG.match(rest) else ""
