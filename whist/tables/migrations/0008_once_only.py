import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0007_sleepers_and_seating"),
    ]

    operations = [
        migrations.AddField(
            model_name="attendance",
            name="rested_in",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="tables.match",
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="taken_back",
            field=models.CharField(blank=True, db_default="", max_length=16),
        ),
    ]
