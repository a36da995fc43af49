"""Answers that send the browser somewhere else."""

from django.http import HttpRequest, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme


class HttpResponseSeeOther(HttpResponseRedirect):
    status_code = 303


def see_other(to: str) -> HttpResponseSeeOther:
    """The answer to a POST whose result stands at another address, to be fetched by GET."""
    return HttpResponseSeeOther(resolve_url(to))


def safe_address(request: HttpRequest, address: str) -> str:
    """The address if it is one of this site, else nothing.

    Complete or beginning with a slash: anything else might be taken for the name of a page.
    """
    is_ours = url_has_allowed_host_and_scheme(address, {request.get_host()})
    return address if is_ours and address.startswith(("/", "http:", "https:")) else ""
