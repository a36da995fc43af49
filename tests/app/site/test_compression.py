"""Pages travel short, and their length tells nothing exactly."""

import gzip

import brotli
import pytest
from django.test import Client

pytestmark = [pytest.mark.django_db, pytest.mark.once]

PAGE = "/rules/faq/"


def get(said):
    return Client(headers={"accept-encoding": said} if said else {}).get(PAGE)


def length_of(answer):
    return len(answer.content) + sum(len(value) for name, value in answer.headers.items() if name == "X-Padding")


def test_browser_gets_brotli_where_it_takes_it_and_gzip_else():
    plain = get("").content
    for said in ("gzip, deflate, br, zstd", "br;q=1.0, gzip", "br"):
        answer = get(said)
        assert answer["Content-Encoding"] == "br"
        assert int(answer["Content-Length"]) == len(answer.content) < len(plain) / 2
        assert brotli.decompress(answer.content)[:15] == plain[:15]
    for said in ("gzip", "gzip, br;q=0"):
        answer = get(said)
        assert answer["Content-Encoding"] == "gzip"
        assert gzip.decompress(answer.content)[:15] == plain[:15]
    for said in ("", "br;q=0", "identity"):
        assert not get(said).has_header("Content-Encoding")


@pytest.mark.parametrize("said", ["gzip, br", "gzip", ""])
def test_caches_keep_the_forms_apart(said):
    assert "Accept-Encoding" in get(said)["Vary"]


@pytest.mark.parametrize("said", ["br", "gzip"])
def test_same_page_has_another_length_each_time(said):
    assert len({length_of(get(said)) for _ in range(20)}) > 3


def test_short_answer_is_left_alone():
    answer = Client(headers={"accept-encoding": "br"}).get("/healthz")
    assert not answer.has_header("Content-Encoding")


@pytest.mark.parametrize("said", ["gzip", "gzip, deflate, br", "br", ""])
def test_file_that_the_browser_has_and_part_of_a_file_are_as_they_are(said):
    browser = Client(headers={"accept-encoding": said})
    whole = browser.get("/static/app.css")
    content = b"".join(whole.streaming_content)
    assert int(whole["Content-Length"]) == len(content)
    for known in ({"if-none-match": whole["ETag"]}, {"if-modified-since": whole["Last-Modified"]}):
        answer = browser.get("/static/app.css", headers=known)
        assert (answer.status_code, answer.has_header("Content-Encoding")) == (304, False)
        assert b"".join(answer) == b""
    part = browser.get("/static/app.css", headers={"range": "bytes=2-40"})
    assert (part.status_code, b"".join(part.streaming_content)) == (206, content[2:41])
