"""Results of matches, experience, and the pages that join other applications.

The top of the tree: it may import everything below, and nothing imports it.
"""

from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "leagues"

    def ready(self) -> None:
        from accounts.hooks import HOOKS
        from leagues.account_hooks import LeaguesHooks
        from leagues.results import audit as auditing
        from leagues.results import settlement
        from whist.audits import MATCH_AUDITS
        from whist.tables.announcing.signals import match_finished

        match_finished.connect(settlement.on_match_finished, dispatch_uid="leagues.results.settlement")
        HOOKS.append(LeaguesHooks())
        MATCH_AUDITS.append(("I5", auditing.find_wrong_results))
