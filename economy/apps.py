"""Accounts of coins, coffee and gold, transfers between them, and the shop.

Imports ``accounts``, and nothing of tables: stakes and prizes meet the game in ``leagues`` only.
"""

from django.apps import AppConfig


class EconomyConfig(AppConfig):
    name = "economy"
