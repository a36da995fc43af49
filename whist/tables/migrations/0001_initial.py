import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="CorrespondenceSettings",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="correspondent",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("wants_mails", models.BooleanField(default=True)),
                ("mailed_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("name", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("options", models.JSONField(default=dict)),
                ("secret", models.BinaryField(max_length=32)),
                ("salt", models.BinaryField(max_length=16)),
                ("cuts", models.JSONField(default=list)),
                ("rounds_dealt", models.PositiveSmallIntegerField(default=0)),
                ("actions", models.CharField(blank=True, default="", max_length=160)),
                ("actors", models.CharField(blank=True, default="", max_length=80)),
                ("version", models.PositiveIntegerField(default=0)),
                ("seating", models.PositiveIntegerField(default=0)),
                ("due_at", models.DateTimeField(null=True)),
                ("seconds_left", models.FloatField(null=True)),
                ("turn_at", models.DateTimeField(null=True)),
                ("turn_seconds", models.FloatField(null=True)),
                ("mail_at", models.DateTimeField(null=True)),
                ("started_at", models.DateTimeField()),
                ("changed_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("finished_at", models.DateTimeField(null=True)),
                ("closed_at", models.DateTimeField(null=True)),
                ("settled_at", models.DateTimeField(null=True)),
                (
                    "waits_for",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="matches_waiting",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "matches",
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "match_id", "number", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("actions", models.CharField(max_length=160)),
                ("actors", models.CharField(max_length=80)),
                ("made", models.CharField(max_length=8)),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rounds",
                        to="tables.match",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Silence",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("until", models.DateTimeField(verbose_name="may not chat until")),
                ("reason", models.CharField(max_length=200, verbose_name="reason")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="silences",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
            ],
            options={
                "verbose_name": "silence",
                "verbose_name_plural": "silences",
            },
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[("solo", "against bots"), ("friends", "among friends"), ("room", "in a room")],
                        max_length=8,
                    ),
                ),
                ("game_slug", models.CharField(max_length=16)),
                ("seats", models.PositiveSmallIntegerField()),
                ("options", models.JSONField(default=dict)),
                ("level", models.CharField(max_length=8)),
                ("pace", models.CharField(max_length=8)),
                ("created_at", models.DateTimeField()),
                ("clock", models.CharField(blank=True, max_length=12)),
                ("is_public", models.BooleanField(default=False)),
                ("invitation", models.CharField(blank=True, max_length=24)),
                ("allows_undo", models.BooleanField(default=False)),
                ("is_waiting", models.BooleanField(default=False)),
                ("closed_at", models.DateTimeField(null=True)),
                ("revision", models.PositiveIntegerField(default=0)),
                (
                    "host",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="hosted_tables",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("insults", "insults or threats"),
                            ("hate", "hate against a group of people"),
                            ("cards", "tells cards or plays with somebody else against the table"),
                            ("spam", "advertising or flooding"),
                            ("name", "an offensive name"),
                            ("other", "something else"),
                        ],
                        max_length=12,
                        verbose_name="reason",
                    ),
                ),
                ("details", models.CharField(blank=True, max_length=500, verbose_name="details")),
                ("remarks", models.JSONField(default=list, verbose_name="remarks")),
                ("created_at", models.DateTimeField(verbose_name="reported at")),
                ("handled_at", models.DateTimeField(blank=True, null=True, verbose_name="handled at")),
                ("note", models.TextField(blank=True, verbose_name="note of the staff")),
                (
                    "handled_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="handled by",
                    ),
                ),
                (
                    "reported",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="player",
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports_made",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="reported by",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to="tables.table",
                        verbose_name="table",
                    ),
                ),
            ],
            options={
                "verbose_name": "report",
                "verbose_name_plural": "reports",
            },
        ),
        migrations.CreateModel(
            name="Remark",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.CharField(blank=True, max_length=200, verbose_name="text")),
                ("preset", models.CharField(blank=True, max_length=24, verbose_name="preset")),
                ("at", models.DateTimeField(verbose_name="said at")),
                ("round", models.PositiveSmallIntegerField(null=True)),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tables.match",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="remarks", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="remarks",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "verbose_name": "remark",
                "verbose_name_plural": "remarks",
            },
        ),
        migrations.CreateModel(
            name="Participant",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seen_at", models.DateTimeField()),
                ("has_socket", models.BooleanField(default=False)),
                ("gone_at", models.DateTimeField(null=True)),
                ("wants_mail", models.BooleanField(default=True)),
                ("hand_round", models.PositiveSmallIntegerField(null=True)),
                ("hand_seat", models.PositiveSmallIntegerField(null=True)),
                (
                    "cut_in",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tables.match",
                    ),
                ),
                (
                    "hand_match",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tables.match",
                    ),
                ),
                (
                    "rested_in",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tables.match",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="participants",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="participants",
                        to="tables.table",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="match",
            name="table",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="matches", to="tables.table"
            ),
        ),
        migrations.CreateModel(
            name="TableSeat",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "table_id", "seat", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("level", models.CharField(blank=True, max_length=8)),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="table_seats",
                        to="tables.table",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="table_seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Vacation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("from_day", models.DateField()),
                ("to_day", models.DateField()),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="vacations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Avoidance",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("muted", "muted"), ("blocked", "blocked")], max_length=8)),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="avoided_by",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="avoidances",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("user", "other"), name="avoidance_once"),
                    models.CheckConstraint(
                        condition=models.Q(("user", models.F("other")), _negated=True), name="avoidance_of_others"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="MatchSeat",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "match_id", "seat", "from_action", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("from_action", models.PositiveSmallIntegerField(default=0)),
                ("to_action", models.PositiveSmallIntegerField(null=True)),
                ("level", models.CharField(blank=True, max_length=8)),
                ("is_away", models.BooleanField(default=False)),
                ("back_at", models.DateTimeField(null=True)),
                ("has_rested", models.BooleanField(default=False)),
                ("expiries", models.PositiveSmallIntegerField(default=0)),
                ("timed_out_at", models.DateTimeField(null=True)),
                ("vote", models.CharField(blank=True, max_length=8)),
                ("asked_at", models.DateTimeField(null=True)),
                ("mail_at", models.DateTimeField(null=True)),
                ("has_cut", models.BooleanField(default=False)),
                ("bid_taken_back_in", models.PositiveSmallIntegerField(null=True)),
                ("bank", models.FloatField(null=True)),
                ("prepared", models.JSONField(default=dict)),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="match_seats",
                        to="tables.match",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="match_seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(models.F("user"), condition=models.Q(("user__isnull", False)), name="match_seat_user"),
                    models.Index(
                        models.F("mail_at"), condition=models.Q(("mail_at__isnull", False)), name="match_seat_mail"
                    ),
                ],
            },
        ),
        migrations.AddIndex(
            model_name="table",
            index=models.Index(
                condition=models.Q(("closed_at", None), ("kind__in", ["friends"])),
                fields=["-created_at"],
                name="table_open",
            ),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.UniqueConstraint(
                condition=models.Q(("invitation", ""), _negated=True), fields=("invitation",), name="invitation_once"
            ),
        ),
        migrations.AddIndex(
            model_name="report",
            index=models.Index(models.F("created_at"), condition=models.Q(("handled_at", None)), name="report_open"),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.UniqueConstraint(
                condition=models.Q(("handled_at", None)),
                fields=("reporter", "reported", "table"),
                name="one_open_report",
            ),
        ),
        migrations.AddIndex(
            model_name="remark",
            index=models.Index(fields=["table", "id"], name="remark_at_table"),
        ),
        migrations.AddConstraint(
            model_name="remark",
            constraint=models.CheckConstraint(
                condition=models.Q(("text", ""), ("preset", ""), _connector="XOR"), name="remark_words_or_preset"
            ),
        ),
        migrations.AddConstraint(
            model_name="remark",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("match", None), ("round", None)),
                    models.Q(("match__isnull", False), ("round__isnull", False)),
                    _connector="OR",
                ),
                name="remark_match_and_round",
            ),
        ),
        migrations.AddIndex(
            model_name="participant",
            index=models.Index(models.F("gone_at"), condition=models.Q(("has_socket", True)), name="participant_gone"),
        ),
        migrations.AddConstraint(
            model_name="participant",
            constraint=models.UniqueConstraint(fields=("table", "user"), name="participates_once"),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(models.F("due_at"), condition=models.Q(("due_at__isnull", False)), name="match_due"),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                models.F("changed_at"),
                condition=models.Q(("closed_at", None), ("finished_at", None)),
                name="match_running",
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                models.F("finished_at"),
                condition=models.Q(("finished_at__isnull", False), ("settled_at", None)),
                name="match_unsettled",
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                models.F("waits_for"), condition=models.Q(("waits_for__isnull", False)), name="match_waits_for"
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(models.F("mail_at"), condition=models.Q(("mail_at__isnull", False)), name="match_mail"),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.UniqueConstraint(fields=("table", "number"), name="match_number_at_table"),
        ),
        migrations.AddConstraint(
            model_name="tableseat",
            constraint=models.UniqueConstraint(fields=("table", "user"), name="one_seat_at_a_table"),
        ),
        migrations.AddConstraint(
            model_name="tableseat",
            constraint=models.CheckConstraint(
                condition=models.Q(("user", None), ("level", ""), _connector="XOR"), name="table_seat_of_user_or_bot"
            ),
        ),
        migrations.AddIndex(
            model_name="vacation",
            index=models.Index(models.F("user"), models.F("to_day"), name="vacation_of_user"),
        ),
        migrations.AddConstraint(
            model_name="vacation",
            constraint=models.CheckConstraint(
                condition=models.Q(("to_day__gte", models.F("from_day"))), name="vacation_forwards"
            ),
        ),
    ]
