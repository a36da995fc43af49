"""What applications above this one add to an account's export, deletion, merging and mails, in their
``AppConfig.ready()``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from accounts.models import Mail, User

#: By the heading in the exported file: what an account holds there, as JSON.
EXPORTS: dict[str, Callable[[User], Any]] = {}

#: By kind of mail: whether one that has waited for the mail server says nothing any more that its reader has not seen.
STALE_MAILS: dict[str, Callable[[Mail], bool]] = {}

#: What an application locks of these people's, inside the transaction that deletes or merges them and before any of it
#: is changed, in an order that is the same everywhere: so no two such transactions wait for each other.
HOLDS: list[Callable[[Sequence[User]], None]] = []

#: What an application takes away of an account, inside the transaction that deletes it.
DELETIONS: list[Callable[[User], None]] = []

#: How what a guest earned passes to an account, ``(guest, account)``, inside the transaction that merges them.
MERGES: list[Callable[[User, User], None]] = []

#: What a guest gives up before he is merged, ``(guest, account)``, since one person cannot have it twice; called again
#: when the merge is tried again.
PARTINGS: list[Callable[[User, User], None]] = []

#: Why a guest and an account cannot be merged yet, ``(guest, account)``; the merge is tried again later.
OBSTACLES: list[Callable[[User, User], bool]] = []
