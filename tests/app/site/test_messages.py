"""Every text of the interface exists in German and Romanian. The texts are collected anew from the sources."""

import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path

import polib
import pytest
from django.utils import translation
from django.utils.formats import date_format

pytestmark = pytest.mark.once

ROOT = Path(__file__).resolve().parents[3]
SOURCES = ["whist", "accounts", "economy", "leagues", "templates", "locale", "manage.py"]
TRANSLATED = ["de", "ro"]


@pytest.fixture(scope="module")
def fresh_locale(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The translations as `make messages` would leave them, in a copy of the sources."""
    copy = tmp_path_factory.mktemp("messages")
    # A server that starts beside may be writing these, and rename or remove one before it is copied.
    left_out = shutil.ignore_patterns("*.pyc", "__pycache__", "*.mo", "*.tmp")
    for name in SOURCES:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, copy / name, ignore=left_out)
        else:
            shutil.copy(source, copy / name)
    locales = [argument for language in TRANSLATED for argument in ("--locale", language)]
    done = subprocess.run(
        [sys.executable, "manage.py", "makemessages", *locales, "--no-location", "--no-obsolete"],
        cwd=copy,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return copy / "locale"


def catalogue(locale: Path, language: str) -> polib.POFile:
    return polib.pofile(str(locale / language / "LC_MESSAGES" / "django.po"))


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_is_translated(fresh_locale: Path, language: str):
    entries = catalogue(fresh_locale, language)
    assert len(entries) > 0
    assert [entry.msgid for entry in entries if not entry.translated() and "fuzzy" not in entry.flags] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_translation_is_a_guess(fresh_locale: Path, language: str):
    assert [entry.msgid for entry in catalogue(fresh_locale, language) if "fuzzy" in entry.flags] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_keep_the_placeholders(fresh_locale: Path, language: str):
    path = fresh_locale / language / "LC_MESSAGES" / "django.po"
    done = subprocess.run(["msgfmt", "--check", "--output-file=/dev/null", str(path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_romanian_is_spelled_with_commas_below(fresh_locale: Path):
    """ş and ţ, with a cedilla, are Turkish letters that old keyboards left behind."""
    texts = [text for entry in catalogue(fresh_locale, "ro") for text in (entry.msgstr, *entry.msgstr_plural.values())]
    assert [text for text in texts if set(text) & set("şţŞŢ")] == []


@pytest.mark.parametrize(
    ("language", "day"), [("en", "Dec. 1, 2026"), ("de", "1. Dezember 2026"), ("ro", "1 decembrie 2026")]
)
def test_dates_are_written_as_people_write_them(language, day):
    with translation.override(language):
        assert date_format(date(2026, 12, 1), "DATE_FORMAT") == day
