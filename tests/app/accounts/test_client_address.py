"""From where a request comes is believed as far as configured, counted from the right, and kept by nobody."""

import pytest
from django.test import Client, RequestFactory

from accounts.client_address import network_address, visitor_of
from accounts.models import Allowance, User
from tests.support.mailbox import ask


def address(settings, said: str | None, direct: str = "198.51.100.9", proxies: int = 0) -> str:
    settings.TRUSTED_PROXIES = proxies
    headers = {} if said is None else {"X-Forwarded-For": said}
    return network_address(RequestFactory().get("/", REMOTE_ADDR=direct, headers=headers))


@pytest.mark.parametrize(
    ("proxies", "said", "believed"),
    [
        (0, None, "198.51.100.9"),
        (0, "192.0.2.1", "198.51.100.9"),
        (1, None, "198.51.100.9"),
        (1, "192.0.2.1", "192.0.2.1"),
        (1, "10.9.9.9, 192.0.2.1", "192.0.2.1"),
        (1, "10.9.9.9,  10.8.8.8 ,192.0.2.1 ", "192.0.2.1"),
        (2, "10.9.9.9, 192.0.2.1, 203.0.113.5", "192.0.2.1"),
        (2, "192.0.2.1", "198.51.100.9"),  # one proxy too few wrote something: it did not come through both
        (1, "10.9.9.9, nonsense", "198.51.100.9"),
        (1, "", "198.51.100.9"),
    ],
)
def test_only_the_configured_hop_is_believed(settings, proxies, said, believed):
    assert address(settings, said, proxies=proxies) == believed


@pytest.mark.parametrize(
    ("said", "counted"),
    [
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("2001:db8:1:3::1", "2001:db8:1:3::"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
    ],
)
def test_household_with_many_addresses_is_one(settings, said, counted):
    assert address(settings, said, proxies=1) == counted


def test_visitor_cannot_be_found_out(settings):
    request = RequestFactory().get("/", REMOTE_ADDR="192.0.2.1")
    assert "192.0.2.1" not in visitor_of(request)
    assert visitor_of(request) == visitor_of(RequestFactory().get("/rules/", REMOTE_ADDR="192.0.2.1"))


@pytest.mark.django_db
def test_spoofed_header_buys_no_further_code(settings):
    settings.TRUSTED_PROXIES = 1
    answers = []
    for number in range(25):
        browser = Client(headers={"x-forwarded-for": f"10.0.0.{number}, 192.0.2.1"})
        answers.append(ask(browser, f"player{number}@example.org").status_code)
    assert answers == [303] * 20 + [429] * 5


@pytest.mark.django_db
def test_spoofed_header_buys_no_further_guest_where_no_proxy_is_trusted(settings):
    settings.GUESTS_PER_ADDRESS = 1
    form = {"game": "romanian", "seats": 4}
    answers = [
        Client(headers={"x-forwarded-for": f"10.0.0.{number}"}).post("/tables/solo/", form).status_code
        for number in range(3)
    ]
    assert answers == [303, 429, 429]
    assert User.objects.count() == 1
    assert not any("10.0.0" in str(vars(row)) for row in Allowance.objects.all())
