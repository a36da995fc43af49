"""What may stand in a form.  Syntax only: the rules decide in the engine."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.fields import said
from whist import bots
from whist.engine import GAMES, Game
from whist.engine.cards import PACK
from whist.engine.errors import BadOption, ExclusiveOptions, MalformedAction
from whist.engine.game import DEAL, parse_action
from whist.tables.match.premoves import CONDITIONS
from whist.tables.match.time_controls import TIME_CONTROLS
from whist.tables.texts.refusals import Malformed
from whist.tables.texts.sentences import sentence_of
from whist.url_converters import BIGGEST_ID

NO_CHOICE = said(_("This cannot be chosen."))
NO_GAME = said(_("We do not have this game."))


VERSION = re.compile("[0-9]{1,10}")


def chosen_move(data: QueryDict) -> tuple[str, int]:
    """The action as the engine writes it, or ``deal``, and the version of the table that the form was made for; raises
    Malformed.  No form of Django's, which takes as long as the move itself."""
    action, version = data.get("action", "").strip(), data.get("version", "").strip()
    if not VERSION.fullmatch(version) or int(version) >= 2**31:
        raise Malformed
    try:
        return (action if action == DEAL else parse_action(action)), int(version)
    except MalformedAction as error:
        raise Malformed from error


class CloseForm(forms.Form):
    """``match``: the one that the question was about."""

    match = forms.IntegerField(min_value=1, max_value=BIGGEST_ID)


class SoloForm(forms.Form):
    """A game with its options, each by the code of a choice; what is left out takes the game's default."""

    game = forms.CharField(max_length=16, error_messages=NO_GAME)
    seats = forms.IntegerField(error_messages=NO_CHOICE)
    level = forms.CharField(max_length=8, required=False, error_messages=NO_CHOICE)
    pace = forms.CharField(max_length=8, required=False, error_messages=NO_CHOICE)

    def clean_game(self) -> Game:
        game = GAMES.get(self.cleaned_data["game"])
        if game is None:
            raise ValidationError(_("We do not have this game."))
        return game

    def clean_level(self) -> str:
        return known(self.cleaned_data["level"] or "normal", bots.LEVELS)

    def clean_pace(self) -> str:
        """Empty where the preference of the player counts."""
        pace: str = self.cleaned_data["pace"]
        return known(pace, bots.PACES) if pace else ""

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                cleaned["options"] = chosen_options(cleaned["game"], cleaned["seats"], self.data)
            except ExclusiveOptions as error:
                raise ValidationError(sentence_of(error)) from error
            except BadOption as error:
                raise ValidationError(_("This game is not offered with these options.")) from error
        return cleaned


class OpenTableForm(SoloForm):
    """A friends' table: its game as at a solo table, the time control, who finds it, what the host allows."""

    clock = forms.CharField(max_length=12, required=False, error_messages=NO_CHOICE)
    is_public = forms.BooleanField(required=False)
    allows_undo = forms.BooleanField(required=False)

    def clean_clock(self) -> str:
        return known(self.cleaned_data["clock"] or "normal", TIME_CONTROLS)

    @property
    def choices(self) -> dict[str, Any]:
        """What was chosen besides the game."""
        names = ("clock", "level", "is_public", "allows_undo")
        return {name: self.cleaned_data[name] for name in names} | {"pace": self.cleaned_data["pace"] or "normal"}


class SeatForm(forms.Form):
    """A table seat, and for a bot its level; an empty level takes the bot away."""

    seat = forms.IntegerField(min_value=0, max_value=9)
    level = forms.CharField(max_length=8, required=False)


class VoteForm(forms.Form):
    wish = forms.ChoiceField(choices=[("pause", ""), ("resume", ""), ("", "")], required=False)


class CutForm(forms.Form):
    """A word that is mixed into the chance of the match."""

    word = forms.CharField(
        max_length=40,
        error_messages=said(
            _("Please use letters, digits and signs only."),
            required=_("Please type a word first."),
            max_length=_("That is too long: at most %(limit_value)d characters, please."),
        ),
    )

    def clean_word(self) -> str:
        word: str = self.cleaned_data["word"]
        if not word.isprintable():
            raise ValidationError(_("Please use letters, digits and signs only."))
        return word


class UndoForm(forms.Form):
    version = forms.IntegerField(min_value=0, max_value=2**31 - 1)


def known(value: str, values: Container[str]) -> str:
    if value not in values:
        raise ValidationError(_("This cannot be chosen."))
    return value


def chosen_options(game: Game, seats: int, data: Any) -> dict[str, Any]:
    """The options that differ from the default, as a record has them; raises BadOption."""
    if seats not in game.seat_counts:
        raise BadOption(f"{seats} seats")
    chosen = {}
    for option in game.options:
        default, *others = option.offered(seats)
        code = data.get(option.name) or default.code
        choice = next((choice for choice in (default, *others) if choice.code == code), None)
        if choice is None:
            raise BadOption(f"{option.name}: {code}")
        if choice is not default:
            chosen[option.name] = choice.value
    game.refuse_exclusive(chosen)
    return chosen


class PaceForm(forms.Form):
    pace = forms.CharField(max_length=8, error_messages=NO_CHOICE)

    def clean_pace(self) -> str:
        return known(self.cleaned_data["pace"], bots.PACES)


class EmptySheetForm(forms.Form):
    """A score sheet for pen and paper: a game with bids, its seats, and other options as in `SoloForm`."""

    game = forms.CharField(max_length=16)
    seats = forms.IntegerField()

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        game = GAMES.get(cleaned.get("game", ""))
        if game is None or not game.has_bids:
            raise ValidationError(_("We do not have this game."))
        try:
            options = chosen_options(game, cleaned.get("seats") or 0, self.data)
        except BadOption as error:
            raise ValidationError(_("This game is not offered with these options.")) from error
        return {**cleaned, "game": game, "options": options}


NO_DAY = {"required": _("Please enter both days."), "invalid": _("This is no valid date.")}


class VacationForm(forms.Form):
    from_day = forms.DateField(error_messages=NO_DAY)
    to_day = forms.DateField(error_messages=NO_DAY)


class SwitchForm(forms.Form):
    """Something that is on or off."""

    wants = forms.ChoiceField(choices=[("on", "on"), ("off", "off")])

    @property
    def is_on(self) -> bool:
        return bool(self.cleaned_data["wants"] == "on")


class PreparedForm(forms.Form):
    """A card for each condition, or none; whether they are in the hand is for `whist.tables.correspondence.premoves`
    to say.

    ``offer`` says for which turn the form was made; a form without it was made for none.
    """

    offer = forms.CharField(max_length=40, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for condition in CONDITIONS:
            self.fields[condition] = forms.ChoiceField(choices=[(card, card) for card in PACK], required=False)

    def cards(self) -> dict[str, str]:
        chosen = {condition: self.cleaned_data[condition] for condition in CONDITIONS}
        return {condition: card for condition, card in chosen.items() if card}
