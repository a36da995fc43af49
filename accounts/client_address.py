"""The network address of a request, believed only as far as configured."""

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from accounts.hashes import keyed_hash


def network_address(request: HttpRequest) -> str:
    """The visitor's address: that of the connection, or behind ``TRUSTED_PROXIES`` = n proxies the n-th
    from the right in X-Forwarded-For, since the visitor may have invented what stands further left.

    An IPv6 address is cut to its first 64 bits: one household has all the others of them.
    """
    return _believed(request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR", ""))


def _believed(direct: str, forwarded: str) -> str:
    hops = [hop.strip() for hop in forwarded.split(",")]
    trusted = settings.TRUSTED_PROXIES
    said = hops[-trusted] if 0 < trusted <= len(hops) else direct
    try:
        address = ip_address(said)
    except ValueError:
        return direct
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(IPv6Address(int(address) >> 64 << 64))
    return str(address)


def visitor_of(request: HttpRequest) -> str:
    """A key that is the same for all requests from one address, and does not tell it."""
    return keyed_hash("visitor", network_address(request))


def visitor_at(scope: Mapping[str, Any]) -> str:
    """The same key for a socket."""
    forwarded = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    direct = (scope.get("client") or [""])[0]
    return keyed_hash("visitor", _believed(direct, ",".join(forwarded)))
