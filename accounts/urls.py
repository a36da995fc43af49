from django.urls import path

from accounts import account_pages, address_pages
from accounts import pages as views
from accounts.names import pages as name_pages
from accounts.sign_in import pages as sign_in_pages

app_name = "accounts"

urlpatterns = [
    path("sign-in/", sign_in_pages.sign_in, name="sign_in"),
    path("sign-in/code/", sign_in_pages.sign_in_code, name="sign_in_code"),
    path("settings/", views.settings_page, name="settings"),
    path("sign-out/", account_pages.sign_out, name="sign_out"),
    path("account/", account_pages.account_page, name="account"),
    path("account/sessions/", account_pages.sessions_page, name="sessions"),
    path("account/address/", address_pages.address_page, name="address"),
    path("account/address/codes/", address_pages.address_codes_page, name="address_codes"),
    path("account/export/", account_pages.export_page, name="export"),
    path("account/delete/", account_pages.delete_page, name="delete"),
    path("account/delete/code/", account_pages.delete_code_page, name="delete_code"),
    path("account/name/", name_pages.name_page, name="name"),
    path("account/picture/", name_pages.picture_page, name="picture"),
]
