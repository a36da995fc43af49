from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "whist.tables"

    def ready(self) -> None:
        from django.urls import register_converter

        from accounts.hooks import HOOKS
        from whist import (
            celery,  # noqa: F401  binds shared tasks to the application
            translations,  # noqa: F401  registers its check
        )
        from whist.audits import MATCH_AUDITS, SITE_AUDITS
        from whist.tables.account_hooks.hooks import TablesHooks
        from whist.tables.jobs import audit
        from whist.url_converters import CONVERTERS

        for name, converter in CONVERTERS.items():
            register_converter(converter, name)
        HOOKS.append(TablesHooks())
        MATCH_AUDITS.extend(audit.MATCH_AUDITS)
        SITE_AUDITS.extend(audit.SITE_AUDITS)
