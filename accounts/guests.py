"""Playing without an account: a guest is a row like everybody else, made by the first thing he does."""

from django.contrib.auth import login
from django.http import HttpRequest

from accounts.models import User


def ensure_guest(request: HttpRequest) -> User:
    """Whoever is signed in, else a new guest, signed in from now on.  Never call this for a GET."""
    if isinstance(request.user, User):
        return request.user
    guest = User.objects.create_guest()
    login(request, guest)
    return guest
