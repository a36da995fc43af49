"""The files that a site is set up from agree with each other and with the settings."""

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError

from whist.translations import compile_file, texts_are_compiled

pytestmark = pytest.mark.once

ROOT = Path(__file__).resolve().parents[3]


def lines(name: str) -> list[str]:
    return [line for line in (ROOT / name).read_text().splitlines() if line and not line.startswith("#")]


def example_environment() -> dict[str, str]:
    return dict(line.split("=", 1) for line in lines(".env.example"))


def manage(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), **variables}
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)


def setting(name: str, **variables: str) -> str:
    done = manage(
        "shell", "--no-imports", "--command", f"from django.conf import settings; print(settings.{name})", **variables
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_django_has_nothing_to_say_against_the_example_site():
    done = manage("check", "--deploy", "--fail-level", "WARNING", **example_environment())
    assert done.returncode == 0, done.stderr
    assert "no issues (0 silenced)" in done.stdout


def test_deployed_site_without_a_shared_key_does_not_start():
    variables = example_environment()
    del variables["SECRET_KEY"]
    done = manage("check", **variables)
    assert done.returncode != 0
    assert "Set SECRET_KEY" in done.stderr


def test_deployed_site_without_a_mail_server_does_not_start():
    variables = example_environment()
    del variables["EMAIL_URL"]
    done = manage("check", **variables)
    assert done.returncode != 0
    assert "Set EMAIL_URL" in done.stderr


@pytest.mark.django_db
def test_deployed_site_whose_texts_are_not_compiled_is_told_so(settings, tmp_path):
    source = tmp_path / "ro/LC_MESSAGES/django.po"
    source.parent.mkdir(parents=True)
    source.write_text('msgid "Trump"\nmsgstr "Atu"\n')
    settings.LOCALE_PATHS, settings.EMBEDDED = [tmp_path], False
    with pytest.raises(SystemCheckError, match="Texts not compiled: ro"):
        call_command("migrate", "--plan", skip_checks=False, verbosity=0)
    compile_file(source)
    assert texts_are_compiled() == []


def test_deployed_site_prints_or_keeps_its_mails_where_that_is_asked_for(tmp_path):
    asked = example_environment() | {"EMAIL_URL": "consolemail://"}
    assert "console.EmailBackend" in setting("MAILERS", **asked)
    assert str(tmp_path) in setting("MAILERS", **asked | {"EMAIL_URL": f"filemail://{tmp_path}"})


def test_embedded_site_keeps_a_key_of_its_own(tmp_path):
    from whist.environment import own_secret_key

    path = tmp_path / "var" / "secret-key"
    key = own_secret_key(path)
    assert len(key) >= 50
    assert own_secret_key(path) == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_embedded_site_listens_to_this_machine_only_and_hides_errors():
    assert setting("ALLOWED_HOSTS") == "['localhost', '127.0.0.1', '[::1]']"
    assert setting("DEBUG") == "False"


def test_wait_for_a_database_connection_is_bounded():
    assert "'timeout': 3" in setting("DATABASES", **example_environment())


@pytest.mark.parametrize("process", ["web", "worker", "mailer", "beat"])
def test_compose_runs_what_the_procfile_runs(process: str):
    command = next(line.partition(": ")[2] for line in lines("Procfile") if line.startswith(f"{process}: "))
    assert f"    command: {command}" in lines("compose.yaml")


def test_every_variable_of_the_settings_is_in_the_example():
    sources = ((ROOT / "whist" / name).read_text() for name in ("settings.py", "environment.py"))
    read = {name for source in sources for name in re.findall(r'env\.\w+\(\s*"(\w+)"', source)}
    assert read - {"DEBUG"} <= set(example_environment())
