"""Playing without an account: a guest is a row like everybody else, made by the first thing they do."""

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest
from django.utils import timezone

from accounts.client_address import visitor_of
from accounts.limits import DAY, Limit, demand
from accounts.models import User


def ensure_guest(request: HttpRequest) -> User:
    """The user who is signed in, else a new guest, who then is.  Never call this for a GET; raises TooOften."""
    if isinstance(request.user, User):
        return request.user
    limit = Limit("guests of an address", settings.GUESTS_PER_ADDRESS, DAY)
    demand(limit, visitor_of(request), timezone.now())
    guest = User.objects.create_guest()
    login(request, guest)
    request.session.set_expiry(None)  # a stranger's may have been short
    return guest


def is_member(user: object) -> bool:
    """Whether somebody is signed in to an account, with an address."""
    return isinstance(user, User) and not user.is_guest
