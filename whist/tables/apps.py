from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "whist.tables"

    def ready(self) -> None:
        from whist import celery  # noqa: F401  binds shared tasks to the application
        from whist.tables import correspondents

        correspondents.register()
