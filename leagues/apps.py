"""Results of matches, experience, and the pages that join other applications.

The top of the tree: it may import everything below, and nothing imports it.
"""

from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "leagues"

    def ready(self) -> None:
        from accounts.registries import DELETIONS, EXPORTS, MERGES, OBSTACLES
        from leagues import auditing, belongings, settlement
        from whist.tables.auditing import AUDITS
        from whist.tables.signals import match_finished

        match_finished.connect(settlement.on_match_finished, dispatch_uid="leagues.settlement")
        EXPORTS["results"] = belongings.exported_results
        EXPORTS["bids"] = belongings.exported_bids
        DELETIONS.append(belongings.forget_bids)
        MERGES.append(belongings.merge_results)
        AUDITS.append(("I5", auditing.find_wrong_results))
        OBSTACLES.append(belongings.has_unsettled_matches)
