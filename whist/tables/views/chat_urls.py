"""Addresses of the chat, a part of those of the tables."""

from django.urls import path

from whist.tables.views import chat

urlpatterns = [
    path("tables/<id:table_id>/chat/", chat.chat_page, name="chat"),
    path("tables/<id:table_id>/people/<id:user_id>/", chat.person_page, name="person"),
    path("tables/<id:table_id>/people/<id:user_id>/block/", chat.block_page, name="block"),
    path("tables/<id:table_id>/people/<id:user_id>/report/", chat.report_page, name="report"),
    path("people/avoided/", chat.avoided_page, name="avoided"),
]
