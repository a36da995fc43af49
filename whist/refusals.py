"""Refusals: exceptions with a sentence for the visitor and the status of the answer."""

from __future__ import annotations

from django.db.models import Model, QuerySet
from django.http import Http404
from django.utils.functional import Promise


class Refusal(Exception):
    """A subclass has its sentence, or is raised with one."""

    status: int = 409
    sentence: str | Promise = ""

    def __init__(self, sentence: str | Promise = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence or self.sentence

    def __str__(self) -> str:
        return str(self.sentence)


class NotNow(Refusal):
    """A refusal of what may be tried again in so many ``seconds``."""

    seconds: int


class NotFound(Http404):
    """There is no such thing, or it is not one for this visitor."""


def found[Row: Model](rows: QuerySet[Row], **key: object) -> Row:
    """The first of these rows; raises NotFound."""
    row = rows.filter(**key).first()
    if row is None:
        raise NotFound
    return row
