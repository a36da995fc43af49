"""What applications above this one add when an account is exported or deleted, or takes in a guest, and when its mails
leave: one class an application.

`accounts` itself needs none: what it owns goes first into the file, is merged first, and is deleted last, when nothing
above asks for it any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from accounts.models import Mail, User


class AccountHooks:
    """Every method does nothing; an application overrides those in which it has a part.

    An error in any of them undoes the transaction in which it is called.  In deletions and merges locks are taken in
    this order: what `hold` holds, the rows of the people, then whatever the applications write, one after the other.
    """

    def export(self, user: User) -> dict[str, Any]:
        """What the application keeps of the account, as JSON by the heading in the file.  A heading that is there
        already, such as ``account``, gains these entries.

        Called once a file, outside a transaction; changes nothing.
        """
        return {}

    def hold(self, people: Sequence[User]) -> None:
        """Lock what the application keeps of these people, inside the transaction that deletes or merges them, before
        any of it is changed and in the same order everywhere: so no two such transactions wait for each other.

        Called once a deletion, with everybody who is deleted, or an attempt to merge, with the guest and the account.
        """

    def delete(self, user: User) -> None:
        """Delete what the application keeps of the account.

        Called once an account, inside the transaction that deletes it; its row is held and still says who it was.
        """

    def part(self, guest: User, account: User) -> None:
        """Give up what the guest has beside the account and one person cannot have twice.

        Called before each attempt to merge and outside its transaction; uses transactions of its own.
        """

    def is_obstacle(self, guest: User, account: User) -> bool:
        """Whether the two cannot be merged yet; the site tries again later.

        Called inside the transaction that merges, after `hold`; changes nothing.
        """
        return False

    def merge(self, guest: User, account: User) -> None:
        """Move what the guest has to the account.

        Called once a guest, inside the transaction that merges them; both rows are held, the guest's first.
        """

    def is_stale(self, mail: Mail) -> bool:
        """Whether a mail that has waited for the mail server is no news to its reader any more; only the application
        that writes such mails says so.

        Called right before each attempt to send, outside a transaction; changes nothing.
        """
        return False


#: In the order of the calls: each application adds its own in ``AppConfig.ready()``, those below before those above.
HOOKS: list[AccountHooks] = []
