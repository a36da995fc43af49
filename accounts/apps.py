"""Users and guests: names, language, preferences."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"
