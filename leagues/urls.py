from django.urls import path, register_converter

from leagues import views
from leagues.url_converters import IsoDate

register_converter(IsoDate, "isodate")

app_name = "leagues"

urlpatterns = [
    path("players/<int:user_id>/", views.profile, name="profile"),
    path("friends/", views.friends_ranking, name="ranking"),
    path("friends/<isodate:week>/", views.friends_ranking, name="ranking_of_week"),
    path("matches/<int:match_id>/", views.match, name="match"),
    path("matches/<int:match_id>/record/", views.record, name="record"),
    path("matches/<int:match_id>/gain/", views.gain, name="gain"),
]
