"""What the site does again and again, apart from moves: each job looks for what the database says is due.

A job is a function of the time it is called at. It may run twice, at once in two processes, or late. The tickers of the
web processes and Celery's beat both read this list (docs/architecture.md, "Time").
"""

from dataclasses import dataclass

from django.utils import timezone
from django.utils.module_loading import import_string


@dataclass(frozen=True, slots=True)
class Job:
    """``call`` is the dotted path of the function, ``every`` in seconds, ``queue`` that of Celery."""

    call: str
    every: float
    queue: str = "clock"

    def run(self) -> None:
        import_string(self.call)(timezone.now())


JOBS: dict[str, Job] = {
    "send turn mails": Job("whist.tables.turn_mails.send_turn_mails", 60),
}
