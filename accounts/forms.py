from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

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
