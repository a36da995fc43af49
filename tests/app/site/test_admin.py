import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.privacy.deletion import delete_account
from tests.support.browsers import browser_of
from tests.support.experience import give_xp, xp_of
from tests.support.matches import open_match

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match(ana):
    return open_match(ana)


def test_a_match_shows_its_commitment_and_no_secret(admin, match):
    page = admin.get(f"/admin/tables/match/{match.pk}/change/").content.decode()
    assert match.commitment in page
    assert bytes(match.secret).hex() not in page


@pytest.mark.parametrize("lookup", ["secret__gte", "salt__contains", "actions__startswith"])
def test_nobody_searches_matches_by_what_is_secret(admin, match, lookup):
    assert admin.get(f"/admin/tables/match/?{lookup}=a").status_code in (302, 400)


@pytest.mark.parametrize("model", ["table", "match"])
def test_tables_and_matches_are_records_that_nobody_edits(admin, match, model):
    assert admin.get(f"/admin/tables/{model}/").status_code == 200
    assert admin.get(f"/admin/tables/{model}/add/").status_code == 403
    assert admin.post(f"/admin/tables/{model}/{match.pk}/delete/", {"post": "yes"}).status_code == 403


# -- accounts ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def ana_with_xp(ana):
    give_xp(ana, 60)
    return ana


def address_of(user: User) -> str:
    return f"/admin/accounts/user/{user.pk}/change/"


def filled_in(browser: Client, user: User) -> dict[str, object]:
    """The form as it was opened."""
    form = browser.get(address_of(user)).context["adminform"].form
    values = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in values.items() if value is not None and value is not False}


def test_the_form_of_an_account_deleted_meanwhile_brings_nothing_back(admin, ana_with_xp):
    form = filled_in(admin, ana_with_xp)
    delete_account(User.objects.get(pk=ana_with_xp.pk), timezone.now())
    assert admin.post(address_of(ana_with_xp), form).status_code == 403
    ana_with_xp.refresh_from_db()
    assert (ana_with_xp.email, ana_with_xp.is_active) == (None, False)


def test_staff_changes_neither_address_nor_experience(admin, ana_with_xp):
    form = filled_in(admin, ana_with_xp)
    User.objects.filter(pk=ana_with_xp.pk).update(email="new@example.org")
    give_xp(ana_with_xp, 90)
    more = {"email": "mine@example.org", "xp": "9999", "name": "Admin", "is_staff": "on"}
    assert admin.post(address_of(ana_with_xp), form | more).status_code == 302
    ana_with_xp.refresh_from_db()
    assert (ana_with_xp.email, xp_of(ana_with_xp), ana_with_xp.name, ana_with_xp.is_staff) == (
        "new@example.org",
        90,
        "Ana",
        True,
    )


def test_staff_shuts_somebody_out(admin, ana_with_xp):
    browser = browser_of(ana_with_xp)
    form = filled_in(admin, ana_with_xp)
    del form["is_active"]
    assert admin.post(address_of(ana_with_xp), form).status_code == 302
    assert browser.get("/account/").status_code == 303


def test_staff_without_all_powers_gives_none(client, ana_with_xp):
    carmen = User.objects.create_user("carmen@example.org", name="Carmen", is_staff=True)
    carmen.user_permissions.set(Permission.objects.filter(codename__in=["view_user", "change_user"]))
    client.force_login(carmen)
    powers = {"is_active": "on", "is_staff": "on", "is_superuser": "on"}
    for user in (carmen, ana_with_xp):
        assert client.post(address_of(user), powers).status_code == 302
    assert not User.objects.filter(is_superuser=True).exists()
    assert not User.objects.get(pk=ana_with_xp.pk).is_staff


def test_nobody_is_deleted_past_their_matches_and_books(admin, ana_with_xp):
    assert admin.post(f"/admin/accounts/user/{ana_with_xp.pk}/delete/", {"post": "yes"}).status_code == 403
    admin.post(
        "/admin/accounts/user/", {"action": "delete_selected", "_selected_action": [ana_with_xp.pk], "post": "yes"}
    )
    assert User.objects.filter(pk=ana_with_xp.pk).exists()
