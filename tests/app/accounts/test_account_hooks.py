"""What applications add to export, deletion and merging is called in one order, and undone together."""

import json

import pytest
from django.utils import timezone

from accounts.hooks import HOOKS, AccountHooks
from accounts.mail_sender import is_wanted
from accounts.models import Mail, User
from accounts.privacy.deletion import delete_account
from accounts.privacy.export import export_account
from accounts.privacy.merging import begin_merge, merge_waiting

pytestmark = pytest.mark.django_db

NOW = timezone.now()


class Recorder(AccountHooks):
    """Notes each call with the people it is about."""

    def __init__(self) -> None:
        self.calls: list[tuple[object, ...]] = []
        self.is_in_the_way = False

    def hold(self, people):
        self.calls.append(("hold", *people))

    def delete(self, user):
        self.calls.append(("delete", user, user.email))

    def part(self, guest, account):
        self.calls.append(("part", guest, account))

    def is_obstacle(self, guest, account):
        self.calls.append(("is_obstacle", guest, account))
        return self.is_in_the_way

    def merge(self, guest, account):
        self.calls.append(("merge", guest, account))

    def is_stale(self, mail):
        return mail.kind == "news"


@pytest.fixture
def recorder():
    recorder = Recorder()
    HOOKS.append(recorder)
    yield recorder
    HOOKS.remove(recorder)


def test_file_has_the_headings_of_every_application(ana):
    content = json.loads(export_account(ana, NOW))
    tables = ["chat", "correspondence", "matches"]
    assert list(content) == ["exported_at", "account", "preferences", "sessions", *tables, "results", "bids"]


def test_everything_is_held_before_anything_goes(ana, recorder):
    guest = User.objects.create_guest()
    User.objects.filter(pk=guest.pk).update(merging_into=ana)
    delete_account(ana, NOW)
    delete_account(User.objects.get(pk=ana.pk), NOW)
    gone = [("delete", ana, "ana@example.org"), ("delete", guest, None)]
    assert recorder.calls == [("hold", ana, guest), *gone, ("hold", ana)]


def test_guest_parts_and_is_held_before_being_merged(ana, recorder):
    guest = User.objects.create_guest()
    begin_merge(guest, ana, NOW)
    merge_waiting(NOW)
    assert recorder.calls == [(call, guest, ana) for call in ("part", "hold", "is_obstacle", "merge")]


def test_guest_in_whose_way_something_stands_is_tried_again(ana, recorder):
    guest = User.objects.create_guest()
    recorder.is_in_the_way = True
    begin_merge(guest, ana, NOW)
    recorder.is_in_the_way = False
    merge_waiting(NOW)
    tried = ["part", "hold", "is_obstacle"]
    assert [call for call, *_people in recorder.calls] == [*tried, *tried, "merge"]


def test_mail_is_sent_unless_an_application_says_that_it_is_stale(recorder):
    assert is_wanted(Mail(kind="greeting"), NOW)
    assert not is_wanted(Mail(kind="news"), NOW)
