from whist.bots import choose as choose_action

__all__ = ["choose_action"]
