from django.urls import path

from accounts import name_pages, views

app_name = "accounts"

urlpatterns = [
    path("settings/", views.settings_page, name="settings"),
    path("account/name/", name_pages.name_page, name="name"),
    path("account/picture/", name_pages.picture_page, name="picture"),
]
