from django.urls import path

from whist.tables import rules_pages, slow_pages, views

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
    path("tables/<int:table_id>/mail/", slow_pages.set_mail, name="set_mail"),
    path("tables/<int:table_id>/prepared/", slow_pages.prepared, name="prepared"),
    path("account/turns/", slow_pages.turns, name="turns"),
    path("account/vacation/", slow_pages.vacation, name="vacation"),
    path("account/vacation/<int:vacation_id>/end/", slow_pages.end_vacation, name="end_vacation"),
    path("mails/turns/<str:token>/", slow_pages.mails_off, name="mails_off"),
    path("sheet/empty/", views.empty_sheet, name="empty_sheet"),
    path("rules/", rules_pages.rules_index, name="rules_index"),
    path("rules/<slug:slug>/", rules_pages.rules_page, name="rules"),
]
