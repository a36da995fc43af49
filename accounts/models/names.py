from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.confusables import skeleton


class NameRule(models.Model):
    """A word that nobody may have as a name (reserved), or in a name (blocked).  ``key`` is its skeleton."""

    class Kind(models.TextChoices):
        RESERVED = "reserved", _("reserved: nobody has this name")
        WORD = "word", _("blocked as a word of its own")
        BLOCKED = "blocked", _("blocked: not even in a part of a name")

    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    word = models.CharField(_("word"), max_length=40)
    key = models.CharField(max_length=80, editable=False)

    class Meta:
        verbose_name = _("rule for names")
        verbose_name_plural = _("rules for names")
        constraints = (models.UniqueConstraint(fields=("kind", "key"), name="name_rule_once"),)

    def __str__(self) -> str:
        return self.word

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.key = skeleton(self.word)
        super().save(*args, **kwargs)

    def clean(self) -> None:
        self.key = skeleton(self.word)
        if not self.key or not any(map(str.isalnum, self.word)):  # "!" alone looks like an i
            raise ValidationError({"word": gettext("There is no letter in this word.")})
        if NameRule.objects.filter(kind=self.kind, key=self.key).exclude(pk=self.pk).exists():
            raise ValidationError({"word": gettext("There is such a rule already.")})


class HeldName(models.Model):
    """A name given up lately, which until then only its last owner may take.  ``key_hash`` is a keyed hash of its
    skeleton, so that a deleted account leaves no name behind."""

    key_hash = models.CharField(max_length=32, primary_key=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.key_hash
