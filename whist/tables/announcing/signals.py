"""The one signal: a match has ended, and its end is committed.

Receivers get ``match_id`` and must be able to hear of the same match twice, or never: `Match.settled_at` tells what
is still to be done.
"""

from django.dispatch import Signal

match_finished = Signal()
