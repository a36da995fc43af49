"""``manage.py createsuperuser``: replaces Django's own, which asks for a password that nobody has here."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email
from django.utils import timezone

from accounts.models import User, normal_email
from accounts.sign_in.codes import WrongCode
from accounts.sign_in.entry import account_of


class Command(BaseCommand):
    help = "Let the owner of an e-mail address use the admin; makes the account if there is none."

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("--email", required=True)

    def handle(self, *args: Any, email: str, **options: Any) -> None:
        email = normal_email(email)
        try:
            validate_email(email)
            account, _is_new = account_of(email, None, timezone.now())
        except ValidationError as error:
            raise CommandError(f"{email} is no e-mail address.") from error
        except WrongCode as error:
            raise CommandError(f"The account of {email} may not play, so it may not use the admin either.") from error
        User.objects.filter(pk=account.pk).update(is_staff=True, is_superuser=True)
        self.stdout.write(f"{email} may use the admin. Sign in at /admin/ with a code sent to that address.\n")
