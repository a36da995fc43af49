"""The kind of a browser in two words: enough to tell one's own apart, and all that is kept."""

from django.utils.translation import gettext as _

# The first that occurs counts, since each of them also says that it is some of those further down.
BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Macintosh": "macOS",
    "Linux": "Linux",
}


def agent_of(header: str) -> str:
    """What is kept of a User-Agent header.

    >>> agent_of("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox/Linux'
    >>> agent_of("curl/8.5")
    '/'
    """
    found = [next((word for mark, word in words.items() if mark in header), "") for words in (BROWSERS, SYSTEMS)]
    return "/".join(found)


def agent_in_words(agent: str) -> str:
    """What `agent_of` returns, for people: ``Firefox on Linux``."""
    browser, _slash, system = agent.partition("/")
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("An unknown browser")
