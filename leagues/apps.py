"""Rooms, matchmaking, entries, settlement, weekly leagues, and the pages that join other applications.

The top of the tree: it may import everything below, and nothing imports it.
"""

from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "leagues"
