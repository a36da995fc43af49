from django.urls import include, path

from whist.tables import friends_pages, rules_pages, views

app_name = "tables"

urlpatterns = [
    path("", views.front, name="front"),
    path("tables/", friends_pages.tables_page, name="lobby"),
    path("tables/open/", friends_pages.open_table, name="open_table"),
    path("join/<str:code>/", friends_pages.invitation, name="invitation"),
    path("join/<str:code>/code.svg", friends_pages.invitation_code, name="invitation_code"),
    path("tables/<int:table_id>/sit/", friends_pages.sit, name="sit"),
    path("tables/<int:table_id>/look/", friends_pages.look_on, name="look_on"),
    path("tables/<int:table_id>/stand/", friends_pages.stand, name="stand"),
    path("tables/<int:table_id>/leave/", friends_pages.leave, name="leave"),
    path("tables/<int:table_id>/bots/", friends_pages.set_bot, name="set_bot"),
    path("tables/<int:table_id>/fill/", friends_pages.fill, name="fill"),
    path("tables/<int:table_id>/start/", friends_pages.start, name="start"),
    path("tables/<int:table_id>/gather/", friends_pages.gather, name="gather"),
    path("tables/<int:table_id>/wish/", friends_pages.wish, name="wish"),
    path("tables/<int:table_id>/break/", friends_pages.take_break, name="take_break"),
    path("tables/<int:table_id>/back/", friends_pages.come_back, name="come_back"),
    path("tables/<int:table_id>/undo/", friends_pages.undo, name="undo"),
    path("tables/<int:table_id>/cut/", friends_pages.cut, name="cut"),
    path("tables/solo/", views.start_solo, name="start_solo"),
    path("tables/<int:table_id>/", views.table, name="table"),
    path("tables/<int:table_id>/felt/", views.felt, name="felt"),
    path("tables/<int:table_id>/play/", views.play, name="play"),
    path("tables/<int:table_id>/again/", views.again, name="again"),
    path("tables/<int:table_id>/close/", views.close, name="close"),
    path("tables/<int:table_id>/pace/", views.set_pace, name="set_pace"),
    path("tables/<int:table_id>/sheet/", views.sheet, name="sheet"),
    path("tables/<int:table_id>/record/", views.record, name="record"),
    path("", include("whist.tables.chat_urls")),
    path("sheet/empty/", views.empty_sheet, name="empty_sheet"),
    path("rules/", rules_pages.rules_index, name="rules_index"),
    path("rules/<slug:slug>/", rules_pages.rules_page, name="rules"),
]
