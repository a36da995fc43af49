from pathlib import Path

from django.db import migrations, models
from django.db.models import CharField, F, Value
from django.db.models.functions import Cast, Concat

from accounts.confusables import skeleton

FOLDER = Path(__file__).resolve().parents[1]


def give_keys(apps, schema_editor):
    """Skeletons tell fewer names apart than before: who came later gets his number behind the key, and is free to
    choose another name."""
    users = apps.get_model("accounts", "User").objects
    users.update(name_key=Concat(Value("-"), Cast("pk", CharField())))
    for user in users.order_by("pk").iterator():
        key = skeleton(user.name)
        user.name_key = f"{key}-{user.pk}" if users.filter(name_key=key).exists() else key
        user.save(update_fields=["name_key"])


def tell_numbers_from_names(apps, schema_editor):
    """A guest's name is stored in one language, and whoever is not called by a number has chosen his name."""
    users = apps.get_model("accounts", "User").objects
    for guest in users.filter(is_guest=True).exclude(name__startswith="Guest ").iterator():
        name = f"Guest {guest.name.rpartition(' ')[2]}"
        guest.name = f"{name}{guest.pk}" if users.filter(name=name).exists() else name
        guest.name_key = skeleton(guest.name)
        guest.save(update_fields=["name", "name_key"])
    named = users.filter(is_guest=False, named_at=None, deleted_at=None).exclude(name__startswith="Guest ")
    named.update(named_at=F("created_at"))


def lines(name):
    for line in (FOLDER / name).read_text().splitlines():
        if line and not line.startswith("#"):
            yield line.removeprefix("~"), line.startswith("~")


def first_rules(apps, schema_editor):
    rules = apps.get_model("accounts", "NameRule")
    made = [("reserved", word) for word, _is_everywhere in lines("reserved_names.txt")]
    made += [("word", word) for word, is_everywhere in lines("reserved_names.txt") if is_everywhere]
    made += [("word" if stands_alone else "blocked", word) for word, stands_alone in lines("blocked_words.txt")]
    by_key = {(kind, skeleton(word)): word for kind, word in made}
    rules.objects.bulk_create(
        [rules(kind=kind, key=key, word=word) for (kind, key), word in by_key.items()], ignore_conflicts=True
    )


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_codes_limits_names_sessions")]

    operations = [
        migrations.AlterField(
            model_name="namerule",
            name="kind",
            field=models.CharField(
                choices=[
                    ("reserved", "reserved: nobody has this name"),
                    ("word", "blocked as a word of its own"),
                    ("blocked", "blocked: not even in a part of a name"),
                ],
                max_length=8,
                verbose_name="kind",
            ),
        ),
        migrations.RunPython(give_keys, migrations.RunPython.noop),
        migrations.RunPython(tell_numbers_from_names, migrations.RunPython.noop),
        migrations.RunPython(first_rules, migrations.RunPython.noop),
    ]
