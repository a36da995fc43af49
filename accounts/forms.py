import re
from datetime import datetime
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import get_language_info, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.fields import said
from accounts.models import User, normal_email
from accounts.names.choosing import NameRefused, NameTaken, choose_name, next_change, proposals
from accounts.people.preferences import CHOICES, SWITCHES, Preferences
from accounts.pictures import PICTURES, picture_url

LABELS = {
    "deck": _("Colours of the suits"),
    "cards": _("Size of the figures"),
    "sort": _("Order of your hand"),
    "tap": _("Tap to play a card"),
    "pace": _("Speed of the bots at new tables"),
    "volume": _("How loud"),
    "autoplay": _("Play a card by itself when it is the only one allowed"),
    "sound_turn": _("A sound when it is your turn"),
    "sound_table": _("Sounds of the table: cards, tricks, the end of a round"),
}
#: ASCII, without blanks and quotation marks.
PLAIN_MAILBOX = re.compile(r"[!#-~]+")
#: How the page groups them.
SECTIONS = (
    (_("Table"), ("deck", "cards", "sort", "tap", "autoplay", "pace")),
    (_("Sounds"), ("sound_turn", "sound_table", "volume")),
)


class PreferencesForm(forms.Form):
    """All preferences and the language; a field that is left out takes its default, the language stays."""

    def __init__(self, data: Any = None, *, preferences: Preferences, language: str) -> None:
        super().__init__(data, initial={**preferences.as_json(), "language": language})
        names = [(code, get_language_info(code)["name_local"].capitalize()) for code, _name in settings.LANGUAGES]
        self.fields["language"] = choice(_("Language"), names)
        for name, choices in CHOICES.items():
            self.fields[name] = choice(LABELS[name], list(choices.items()))
        for name in SWITCHES:
            self.fields[name] = forms.BooleanField(label=LABELS[name], required=False)

    @property
    def sections(self) -> list[tuple[Any, list[Any]]]:
        return [(title, [self[name] for name in names]) for title, names in SECTIONS]

    def preferences(self) -> Preferences:
        chosen = {name: self.cleaned_data[name] for name in CHOICES if self.cleaned_data[name]}
        return Preferences(**chosen, **{name: self.cleaned_data[name] for name in SWITCHES})


def choice(label: Any, choices: list[Any]) -> forms.ChoiceField:
    sentences = said(_("This cannot be chosen."))
    return forms.ChoiceField(
        label=label, choices=choices, widget=forms.RadioSelect, required=False, error_messages=sentences
    )


def check_mailbox(address: str) -> None:
    """Raise ValidationError unless the @ has before it letters that every mail server takes and people can type, and
    behind it a domain that can be looked up."""
    mailbox, _at, domain = address.rpartition("@")
    try:
        is_good = bool(PLAIN_MAILBOX.fullmatch(mailbox) and domain.encode("idna"))
    except UnicodeError:
        is_good = False
    if not is_good:
        raise ValidationError(_("This is no e-mail address."), code="invalid")


class AddressField(forms.EmailField):
    """An address in its one spelling."""

    default_validators = [*forms.EmailField.default_validators, check_mailbox]
    default_error_messages = said(_("This is no e-mail address."))

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=254, **kwargs)

    def to_python(self, value: Any) -> str:
        return normal_email(super().to_python(value) or "")


class NewAddressForm(forms.Form):
    email = AddressField(error_messages={"required": _("Type the new address.")})

    def __init__(self, data: Any = None, *, user: User) -> None:
        super().__init__(data)
        self.user = user

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"]
        if email == self.user.email:
            raise ValidationError(_("This is your address already."))
        return email


class CodesForm(forms.Form):
    """Codes as typed, one for each address; `accounts.sign_in.codes` judges them."""

    old = forms.CharField(max_length=40, required=False)
    new = forms.CharField(max_length=40, required=False)


class AddressForm(forms.Form):
    email = AddressField(
        label=_("E-mail address"),
        error_messages={"required": _("Please enter your e-mail address.")},
        widget=forms.EmailInput(attrs={"autocomplete": "email", "spellcheck": "false"}),
    )


class CodeForm(forms.Form):
    """Letters in any case, with or without the dash; what else stands between them does not count."""

    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        error_messages=said(_("Please type the code that was sent to you.")),
        widget=forms.TextInput(
            attrs={
                "class": "code",
                "autocomplete": "one-time-code",
                "inputmode": "text",
                "autocapitalize": "characters",
                "spellcheck": "false",
                "placeholder": "ABCD-EFGH",
            }
        ),
    )


class NameForm(forms.Form):
    """A name for ``user``, with what is wrong with it, and what else is free when it is taken."""

    name = forms.CharField(
        label=_("Name"),
        error_messages=said(
            _("There is a character in this name that nobody can see."), required=_("Please enter a name.")
        ),
    )

    def __init__(self, data: Any = None, *, user: User, now: datetime) -> None:
        super().__init__(data, initial={"name": user.name} if user.is_named else None)
        self.user, self.now = user, now
        self.proposals: list[str] = []

    @property
    def next_change(self) -> datetime | None:
        """When the name may change again, or None if it may now."""
        until = next_change(self.user)
        return until if until and until > self.now else None

    def choose(self) -> bool:
        """Give the user this name; whether that worked."""
        if not self.is_valid():
            return False
        name = self.cleaned_data["name"]
        try:
            choose_name(self.user, name, self.now)
        except NameRefused as refusal:
            self.add_error("name", str(refusal))
            self.proposals = proposals(name, self.user, self.now) if isinstance(refusal, NameTaken) else []
        return self.is_valid()


class PictureForm(forms.Form):
    """A picture of the gallery, or none: then the first letter of the name is shown."""

    picture = forms.ChoiceField(
        choices=[("", pgettext_lazy("picture", "None, my letter")), *PICTURES.items()],
        widget=forms.RadioSelect,
        required=False,
    )

    def gallery(self) -> list[tuple[forms.boundfield.BoundWidget, str]]:
        """Each choice with the address of its picture."""
        return [(option, picture_url(str(option.data["value"]))) for option in self["picture"]]
