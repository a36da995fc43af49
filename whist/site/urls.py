from django.urls import path

from whist.site import front, help_pages

app_name = "site"

urlpatterns = [
    path("", front.front, name="front"),
    path("tables/solo/", front.start_solo, name="start_solo"),
    path("rules/", help_pages.rules_index, name="rules_index"),
    path("rules/<slug:slug>/", help_pages.rules_page, name="rules"),
]
