"""Results of matches, experience, and the pages that join other applications.

The top of the tree: it may import everything below, and nothing imports it.
"""

from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "leagues"

    def ready(self) -> None:
        from accounts.registries import DELETIONS, EXPORTS, MERGES, OBSTACLES
        from leagues import account_hooks
        from leagues.results import audit as auditing
        from leagues.results import settlement
        from whist.tables.announcing.signals import match_finished
        from whist.tables.jobs.audit import AUDITS

        match_finished.connect(settlement.on_match_finished, dispatch_uid="leagues.results.settlement")
        EXPORTS["results"] = account_hooks.exported_results
        EXPORTS["bids"] = account_hooks.exported_bids
        DELETIONS.append(account_hooks.forget_bids)
        MERGES.append(account_hooks.merge_results)
        AUDITS.append(("I5", auditing.find_wrong_results))
        OBSTACLES.append(account_hooks.has_unsettled_matches)
