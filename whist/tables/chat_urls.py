"""Addresses of the chat, a part of those of the tables."""

from django.urls import path

from whist.tables import chat_pages

urlpatterns = [
    path("tables/<int:table_id>/chat/", chat_pages.chat_page, name="chat"),
    path("tables/<int:table_id>/people/<int:user_id>/", chat_pages.person_page, name="person"),
    path("tables/<int:table_id>/people/<int:user_id>/block/", chat_pages.block_page, name="block"),
    path("tables/<int:table_id>/people/<int:user_id>/report/", chat_pages.report_page, name="report"),
    path("people/avoided/", chat_pages.avoided_page, name="avoided"),
]
