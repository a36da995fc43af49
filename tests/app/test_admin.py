import pytest

from accounts.models import User
from tests.app.matches import open_match

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def admin(client):
    client.force_login(User.objects.create_superuser("carmen@example.org", name="Carmen"))
    return client


@pytest.fixture
def match():
    return open_match(User.objects.create_user("ana@example.org", name="Ana"))


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
