"""Queries that are asked again and again: Django writes their SQL once, and later calls only fill in their values.

To write the SQL of one row by its number takes Django several times as long as the database takes to find it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections, router
from django.db.models import Model, QuerySet
from django.db.models.query import ModelIterable

# Values that no query contains by itself, of the kinds that queries are asked with, as many as are wanted.
STAND_INS: dict[type, Callable[[int], Any]] = {
    int: lambda number: 2_014_159_265 + number,
    str: lambda number: f"stands for value {number}",
    datetime: lambda number: datetime(1859, 11, 24, 3, 14, 15, 900 + number, tzinfo=UTC),
}


class CompiledQuery[M: Model]:
    """The rows that ``build`` finds for some values, as objects; ``kinds`` are the types of the values, in their order.

    ``build`` is called once with stand-ins, so it may not look at the values, and its lookups must hand them to the
    database as they are.
    """

    def __init__(self, build: Callable[..., QuerySet[M]], *kinds: type) -> None:
        self._build, self._kinds = build, kinds

    def __call__(self, *values: object) -> list[M]:
        """The rows, in one statement."""
        return list(ModelIterable(_Asked(self._compiled, values)))  # type: ignore[arg-type]

    def first(self, *values: object) -> M | None:
        """The first of the rows; all of them are read, so ``build`` says how many."""
        return next(iter(self(*values)), None)

    @cached_property
    def _compiled(self) -> _Compiled:
        return _Compiled(self._build, self._kinds)


class _Compiled:
    """The SQL of a query, and which of its parameters is which value."""

    def __init__(self, build: Callable[..., QuerySet[Any]], kinds: Sequence[type]) -> None:
        self.queryset, self.compiler, self.sql, self.parameters = _written(build, kinds, 0)
        *_others, sql, parameters = _written(build, kinds, len(kinds))
        assert (sql, parameters) == (self.sql, self.parameters), "something in the SQL is made of a value"
        assert {place for place, _other in parameters} >= set(range(len(kinds))), "a value is not in the SQL"

    def filled(self, values: Sequence[object]) -> tuple[Any, ...]:
        own = list(map(adapted, values))
        return tuple(parameter if place is None else own[place] for place, parameter in self.parameters)


def _written(
    build: Callable[..., QuerySet[Any]], kinds: Sequence[type], first: int
) -> tuple[QuerySet[Any], Any, str, list[tuple[int | None, Any]]]:
    """The SQL with the stand-ins from number ``first`` on; for each parameter its place among the values, or itself."""
    stand_ins = [STAND_INS[kind](number) for number, kind in enumerate(kinds, first)]
    queryset = build(*stand_ins)
    compiler = queryset.query.get_compiler(using=DEFAULT_DB_ALIAS)
    sql, parameters = compiler.as_sql()
    places = {adapted(stand_in): place for place, stand_in in enumerate(stand_ins)}
    found = [(places.get(parameter), parameter) for parameter in parameters]
    return queryset, compiler, sql, [(place, None if place is not None else parameter) for place, parameter in found]


def adapted(value: object) -> Any:
    """The value as it goes to the database."""
    if isinstance(value, datetime):
        return connections[DEFAULT_DB_ALIAS].ops.adapt_datetimefield_value(value)
    return value


class _Asked:
    """What `ModelIterable` wants of a queryset: with SQL that is there already, on the connection of this thread."""

    db = DEFAULT_DB_ALIAS
    _known_related_objects: dict[Any, Any] = {}  # never written

    def __init__(self, compiled: _Compiled, values: Sequence[object]) -> None:
        self.query, self.model = self, compiled.queryset.model
        self._fetch_mode = compiled.queryset._fetch_mode  # type: ignore[attr-defined]
        self._compiler: Any = copy(compiled.compiler)
        self._compiler.connection = connections[DEFAULT_DB_ALIAS]
        self._compiler.as_sql = lambda: (compiled.sql, compiled.filled(values))

    def get_compiler(self, using: str) -> Any:
        return self._compiler


SOMETHING = object()
TESTS: Mapping[object, str] = {None: "IS NULL", SOMETHING: "IS NOT NULL"}


def update_unchanged(
    row: Model, unchanged: Mapping[str, object], changes: Mapping[str, object], *, raised: str, returning: str = "1"
) -> Any:
    """Write ``changes`` to a row, and one more in the column ``raised`` if it names one, as long as the columns
    ``unchanged`` are what they were, or with `SOMETHING` not null.  In one statement, whose SQL is written once.

    Returns the value of the expression ``returning`` afterwards, or None where nothing was written."""
    model = type(row)
    connection = connections[router.db_for_write(model)]
    same = tuple((name, TESTS.get(value, "= %s")) for name, value in unchanged.items())
    sql = f"{_update_sql(model, connection.vendor, tuple(changes), same, raised)} RETURNING {returning}"
    asked = {name: value for name, value in unchanged.items() if value not in TESTS}
    values = [_prepared(model, connection, *pair) for pair in (*changes.items(), *asked.items())]
    with connection.cursor() as cursor:
        cursor.execute(sql, [*values, row.pk])
        found = cursor.fetchone()
    return found[0] if found else None


def _prepared(model: type[Model], connection: Any, name: str, value: object) -> Any:
    return model._meta.get_field(name).get_db_prep_save(value, connection)  # type: ignore[union-attr]


@lru_cache(1024)
def _update_sql(
    model: type[Model], _vendor: str, changes: Sequence[str], unchanged: Sequence[tuple[str, str]], raised: str
) -> str:
    quote = connections[router.db_for_write(model)].ops.quote_name

    def column(name: str) -> str:
        return quote(model._meta.get_field(name).column)  # type: ignore[arg-type, union-attr]

    written = [f"{column(name)} = %s" for name in changes]
    if raised:
        written.append(f"{column(raised)} = {column(raised)} + 1")
    same = [f"{column(name)} {test}" for name, test in unchanged]
    same.append(f"{column('id')} = %s")
    return f"UPDATE {quote(model._meta.db_table)} SET {', '.join(written)} WHERE {' AND '.join(same)}"  # noqa: S608
