"""``manage.py migrate``: Django's, which leaves a database alone that this version cannot carry over."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from whist.old_databases import is_old

BEFORE = "The database {name} was made by an earlier version of the site and cannot be carried over; it is as it was. "
FILE = "`make play` keeps it beside, under a name with the date, and begins a new one."
SERVER = "Keep it as long as you need it, and give the site an empty one: DATABASE_URL."


def sentence(connection: BaseDatabaseWrapper) -> str:
    way = FILE if connection.vendor == "sqlite" else SERVER
    return BEFORE.format(name=connection.settings_dict["NAME"]) + way


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        connection = connections[options["database"]]
        if is_old(connection):
            raise CommandError(sentence(connection))
        super().handle(*args, **options)
