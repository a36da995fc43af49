from django import forms

from whist.url_converters import BIGGEST_ID


class ProfileForm(forms.Form):
    """``before``: the match after which the list of recent matches begins."""

    before = forms.IntegerField(min_value=1, max_value=BIGGEST_ID, required=False)
