from pathlib import Path

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

from accounts.confusables import skeleton

FOLDER = Path(__file__).resolve().parents[1]


def lines(name):
    for line in (FOLDER / name).read_text().splitlines():
        if line and not line.startswith("#"):
            yield line.removeprefix("~"), line.startswith("~")


def first_rules(apps, schema_editor):
    """The words that nobody may be called by, or with, on a new site; its staff changes them in the admin."""
    rules = apps.get_model("accounts", "NameRule")
    made = [("reserved", word) for word, _is_everywhere in lines("reserved_names.txt")]
    made += [("word", word) for word, is_everywhere in lines("reserved_names.txt") if is_everywhere]
    made += [("word" if stands_alone else "blocked", word) for word, stands_alone in lines("blocked_words.txt")]
    by_key = {(kind, skeleton(word)): word for kind, word in made}
    rules.objects.bulk_create(
        [rules(kind=kind, key=key, word=word) for (kind, key), word in by_key.items()], ignore_conflicts=True
    )


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="Allowance",
            fields=[
                ("key", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("times", models.JSONField(default=list)),
                ("version", models.PositiveIntegerField(default=0)),
                ("until", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="User",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                ("name", models.CharField(max_length=40, unique=True, verbose_name="name")),
                ("name_key", models.CharField(editable=False, max_length=80, unique=True)),
                ("named_at", models.DateTimeField(blank=True, null=True, verbose_name="name chosen")),
                (
                    "email",
                    models.EmailField(
                        blank=True, max_length=254, null=True, unique=True, verbose_name="e-mail address"
                    ),
                ),
                ("is_guest", models.BooleanField(default=False, verbose_name="guest")),
                ("is_staff", models.BooleanField(default=False, verbose_name="may use the admin")),
                ("is_active", models.BooleanField(default=True, verbose_name="may play")),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="created")),
                ("deleted_at", models.DateTimeField(blank=True, null=True, verbose_name="deleted")),
                ("picture", models.CharField(blank=True, max_length=24, verbose_name="picture")),
                ("language", models.CharField(blank=True, max_length=8, verbose_name="language")),
                ("preferences", models.JSONField(blank=True, default=dict, verbose_name="preferences")),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "merging_into",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="merging_guests",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "player",
                "verbose_name_plural": "players",
            },
        ),
        migrations.CreateModel(
            name="HeldName",
            fields=[
                ("key_hash", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("until", models.DateTimeField(db_index=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LoginCode",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("email", models.EmailField(db_index=True, max_length=254, verbose_name="e-mail address")),
                (
                    "purpose",
                    models.CharField(
                        choices=[
                            ("sign_in", "Sign In"),
                            ("old_address", "Old Address"),
                            ("new_address", "New Address"),
                            ("deletion", "Deletion"),
                        ],
                        max_length=12,
                    ),
                ),
                ("token", models.CharField(max_length=32)),
                ("nonce", models.BinaryField(max_length=16)),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField(db_index=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Mail",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("to", models.EmailField(db_index=True, max_length=254, verbose_name="e-mail address")),
                ("kind", models.CharField(max_length=24)),
                ("language", models.CharField(max_length=8)),
                ("context", models.JSONField(default=dict)),
                ("is_void", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField()),
                ("due_at", models.DateTimeField(db_index=True)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                (
                    "code",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mails",
                        to="accounts.logincode",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="NameRule",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("reserved", "reserved: nobody has this name"),
                            ("word", "blocked as a word of its own"),
                            ("blocked", "blocked: not even in a part of a name"),
                        ],
                        max_length=8,
                        verbose_name="kind",
                    ),
                ),
                ("word", models.CharField(max_length=40, verbose_name="word")),
                ("key", models.CharField(editable=False, max_length=80)),
            ],
            options={
                "verbose_name": "rule for names",
                "verbose_name_plural": "rules for names",
                "constraints": [models.UniqueConstraint(fields=("kind", "key"), name="name_rule_once")],
            },
        ),
        migrations.CreateModel(
            name="Session",
            fields=[
                (
                    "session_key",
                    models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name="session key"),
                ),
                ("session_data", models.TextField(verbose_name="session data")),
                ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
                ("agent", models.CharField(blank=True, max_length=120)),
                ("seen_at", models.DateTimeField(auto_now=True)),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sessions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "session",
                "verbose_name_plural": "sessions",
                "abstract": False,
            },
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.CheckConstraint(
                condition=models.Q(("email", django.db.models.functions.text.Lower("email"))),
                name="email_in_lower_case",
            ),
        ),
        migrations.AddConstraint(
            model_name="logincode",
            constraint=models.CheckConstraint(condition=models.Q(("tries__lte", 5)), name="code_tries"),
        ),
        migrations.RunPython(first_rules, migrations.RunPython.noop),
    ]
