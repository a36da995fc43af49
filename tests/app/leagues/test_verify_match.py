import json
import subprocess
import sys
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.support.browsers import browser_of
from tests.support.matches import open_match, play_to_end
from whist.tables.models import Match, Round

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match(ana):
    return play_to_end(open_match(ana, seats=6, schedule="quick", level="easy", pace="instant"), ana)


def verify(*numbers: int) -> str:
    said = StringIO()
    call_command("verify_match", *numbers, stdout=said)
    return said.getvalue()


def test_a_finished_match_verifies(match):
    assert verify(match.pk) == f"match {match.pk}: verified\n"


def test_the_downloaded_record_passes_the_replay_command(ana, match, tmp_path):
    browser = browser_of(ana)
    answer = browser.get(f"/tables/{match.table_id}/record/")
    assert answer["Content-Disposition"] == f'attachment; filename="whist-{match.pk}.json"'
    file = tmp_path / "record.json"
    file.write_bytes(answer.content)
    done = subprocess.run([sys.executable, "-m", "whist.engine.replay", file], capture_output=True, text=True)
    said = json.loads(done.stdout)
    assert (done.returncode, said["ok"], said["fair"], said["finished"]) == (0, True, True, True)
    assert all(
        len(played["actors"]) == len(played["bids"]) + len(played["plays"]) // 2 for played in answer.json()["rounds"]
    )


def test_a_match_that_still_runs_is_not_verified(ana):
    match = open_match(ana)
    with pytest.raises(CommandError):
        verify(match.pk)


def test_an_unknown_match_is_told():
    with pytest.raises(CommandError):
        verify(987_654)


@pytest.mark.parametrize("tampering", ["secret", "cards", "tricks"])
def test_whatever_was_changed_afterwards_is_found(match, tampering):
    played = Round.objects.get(match=match, number=0)
    if tampering == "secret":
        Match.objects.filter(pk=match.pk).update(secret=bytes(32))
    elif tampering == "cards":
        first = played.actions[6:8]  # after six bids; in the end nobody holds it any more
        Round.objects.filter(match=match, number=0).update(actions=played.actions[:-2] + first)
    else:
        Round.objects.filter(match=match, number=0).update(made="900000")

    with pytest.raises(CommandError):
        verify(match.pk)
