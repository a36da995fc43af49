"""The Celery application: ``celery -A whist.celery worker`` and ``celery -A whist.celery beat``.

Tasks are thin: each calls a plain job that does what the database says is due. Applications import this
module in ``AppConfig.ready()`` and never in a package's ``__init__``, so that the engine stays free of it.
"""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whist.settings")

app = Celery("whist")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
