"""Users. Everybody is a row: a guest has a name and a cookie, a member an e-mail address too."""

import secrets
from contextlib import suppress
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import IntegrityError, models, transaction
from django.db.models import F
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.confusables import skeleton
from accounts.hashes import keyed_hash
from accounts.pictures import picture_url


def normal_email(email: str) -> str:
    """The one spelling of a mailbox, as people see it: without outer blanks, in lower case.

    Mail programs know a domain in many spellings (ｅxample.org, EXAMPLE。org, xn--…); the limits of a mailbox
    must count all of them as one.  What is no domain stays as it is, for `accounts.forms` to refuse.

    >>> normal_email(" Ana@Ｅxample。org"), normal_email("ana@xn--mnchen-3ya.de")
    ('ana@example.org', 'ana@münchen.de')
    """
    mailbox, at, domain = email.strip().lower().rpartition("@")
    with suppress(UnicodeError):
        domain = domain.encode("idna").decode("idna")
    return mailbox + at + domain


class UserManager(BaseUserManager["User"]):
    def create_guest(self) -> "User":
        return self._create_numbered(is_guest=True)

    def create_user(self, email: str, **fields: Any) -> "User":
        """Create a member.  A ``name`` counts as chosen; without one they have a number until they choose."""
        email = normal_email(email)
        if not email:
            raise ValueError("a member needs an e-mail address")
        if "name" in fields:
            return self._create(email=email, **{"named_at": timezone.now(), **fields})
        return self._create_numbered(email=email, **fields)

    def _create_numbered(self, **fields: Any) -> "User":
        """Create a user under a free name like "Guest 48213"; after unlucky draws the number grows longer."""
        for digits in (5, 5, 5, 6, 7, 9, 12):
            name = numbered_name(digits)
            try:
                with transaction.atomic():
                    return self._create(name=name, **fields)
            except IntegrityError:
                if not self.filter(name_key=skeleton(name)).exists():
                    raise  # the address was taken, not the number
        raise RuntimeError("no free number for a name")

    def create_superuser(self, email: str, **fields: Any) -> "User":
        return self.create_user(email, is_staff=True, is_superuser=True, **fields)

    def hold(self, user_id: int) -> None:
        """Write the row without changing it: on every database, others who do so wait for the end of this
        transaction."""
        self.filter(pk=user_id).update(is_active=F("is_active"))

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=normal_email(username or ""))

    def _create(self, **fields: Any) -> "User":
        user = self.model(**fields)
        user.name_key = skeleton(user.name)
        user.save(using=self._db)
        return user


def numbered_name(digits: int) -> str:
    """The name of a user who has chosen none, as it is stored; `User.shown_name` says it in the reader's language."""
    return f"Guest {10 ** (digits - 1) + secrets.randbelow(9 * 10 ** (digits - 1))}"


class User(AbstractBaseUser, PermissionsMixin):
    password = None  # type: ignore[assignment]  # nobody has one: reading a mailbox proves whose it is

    name = models.CharField(_("name"), max_length=40, unique=True)
    # What makes two names look alike is the same in their keys (`accounts.names.choosing`), and no key exists twice.
    name_key = models.CharField(max_length=80, unique=True, editable=False)
    # When the name was chosen last; None while it is only a number.
    named_at = models.DateTimeField(_("name chosen"), null=True, blank=True)
    email = models.EmailField(_("e-mail address"), unique=True, null=True, blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    is_staff = models.BooleanField(_("may use the admin"), default=False)
    is_active = models.BooleanField(_("may play"), default=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    deleted_at = models.DateTimeField(_("deleted"), null=True, blank=True)
    # A guest whose owner has signed in to an account; empty again once everything has moved there.
    merging_into = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="merging_guests")
    picture = models.CharField(_("picture"), max_length=24, blank=True)
    language = models.CharField(_("language"), max_length=8, blank=True)
    preferences = models.JSONField(_("preferences"), default=dict, blank=True)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            # With this, the plain unique index tells Ana@… and ana@… apart nowhere.
            models.CheckConstraint(condition=models.Q(email=Lower("email")), name="email_in_lower_case"),
        ]

    def __str__(self) -> str:
        return self.name

    def has_usable_password(self) -> bool:
        return False

    @property
    def is_named(self) -> bool:
        """Whether the name is the user's own: chosen, and nobody else's."""
        return self.named_at is not None

    @property
    def shown_name(self) -> str:
        """The name for people to read, in the language that is switched on; only a chosen one is the same in all."""
        if self.is_named:
            return self.name
        number = {"number": self.name.rpartition(" ")[2]}
        if self.deleted_at:
            return gettext("Deleted player %(number)s") % number
        return (gettext("Guest %(number)s") if self.is_guest else gettext("Player %(number)s")) % number

    @property
    def picture_url(self) -> str:
        return picture_url(self.picture)

    def get_session_auth_hash(self) -> str:
        """Sessions end by being deleted (`accounts.sessions.store`); there is no password whose change could end
        them."""
        return keyed_hash("session", str(self.pk))

    def clean(self) -> None:
        self.email = normal_email(self.email) if self.email else None
