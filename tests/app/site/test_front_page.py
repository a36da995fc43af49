import pytest

pytestmark = pytest.mark.django_db


def test_front_page_answers(client):
    assert client.get("/").status_code == 200


def test_policy_forbids_everything_inline(client):
    policy = client.get("/")["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_language_can_be_switched(client):
    client.post("/i18n/setlang/", {"language": "ro", "next": "/"})
    assert client.get("/")["Content-Language"] == "ro"
