from django.urls import path

from leagues import views

app_name = "leagues"

urlpatterns = [
    path("players/<int:user_id>/", views.profile, name="profile"),
    path("matches/<int:match_id>/", views.match, name="match"),
    path("matches/<int:match_id>/record/", views.record, name="record"),
    path("matches/<int:match_id>/gain/", views.gain, name="gain"),
]
