"""Addresses of the site."""

from django.contrib import admin
from django.urls import include, path

from accounts.pages import set_language

urlpatterns = [
    path("i18n/setlang/", set_language, name="set_language"),
    path("admin/", admin.site.urls),
    path("", include("whist.site.urls")),
    path("", include("accounts.urls")),
    path("", include("whist.tables.views.urls")),
    path("", include("leagues.urls")),
]
