import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0002_closed_and_unsettled_matches"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Attendance",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seen_at", models.DateTimeField()),
                ("has_socket", models.BooleanField(default=False)),
                ("gone_at", models.DateTimeField(null=True)),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attendances",
                        to="tables.table",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attendances",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Chair",
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
                        related_name="chairs",
                        to="tables.table",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="chairs",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="match",
            name="idle",
            field=models.CharField(blank=True, default="", max_length=8),
        ),
        migrations.AddField(
            model_name="match",
            name="seconds_left",
            field=models.FloatField(null=True),
        ),
        migrations.AddField(
            model_name="table",
            name="allows_undo",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="table",
            name="clock",
            field=models.CharField(blank=True, max_length=12),
        ),
        migrations.AddField(
            model_name="table",
            name="closed_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="table",
            name="invitation",
            field=models.CharField(blank=True, max_length=24),
        ),
        migrations.AddField(
            model_name="table",
            name="is_gathering",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="table",
            name="is_public",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="tenure",
            name="back_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="tenure",
            name="has_cut",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="tenure",
            name="has_rested",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="tenure",
            name="is_away",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="tenure",
            name="wish",
            field=models.CharField(blank=True, max_length=8),
        ),
        migrations.AddIndex(
            model_name="table",
            index=models.Index(
                condition=models.Q(("closed_at", None), ("kind", "friends")), fields=["-created_at"], name="table_open"
            ),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.UniqueConstraint(
                condition=models.Q(("invitation", ""), _negated=True), fields=("invitation",), name="invitation_once"
            ),
        ),
        migrations.AddIndex(
            model_name="attendance",
            index=models.Index(models.F("gone_at"), condition=models.Q(("has_socket", True)), name="attendance_gone"),
        ),
        migrations.AddConstraint(
            model_name="attendance",
            constraint=models.UniqueConstraint(fields=("table", "user"), name="attends_once"),
        ),
        migrations.AddConstraint(
            model_name="chair",
            constraint=models.UniqueConstraint(fields=("table", "user"), name="one_chair_at_a_table"),
        ),
        migrations.AddConstraint(
            model_name="chair",
            constraint=models.CheckConstraint(
                condition=models.Q(("user", None), ("level", ""), _connector="XOR"), name="chair_of_user_or_bot"
            ),
        ),
    ]
