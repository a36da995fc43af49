"""``manage.py compile_messages``: translations compiled with Babel, so that playing needs no gettext."""

import secrets
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Compile every translation whose .mo file is missing or older than its .po file."
    requires_system_checks: list[str] = []  # nothing of the site is needed to compile its texts

    def handle(self, *args: Any, verbosity: int, **options: Any) -> None:
        for folder in settings.LOCALE_PATHS:
            for source in sorted(Path(folder).glob("*/LC_MESSAGES/*.po")):
                if is_stale(source):
                    compile_file(source)
                    if verbosity:
                        self.stdout.write(f"compiled {source.relative_to(settings.BASE_DIR)}")


def is_stale(source: Path) -> bool:
    compiled = source.with_suffix(".mo")
    return not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime


def compile_file(source: Path) -> None:
    """Write beside and rename, so that a server starting at the same time never reads half a file."""
    draft = source.with_suffix(f".{secrets.token_hex(4)}.tmp")
    with source.open("rb") as po, draft.open("wb") as mo:
        write_mo(mo, read_po(po))
    draft.replace(source.with_suffix(".mo"))
