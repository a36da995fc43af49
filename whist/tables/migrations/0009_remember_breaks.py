from django.db import migrations


def remember_breaks(apps, schema_editor):
    """In matches that run during the upgrade, who has had his break."""
    Attendance = apps.get_model("tables", "Attendance")
    rested = apps.get_model("tables", "Tenure").objects.filter(has_rested=True, match__finished_at=None)
    for match, table, user in rested.exclude(user=None).values_list("match", "match__table", "user"):
        Attendance.objects.filter(table=table, user=user).update(rested_in=match)


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0008_once_only"),
    ]

    operations = [
        migrations.RunPython(remember_breaks, migrations.RunPython.noop),
    ]
