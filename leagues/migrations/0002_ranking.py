from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0001_results"),
        ("tables", "0005_slow"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="result",
            name="ranking_points",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="result",
            name="week",
            field=models.DateField(null=True),
        ),
        migrations.AddIndex(
            model_name="result",
            index=models.Index(models.F("week"), condition=models.Q(("week__isnull", False)), name="result_of_week"),
        ),
    ]
