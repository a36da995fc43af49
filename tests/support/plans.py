"""How the database finds rows."""

from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet

OTHER_WAYS = ("seqscan", "bitmapscan", "sort")
"""By which PostgreSQL would read as few rows as a test has, whatever it happens to know about them."""


def plan_of(rows: QuerySet[Any]) -> str:
    """The plan for these rows as if there were many of them: by an index that has them in their order, if there is
    one."""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                for way in OTHER_WAYS:
                    cursor.execute(f"SET LOCAL enable_{way} = off")
        return rows.explain()
