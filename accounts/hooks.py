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
        """What the account holds here, as JSON by the heading in the file.  A heading that is there already, such as
        ``account``, gains these entries.

        Once a file, outside a transaction; it changes nothing.
        """
        return {}

    def hold(self, people: Sequence[User]) -> None:
        """Lock what is here of these people's, inside the transaction that deletes or merges them and before any of it
        is changed, in an order that is the same everywhere: so no two such transactions wait for each other.

        Once a deletion or an attempt to merge, with the guest and the account, or with everybody who goes.
        """

    def delete(self, user: User) -> None:
        """Take away what is here of the account.

        Once an account, inside the transaction that deletes it; its row is held and still says who it was.
        """

    def part(self, guest: User, account: User) -> None:
        """Give up what the guest has beside the account, since one person cannot have it twice.

        Before the merge and outside its transaction, in transactions of one's own; again whenever the merge is tried
        again.
        """

    def is_obstacle(self, guest: User, account: User) -> bool:
        """Whether the two cannot be merged yet; it is tried again later.

        Inside the transaction that merges, after `hold`; it changes nothing.
        """
        return False

    def merge(self, guest: User, account: User) -> None:
        """Let what the guest has pass to the account.

        Once a guest, inside the transaction that merges them; both rows are held, the guest's first.
        """

    def is_stale(self, mail: Mail) -> bool:
        """Whether a mail that has waited for the mail server says nothing any more that its reader has not seen; only
        an application that writes such mails says so.

        Right before each attempt to send, outside a transaction; it changes nothing.
        """
        return False


#: In the order of the calls: each application adds its own in ``AppConfig.ready()``, those below before those above.
HOOKS: list[AccountHooks] = []
