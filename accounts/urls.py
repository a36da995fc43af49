from django.urls import path
from django.views.generic import RedirectView

from accounts import sign_in_pages, views

app_name = "accounts"

urlpatterns = [
    path("sign-in/", sign_in_pages.sign_in, name="sign_in"),
    path("sign-in/code/", sign_in_pages.sign_in_code, name="sign_in_code"),
    # Until there is a page where a name is chosen.
    path("account/name/", RedirectView.as_view(pattern_name="tables:front"), name="name"),
    path("settings/", views.settings_page, name="settings"),
]
