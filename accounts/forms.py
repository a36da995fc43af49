from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import User
from accounts.names import NameRefused, NameTaken, choose_name, next_change, proposals
from accounts.pictures import PICTURES, picture_url
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


class NameForm(forms.Form):
    """A name for ``user``, who is told what is wrong with it, and what else is free when it is taken."""

    name = forms.CharField(label=_("Name"))

    def __init__(self, data: Any = None, *, user: User, now: datetime) -> None:
        super().__init__(data, initial={"name": user.name} if user.is_named else None)
        self.user, self.now = user, now
        self.proposals: list[str] = []

    @property
    def next_change(self) -> datetime | None:
        """When the name may change again, if that is still to come."""
        until = next_change(self.user)
        return until if until and until > self.now else None

    def choose(self) -> bool:
        """Whether the user has this name from now on."""
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
    """A picture of the gallery, or none: then the first letter of the name stands for it."""

    picture = forms.ChoiceField(
        choices=[("", pgettext_lazy("picture", "None, my letter")), *PICTURES.items()],
        widget=forms.RadioSelect,
        required=False,
    )

    def gallery(self) -> list[tuple[forms.boundfield.BoundWidget, str]]:
        """Each choice with the address of its picture."""
        return [(option, picture_url(str(option.data["value"]))) for option in self["picture"]]
