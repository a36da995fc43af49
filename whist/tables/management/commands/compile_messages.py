"""``manage.py compile_messages``."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from whist.translations import compile_file, stale_sources


class Command(BaseCommand):
    help = "Compile every translation whose .mo file is missing or older than its .po file."
    requires_system_checks: list[str] = []  # nothing of the site is needed to compile its texts

    def handle(self, *args: Any, verbosity: int, **options: Any) -> None:
        for source in stale_sources():
            compile_file(source)
            if verbosity:
                self.stdout.write(f"compiled {source.relative_to(settings.BASE_DIR)}")
