from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import normal_email
from accounts.preferences import CHOICES, Preferences

LABELS = {
    "deck": _("Colours of the suits"),
    "cards": _("Size of the figures"),
    "sort": _("Order of your hand"),
    "tap": _("Tap to play a card"),
}


class PreferencesForm(forms.Form):
    """Every preference at once; a field that is left out takes its default."""

    autoplay = forms.BooleanField(label=_("Play a card by itself when it is the only one allowed"), required=False)

    def __init__(self, data: Any = None, *, preferences: Preferences) -> None:
        super().__init__(data, initial=preferences.as_json())
        for name, choices in CHOICES.items():
            self.fields[name] = forms.ChoiceField(
                label=LABELS[name], choices=list(choices.items()), widget=forms.RadioSelect
            )
        self.order_fields([*CHOICES, "autoplay"])

    def preferences(self) -> Preferences:
        return Preferences(**self.cleaned_data)


class AddressForm(forms.Form):
    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        error_messages={"required": _("Please enter your e-mail address.")},
        widget=forms.EmailInput(attrs={"autocomplete": "email", "spellcheck": "false"}),
    )

    def clean_email(self) -> str:
        return normal_email(self.cleaned_data["email"])


class CodeForm(forms.Form):
    """Letters in any case, with or without the dash; what else stands between them does not count."""

    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        error_messages={"required": _("Please type the code that was sent to you.")},
        widget=forms.TextInput(
            attrs={
                "autocomplete": "one-time-code",
                "inputmode": "text",
                "autocapitalize": "characters",
                "spellcheck": "false",
                "placeholder": "ABCD-EFGH",
            }
        ),
    )
