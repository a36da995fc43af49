from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "whist.site"
