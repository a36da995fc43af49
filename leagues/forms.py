from django import forms


class ProfileForm(forms.Form):
    """``before``: the match after which the list of recent matches begins."""

    before = forms.IntegerField(min_value=1, max_value=2**63 - 1, required=False)
