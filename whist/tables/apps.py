from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "whist.tables"

    def ready(self) -> None:
        from django.urls import register_converter

        from accounts import registries
        from whist import (
            celery,  # noqa: F401  binds shared tasks to the application
            translations,  # noqa: F401  registers its check
        )
        from whist.tables.account_hooks import chat, correspondence, merge
        from whist.tables.account_hooks.delete import leave_second_seats, leave_tables
        from whist.tables.account_hooks.export import exported_matches
        from whist.url_converters import CONVERTERS

        for name, converter in CONVERTERS.items():
            register_converter(converter, name)
        merge.register()
        chat.register()
        correspondence.register()
        registries.EXPORTS["matches"] = exported_matches
        registries.DELETIONS.append(leave_tables)
        registries.PARTINGS.append(leave_second_seats)
