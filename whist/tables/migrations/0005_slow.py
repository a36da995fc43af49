import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_codes_limits_names_sessions"),
        ("tables", "0004_chat"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Correspondent",
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
            name="Vacation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("from_day", models.DateField()),
                ("to_day", models.DateField()),
            ],
        ),
        migrations.AddField(
            model_name="attendance",
            name="wants_mail",
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name="match",
            name="mail_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="match",
            name="turn_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="match",
            name="waits_for",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="matches_waiting",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="tenure",
            name="prepared",
            field=models.CharField(blank=True, default="", max_length=32),
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
        migrations.AddField(
            model_name="vacation",
            name="user",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="vacations",
                to=settings.AUTH_USER_MODEL,
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
