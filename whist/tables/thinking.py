from whist.bots import choose as choose_action
