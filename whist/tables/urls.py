from typing import Any

from django.urls import path

from whist.tables import views

urlpatterns = [path("", views.front, name="front")]
websocket_urlpatterns: list[Any] = []
