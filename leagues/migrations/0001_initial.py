import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tables", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="BidTally",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "user_id",
                        "game_slug",
                        "seats",
                        "cards",
                        "position",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="bid_tallies",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("game_slug", models.CharField(max_length=16)),
                ("seats", models.PositiveSmallIntegerField()),
                ("cards", models.PositiveSmallIntegerField()),
                ("position", models.PositiveSmallIntegerField()),
                ("bids", models.PositiveIntegerField(default=0)),
                ("exact", models.PositiveIntegerField(default=0)),
                ("over", models.PositiveIntegerField(default=0)),
                ("bid", models.PositiveIntegerField(default=0)),
                ("made", models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Experience",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="experience",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("points", models.PositiveIntegerField(default=0, verbose_name="experience points")),
            ],
            options={
                "verbose_name": "experience points",
                "verbose_name_plural": "experience points",
            },
        ),
        migrations.CreateModel(
            name="Result",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "match_id", "user_id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="results",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="results",
                        to="tables.match",
                    ),
                ),
                ("game_slug", models.CharField(max_length=16)),
                (
                    "kind",
                    models.CharField(
                        choices=[("solo", "against bots"), ("friends", "among friends"), ("room", "in a room")],
                        max_length=8,
                    ),
                ),
                ("seats", models.PositiveSmallIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                (
                    "reason",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("few", "too few own bids or cards"),
                            ("late", "nothing of one's own at the end"),
                            ("short", "shorter than a minute"),
                        ],
                        max_length=8,
                    ),
                ),
                ("own", models.PositiveSmallIntegerField()),
                ("needed", models.PositiveSmallIntegerField()),
                ("bids", models.PositiveSmallIntegerField(default=0)),
                ("exact", models.PositiveSmallIntegerField(default=0)),
                ("tricks", models.PositiveSmallIntegerField(default=0)),
                ("points", models.PositiveSmallIntegerField(null=True)),
                ("xp", models.PositiveSmallIntegerField(default=0)),
                ("seconds", models.PositiveIntegerField()),
                ("ranking_points", models.PositiveSmallIntegerField(null=True)),
                ("week", models.DateField(null=True)),
                ("finished_at", models.DateTimeField()),
            ],
            options={
                "verbose_name": "result",
                "verbose_name_plural": "results",
            },
        ),
        migrations.CreateModel(
            name="Settlement",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="settlement",
                        serialize=False,
                        to="tables.match",
                    ),
                ),
                ("attempts", models.PositiveIntegerField(default=0, verbose_name="attempts")),
                ("next_at", models.DateTimeField(verbose_name="next attempt")),
                ("error", models.CharField(max_length=200, verbose_name="error")),
            ],
            options={
                "verbose_name": "settlement that failed",
                "verbose_name_plural": "settlements that failed",
            },
        ),
        migrations.AddIndex(
            model_name="result",
            index=models.Index(models.F("user"), models.F("finished_at"), name="result_of_user"),
        ),
        migrations.AddIndex(
            model_name="result",
            index=models.Index(models.F("week"), condition=models.Q(("week__isnull", False)), name="result_of_week"),
        ),
    ]
