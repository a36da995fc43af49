import logging
from io import StringIO

import pytest
from django.db import OperationalError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from whist.health import redis_reasons

CLOSED_PORT = "redis://127.0.0.1:1/0"


def test_healthz_answers_without_a_database(client):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"alive": True})


@pytest.mark.django_db
def test_readyz_says_ready(client):
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"ready": True, "reasons": []})


@pytest.mark.django_db
def test_readyz_names_a_missing_migration(client):
    ((app, newest),) = MigrationLoader(connection).graph.leaf_nodes("accounts")
    MigrationRecorder(connection).record_unapplied(app, newest)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert "migrations not applied" in answer.json()["reasons"][0]


@pytest.mark.django_db
def test_readyz_names_an_unreachable_redis(client, settings):
    settings.REDIS_URLS = [CLOSED_PORT]
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["reasons"] == ["redis 1 unreachable"]


def test_every_unreachable_redis_is_named():
    assert redis_reasons([CLOSED_PORT, CLOSED_PORT]) == ["redis 1 unreachable", "redis 2 unreachable"]


def test_probes_answer_whatever_the_host_and_the_scheme(client, settings):
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["whist.example.org"], True
    assert client.get("/healthz", headers={"host": "10.0.0.7"}).status_code == 200
    assert client.get("/", headers={"host": "10.0.0.7"}).status_code == 400


def test_what_a_visitor_asks_wrongly_is_one_line_of_the_log(client):
    """The real handler, since the test run has one of its own."""
    console = next(each for each in logging.getLogger().handlers if type(each) is logging.StreamHandler)
    said = console.setStream(StringIO())
    try:
        assert client.get("/", headers={"host": "evil.example.org"}).status_code == 400
        assert (
            client.post("/sign-in/", "x" * 100_000, content_type="application/x-www-form-urlencoded").status_code == 400
        )
        broken = client.generic("POST", "/sign-in/", b"x", content_type="multipart/form-data")
        assert broken.status_code == 400
        assert client.get("/tables/99999999999999999999999/").status_code in (403, 404)
        lines = console.stream.getvalue().splitlines()
    finally:
        console.setStream(said)
    assert len([line for line in lines if " django.security." in line]) == 2
    assert len([line for line in lines if " django.request: " in line]) == 2
    assert not [line for line in lines if line.startswith(("Traceback", " "))]


def test_lost_database_is_answered_with_503(client, monkeypatch):
    def lose_the_database(*args, **kwargs):
        raise OperationalError("the server closed the connection")

    monkeypatch.setattr("django.contrib.admin.sites.AdminSite.has_permission", lose_the_database)
    answer = client.get("/admin/")
    assert answer.status_code == 503
    assert answer["Retry-After"] == "3"
