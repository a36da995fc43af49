import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def give_keys(apps, schema_editor):
    """The names there are so far: those of guests, and of members made by hand, which are unique already."""
    users = apps.get_model("accounts", "User").objects
    for user in users.filter(name_key=None).iterator():
        key = "".join(filter(str.isalnum, user.name.casefold()))
        user.name_key = f"{key}{user.pk}" if users.filter(name_key=key).exists() else key
        user.save(update_fields=["name_key"])


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
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
        migrations.RemoveField(
            model_name="user",
            name="password",
        ),
        migrations.AddField(
            model_name="user",
            name="deleted_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="deleted"),
        ),
        migrations.AddField(
            model_name="user",
            name="merging_into",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="merging_guests",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="name_key",
            field=models.CharField(editable=False, max_length=80, null=True),
        ),
        migrations.RunPython(give_keys, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="user",
            name="name_key",
            field=models.CharField(editable=False, max_length=80, unique=True),
        ),
        migrations.AddField(
            model_name="user",
            name="named_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="name chosen"),
        ),
        migrations.AddField(
            model_name="user",
            name="picture",
            field=models.CharField(blank=True, max_length=24, verbose_name="picture"),
        ),
        migrations.AddField(
            model_name="user",
            name="xp",
            field=models.PositiveIntegerField(default=0, verbose_name="experience points"),
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
            model_name="logincode",
            constraint=models.CheckConstraint(condition=models.Q(("tries__lte", 5)), name="code_tries"),
        ),
    ]
