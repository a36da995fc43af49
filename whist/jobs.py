"""What the site does again and again, apart from moves: each job looks for what the database says is due.

A job is a function of the time it is called at. It may run twice, at once in two processes, or late. The tickers of the
web processes and Celery's beat both read this list (docs/live-updates.md, "Time").
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
    "send mails": Job("accounts.mail_sender.send_due", 1, "mail"),
    "merge guests": Job("accounts.privacy.merging.merge_waiting", 30),
    "tidy accounts": Job("accounts.privacy.cleanup.tidy", 600),
    "close left matches": Job("whist.tables.match.resignation.close_left_matches", 600),
    "settle matches": Job("leagues.results.settlement.settle_due", 5),
    "notice absence": Job("whist.tables.presence.breaks.notice_absence", 2),
    "part with absent players": Job("whist.tables.presence.no_shows.free_seats_of_absent", 15),
    "free chairs of absent people": Job("whist.tables.presence.no_shows.free_table_seats", 15),
    "relieve absent hosts": Job("whist.tables.presence.no_shows.pass_hosts", 15),
    "close deserted tables": Job("whist.tables.presence.no_shows.close_deserted", 600),
    "tidy chats": Job("whist.tables.chat.remarks.tidy", 600),
    "send turn mails": Job("whist.tables.correspondence.turn_mails.send_turn_mails", 60),
}
