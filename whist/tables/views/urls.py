from django.urls import include, path

from whist.tables.views import correspondence, friends, table

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
    path("tables/<id:table_id>/wish/", friends.vote, name="vote"),
    path("tables/<id:table_id>/break/", friends.take_break, name="take_break"),
    path("tables/<id:table_id>/back/", friends.come_back, name="come_back"),
    path("tables/<id:table_id>/undo/", friends.undo, name="undo"),
    path("tables/<id:table_id>/cut/", friends.cut, name="cut"),
    path("tables/<id:table_id>/", table.table, name="table"),
    path("tables/<id:table_id>/felt/", table.felt, name="felt"),
    path("tables/<id:table_id>/play/", table.play, name="play"),
    path("tables/<id:table_id>/again/", table.again, name="again"),
    path("tables/<id:table_id>/close/", table.close, name="close"),
    path("tables/<id:table_id>/pace/", table.set_pace, name="set_pace"),
    path("tables/<id:table_id>/sheet/", table.sheet, name="sheet"),
    path("tables/<id:table_id>/keys/", table.keys, name="keys"),
    path("tables/<id:table_id>/record/", table.record, name="record"),
    path("", include("whist.tables.views.chat_urls")),
    path("tables/<id:table_id>/mail/", correspondence.set_mail, name="set_mail"),
    path("tables/<id:table_id>/prepared/", correspondence.prepared, name="prepared"),
    path("account/turns/", correspondence.turns, name="turns"),
    path("account/vacation/", correspondence.vacation, name="vacation"),
    path("account/vacation/<id:vacation_id>/end/", correspondence.end_vacation, name="end_vacation"),
    path("mails/turns/<str:token>/", correspondence.mails_off, name="mails_off"),
    path("sheet/empty/", table.empty_sheet, name="empty_sheet"),
]
