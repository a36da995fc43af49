"""The Celery application: ``celery -A whist.celery worker`` and ``celery -A whist.celery beat``.

Tasks are thin: each calls a plain job that does what the database says is due. Applications import this
module in ``AppConfig.ready()`` and never in a package's ``__init__``, so that the engine stays free of it.
"""

import os

from celery import Celery

from whist.jobs import JOBS

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whist.settings")

app = Celery("whist")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["whist.tables.jobs"])

# Bots have a queue of their own, so that they never keep a clock waiting; mails even workers of their own. A heartbeat
# goes through each of the two.
app.conf.task_routes = {
    "whist.tables.jobs.tasks.advance_match": {"queue": "bots"},
    "whist.tables.jobs.tasks.beat_heart": {"queue": "bots"},
}

# Seconds, never crontabs: those pause or fire twice when the clocks change. A task that no worker took in time is
# dropped; the next one does its work. More than one beat does no harm.
app.conf.beat_schedule = {
    "sweep due matches": {"task": "whist.tables.jobs.tasks.sweep_due", "schedule": 0.25, "options": {"expires": 2}},
    "show that workers live": {
        "task": "whist.tables.jobs.tasks.beat_heart",
        "schedule": 3.0,
        "options": {"expires": 3},
    },
    "show that mailers live": {
        "task": "whist.tables.jobs.tasks.beat_heart",
        "args": ("mail",),
        "schedule": 3.0,
        "options": {"expires": 3, "queue": "mail"},
    },
} | {
    name: {
        "task": "whist.tables.jobs.tasks.run_job",
        "args": (name,),
        "schedule": job.every,
        "options": {"expires": max(2.0, job.every), "queue": job.queue},
    }
    for name, job in JOBS.items()
}
