"""What may stand in the forms of the chat.  Whether it may be said is decided in `whist.tables.chat.remarks`."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.fields import said
from whist.tables.chat.presets import CODES
from whist.tables.models.chat import LONGEST_COMPLAINT, Report
from whist.url_converters import BIGGEST_ID


class RemarkForm(forms.Form):
    """Words in ``text``, or the code of a phrase or emoji in ``preset``, which comes first."""

    text = forms.CharField(required=False, strip=False)
    preset = forms.ChoiceField(required=False, choices=[(code, code) for code in sorted(CODES)])


class PersonForm(forms.Form):
    user = forms.IntegerField(min_value=1, max_value=BIGGEST_ID)


class ReportForm(forms.Form):
    reason = forms.ChoiceField(
        label=_("What is wrong?"),
        choices=Report.Reason.choices,
        widget=forms.RadioSelect,
        error_messages=said(_("Please choose a reason.")),
    )
    details = forms.CharField(
        label=_("Anything else we should know? (optional)"),
        max_length=LONGEST_COMPLAINT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        error_messages=said(
            _("Please use letters, digits and signs only."),
            max_length=_("That is too long: at most %(limit_value)d characters, please."),
        ),
    )
