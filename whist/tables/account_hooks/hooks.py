"""What tables add to the export, deletion, merging and mails of an account; each call goes to the module it is for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from accounts.hooks import AccountHooks
from accounts.models import Mail, User
from whist.tables.account_hooks.chat import exported_chat, forget_chat, move_chat
from whist.tables.account_hooks.correspondence import (
    export_correspondence,
    forget_correspondence,
    is_stale,
    lock_turns,
    move_turns,
)
from whist.tables.account_hooks.delete import leave_second_seats, leave_tables
from whist.tables.account_hooks.export import exported_matches
from whist.tables.account_hooks.merge import move_seats, sit_together
from whist.tables.correspondence import turn_mails


class TablesHooks(AccountHooks):
    def export(self, user: User) -> dict[str, Any]:
        return {
            "chat": exported_chat(user),
            "correspondence": export_correspondence(user),
            "matches": exported_matches(user),
        }

    def hold(self, people: Sequence[User]) -> None:
        lock_turns(people)

    def delete(self, user: User) -> None:
        forget_chat(user)
        forget_correspondence(user)
        leave_tables(user)

    def part(self, guest: User, account: User) -> None:
        leave_second_seats(guest, account)

    def is_obstacle(self, guest: User, account: User) -> bool:
        return sit_together(guest, account)

    def merge(self, guest: User, account: User) -> None:
        move_seats(guest, account)
        move_chat(guest, account)
        move_turns(guest, account)

    def is_stale(self, mail: Mail) -> bool:
        return mail.kind == turn_mails.KIND and is_stale(mail)
