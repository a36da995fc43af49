"""A line of a template or a style that is too long is named, and fails `make lint`."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

ROOT = Path(__file__).resolve().parents[3]


def lines(*paths: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, ROOT / "bin" / "lines", *paths]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT)


def test_long_line_is_named_by_file_and_number(tmp_path: Path):
    page = tmp_path / "page.html"
    page.write_text(f"<p>\n{'x' * 121}\n</p>\n")
    done = lines(page)
    assert done.returncode == 1
    assert done.stdout.startswith(f"{page}:2: 121 characters")


def test_line_of_120_letters_is_not_too_long(tmp_path: Path):
    style = tmp_path / "style.css"
    style.write_text(f"{'ș' * 120}\n")
    assert (lines(style).returncode, lines(style).stdout) == (0, "")


def test_without_names_it_reads_the_templates_and_the_styles_of_the_site():
    found = lines()
    assert found.stderr == ""
    assert {line.split(":")[0].rpartition(".")[2] for line in found.stdout.splitlines()} <= {"html", "txt", "css"}
    assert "vendor" not in found.stdout
