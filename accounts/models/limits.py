from django.db import models


class Allowance(models.Model):
    """How often something happened lately to one subject (an address, a visitor, a user), for `accounts.limits`.

    ``key`` is a keyed hash of the limit's name and the subject; ``times`` are seconds since the epoch, oldest first.
    """

    key = models.CharField(max_length=32, primary_key=True)
    times = models.JSONField(default=list)
    version = models.PositiveIntegerField(default=0)
    # From then on nothing in it counts any more.
    until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.key
