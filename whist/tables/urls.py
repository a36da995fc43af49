from django.urls import include, path

from whist.tables import rules_pages, views

app_name = "tables"

urlpatterns = [
    path("", views.front, name="front"),
    path("tables/solo/", views.start_solo, name="start_solo"),
    path("tables/<int:table_id>/", views.table, name="table"),
    path("tables/<int:table_id>/felt/", views.felt, name="felt"),
    path("tables/<int:table_id>/play/", views.play, name="play"),
    path("tables/<int:table_id>/again/", views.again, name="again"),
    path("tables/<int:table_id>/pace/", views.set_pace, name="set_pace"),
    path("tables/<int:table_id>/sheet/", views.sheet, name="sheet"),
    path("tables/<int:table_id>/record/", views.record, name="record"),
    path("", include("whist.tables.chat_urls")),
    path("sheet/empty/", views.empty_sheet, name="empty_sheet"),
    path("rules/", rules_pages.rules_index, name="rules_index"),
    path("rules/<slug:slug>/", rules_pages.rules_page, name="rules"),
]
