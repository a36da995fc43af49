from django.urls import include, path

from whist.tables.views import correspondence as slow_pages
from whist.tables.views import friends
from whist.tables.views import table as views

app_name = "tables"

urlpatterns = [
    path("tables/", friends.tables_page, name="lobby"),
    path("tables/open/", friends.open_table, name="open_table"),
    path("join/<slug:code>/", friends.invitation, name="invitation"),
    path("join/<slug:code>/code.svg", friends.invitation_code, name="invitation_code"),
    path("tables/<id:table_id>/sit/", friends.sit, name="sit"),
    path("tables/<id:table_id>/look/", friends.spectate, name="spectate"),
    path("tables/<id:table_id>/stand/", friends.stand, name="stand"),
    path("tables/<id:table_id>/leave/", friends.leave, name="leave"),
    path("tables/<id:table_id>/bots/", friends.set_bot, name="set_bot"),
    path("tables/<id:table_id>/fill/", friends.fill, name="fill"),
    path("tables/<id:table_id>/start/", friends.start, name="start"),
    path("tables/<id:table_id>/gather/", friends.gather, name="gather"),
    path("tables/<id:table_id>/wish/", friends.wish, name="wish"),
    path("tables/<id:table_id>/break/", friends.take_break, name="take_break"),
    path("tables/<id:table_id>/back/", friends.come_back, name="come_back"),
    path("tables/<id:table_id>/undo/", friends.undo, name="undo"),
    path("tables/<id:table_id>/cut/", friends.cut, name="cut"),
    path("tables/<id:table_id>/", views.table, name="table"),
    path("tables/<id:table_id>/felt/", views.felt, name="felt"),
    path("tables/<id:table_id>/play/", views.play, name="play"),
    path("tables/<id:table_id>/again/", views.again, name="again"),
    path("tables/<id:table_id>/close/", views.close, name="close"),
    path("tables/<id:table_id>/pace/", views.set_pace, name="set_pace"),
    path("tables/<id:table_id>/sheet/", views.sheet, name="sheet"),
    path("tables/<id:table_id>/record/", views.record, name="record"),
    path("", include("whist.tables.views.chat_urls")),
    path("tables/<id:table_id>/mail/", slow_pages.set_mail, name="set_mail"),
    path("tables/<id:table_id>/prepared/", slow_pages.prepared, name="prepared"),
    path("account/turns/", slow_pages.turns, name="turns"),
    path("account/vacation/", slow_pages.vacation, name="vacation"),
    path("account/vacation/<id:vacation_id>/end/", slow_pages.end_vacation, name="end_vacation"),
    path("mails/turns/<str:token>/", slow_pages.mails_off, name="mails_off"),
    path("sheet/empty/", views.empty_sheet, name="empty_sheet"),
]
