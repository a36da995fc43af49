from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "whist.tables"

    def ready(self) -> None:
        from accounts import registries
        from whist import (
            celery,  # noqa: F401  binds shared tasks to the application
            translations,  # noqa: F401  registers its check
        )
        from whist.tables import accounts, chat_accounts, correspondents
        from whist.tables.exporting import exported_matches
        from whist.tables.leaving import leave_second_chairs, leave_tables

        accounts.register()
        chat_accounts.register()
        correspondents.register()
        registries.EXPORTS["matches"] = exported_matches
        registries.DELETIONS.append(leave_tables)
        registries.PARTINGS.append(leave_second_chairs)
