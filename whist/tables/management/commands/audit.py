"""``manage.py audit``: what the site promised, proved over the whole database; one line for each fault."""

from __future__ import annotations

import json
import multiprocessing
import sys
import time
from argparse import ArgumentTypeError
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from datetime import date
from itertools import chain, islice
from typing import Any, TextIO

from django.core.management.base import BaseCommand, CommandParser
from django.db import connection
from django.db.models import Q
from django.utils import timezone

from whist import audits
from whist.audits import Fault
from whist.tables.management.auditors import audit_batch, get_ready
from whist.tables.models import Match, MatchQuerySet, midnight

BATCH = 50
WIDTH = 30

Found = tuple[int, list[Fault]]


class Command(BaseCommand):
    help = (
        "Prove over all matches that no action is lost or doubled, that records replay to what is stored, that the"
        " deals are those promised, and that no deadline was forgotten. The exit status is 1 if anything is wrong."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--since", type=a_day, help="only matches that run, or ended on this day or later")
        parser.add_argument("--jobs", type=int, default=1, help="how many processes work at the same time")
        parser.add_argument("--json", action="store_true", help="a JSON object a line: each fault, and last the sums")

    def handle(self, *args: Any, since: date | None, jobs: int, **options: Any) -> None:
        matches = chosen(since)
        progress = Progress(matches.count(), sys.stderr)
        faults = 0
        for count, found in chain(site_faults(), match_faults(matches, jobs)):
            progress.advance(count)
            faults += len(found)
            for fault in found:
                progress.clear()
                self.stdout.write(json.dumps(fault._asdict()) if options["json"] else str(fault))
        progress.clear()
        sums = {"matches": progress.done, "faults": faults, "seconds": round(progress.seconds, 1)}
        said = "{matches} matches audited in {seconds} s, {faults} faults".format(**sums)
        self.stdout.write(json.dumps(sums) if options["json"] else said)
        if faults:
            sys.exit(1)


def a_day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise ArgumentTypeError(f"{text} is no day like 2026-05-31") from error


def chosen(since: date | None) -> MatchQuerySet:
    matches = Match.objects.all()
    return matches if since is None else matches.filter(Q(finished_at=None) | Q(finished_at__gte=midnight(since)))


def batches(matches: MatchQuerySet) -> Iterator[list[int]]:
    """The matches a few at a time, read as they are needed."""
    last = 0
    while batch := list(matches.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:BATCH]):
        yield batch
        last = batch[-1]


def site_faults() -> Iterator[Found]:
    for audit in audits.SITE_AUDITS:
        yield 0, list(audit(timezone.now()))


def match_faults(matches: MatchQuerySet, jobs: int) -> Iterator[Found]:
    if jobs <= 1:
        yield from map(audit_batch, batches(matches))
        return
    context = multiprocessing.get_context("spawn")
    database = connection.settings_dict["NAME"]
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=get_ready, initargs=(database,)) as pool:
        work = batches(matches)
        running = {pool.submit(audit_batch, batch) for batch in islice(work, 2 * jobs)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            running |= {pool.submit(audit_batch, batch) for batch in islice(work, len(done))}
            yield from map(Future.result, done)


class Progress:
    """A bar with rate and time left, where somebody is looking."""

    def __init__(self, total: int, out: TextIO) -> None:
        self.total, self.done, self.out, self.begun = total, 0, out, time.monotonic()
        self.is_shown = out.isatty()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.begun

    def advance(self, count: int) -> None:
        self.done += count
        if self.is_shown and self.total:
            self.out.write(f"\r{self.line()}\x1b[K")
            self.out.flush()

    def line(self) -> str:
        part = min(1.0, self.done / self.total)
        rate = self.done / max(self.seconds, 0.001)
        left = (self.total - self.done) / rate if rate else 0.0
        bar = ("█" * round(part * WIDTH)).ljust(WIDTH, "·")
        return f"{bar} {self.done}/{self.total}  {rate:.0f} matches/s  {left // 60:.0f}:{left % 60:02.0f} left"

    def clear(self) -> None:
        if self.is_shown:
            self.out.write("\r\x1b[K")
            self.out.flush()
