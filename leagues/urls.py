from django.urls import path

from leagues import views

app_name = "leagues"

urlpatterns = [
    path("players/<id:user_id>/", views.profile, name="profile"),
    path("friends/", views.friends_ranking, name="ranking"),
    path("friends/<isodate:week>/", views.friends_ranking, name="ranking_of_week"),
    path("matches/<id:match_id>/", views.match, name="match"),
    path("matches/<id:match_id>/record/", views.record, name="record"),
    path("matches/<id:match_id>/gain/", views.gain, name="gain"),
]
