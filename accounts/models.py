"""Who plays. Everybody is a row: a guest has a name and a cookie, a member an e-mail address too."""

import secrets
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import IntegrityError, models, transaction
from django.db.models.functions import Lower
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


def normal_email(email: str) -> str:
    """One spelling for each mailbox, as people see it: without outer blanks, in lower case."""
    return email.strip().lower()


class UserManager(BaseUserManager["User"]):
    def create_guest(self) -> "User":
        """A new guest under a free name like "Guest 48213"; after unlucky draws the number grows longer."""
        for digits in (5, 5, 5, 6, 7, 9, 12):
            try:
                with transaction.atomic():
                    return self._create(name=guest_name(digits), is_guest=True)
            except IntegrityError:
                continue
        raise RuntimeError("no free name for a guest")

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """A member. Without a password nobody can sign in by one; ``name`` defaults to the mailbox."""
        email = normal_email(email)
        if not email:
            raise ValueError("a member needs an e-mail address")
        return self._create(email=email, password=password, **{"name": email.partition("@")[0][:40], **fields})

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=normal_email(username or ""))

    def _create(self, password: str | None = None, **fields: Any) -> "User":
        user = self.model(**fields)
        user.set_password(password)
        user.save(using=self._db)
        return user


def guest_name(digits: int) -> str:
    number = 10 ** (digits - 1) + secrets.randbelow(9 * 10 ** (digits - 1))
    return gettext("Guest %(number)s") % {"number": number}


class User(AbstractBaseUser, PermissionsMixin):
    name = models.CharField(_("name"), max_length=40, unique=True)
    email = models.EmailField(_("e-mail address"), unique=True, null=True, blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    is_staff = models.BooleanField(_("may use the admin"), default=False)
    is_active = models.BooleanField(_("may play"), default=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
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

    def clean(self) -> None:
        self.email = normal_email(self.email) if self.email else None
