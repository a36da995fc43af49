"""Signs of life of the processes that look at the time."""

from django.db import models


class Heartbeat(models.Model):
    """When a driver of clocks last ran: web processes leave the clocks to a worker while its row is fresh."""

    name = models.CharField(max_length=32, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {self.at}"
