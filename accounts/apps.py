"""Users and guests: names, language, preferences."""

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class AccountsConfig(AppConfig):
    name = "accounts"


class StaffConfig(AdminConfig):
    default = False
    default_site = "accounts.sign_in.staff.StaffSite"
