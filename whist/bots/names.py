"""What the bots are called.  Nobody else may have one of these names (`accounts.names.choosing`)."""

BOT_NAMES = ("Espresso", "Mocha", "Ristretto", "Lungo", "Macchiato", "Latte")


def bot_name(seat: int) -> str:
    return BOT_NAMES[seat % len(BOT_NAMES)]
