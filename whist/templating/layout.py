"""Dropping the white space that lays a template out, of both template languages, before it is compiled.

Between two pieces of markup, which are tags of HTML and tags, variables and comments of the template language, white
space with a line break in it vanishes, and a space on the same line stays. Beside text a line break becomes one space,
as in a browser. So a sentence that goes on after a variable or a link goes on in the same line, or there is no space:

>>> without_layout('''
... <p>
...   {{ sentence }} <a href="/">{{ link }}</a>
...   <b>{{ number }}</b>
... </p>
... ''')
'<p>{{ sentence }} <a href="/">{{ link }}</a><b>{{ number }}</b></p>'

Attributes are written in one line, and so are their values. Nothing happens to a text to be translated (which is looked
up letter by letter), to a table of the help pages (whose lines are rows), or to an element that shows or reads its
white space.
"""

import re
from collections.abc import Callable

SPACE = r"[ \t\r\n\f]"  # a no-break space is text
LINE_BREAK = rf"{SPACE}*\n{SPACE}*"

TEMPLATE_TAG = r"{%.*?%}|{{.*?}}|{#.*?#}"
QUOTED = "|".join(f"{mark}(?>(?:{TEMPLATE_TAG}|[^{mark}])*){mark}" for mark in ('"', "'"))
HTML_TAG = rf"<[/!]?[a-z](?>(?:{TEMPLATE_TAG}|{QUOTED}|[^>\"'])*)>"
KEPT = "|".join(
    [
        r"<!--.*?-->",
        *(rf"<{name}\b.*?</{name}{SPACE}*>" for name in ("pre", "textarea", "script", "style")),
        *(
            rf"{{%{SPACE}*{name}\b.*?{{%{SPACE}*end{name}\b.*?%}}"
            for name in ("blocktranslate", "blocktrans", "comment", "table", "verbatim")
        ),
    ]
)

FLAGS = re.DOTALL | re.IGNORECASE
MARKUP = re.compile(f"({KEPT}|{HTML_TAG}|{TEMPLATE_TAG})", FLAGS)
WHOLLY_KEPT = re.compile(KEPT, FLAGS)
IN_A_TAG = re.compile(rf"(?P<kept>{TEMPLATE_TAG})|(?P<gap>{LINE_BREAK})(?P<end>/?>\Z)?", FLAGS)

Mark = Callable[[str], str]
"""What stands for white space that is dropped, so that an error names the right line."""


def no_mark(_gap: str) -> str:
    return ""


def without_layout(source: str, mark: Mark = no_mark) -> str:
    """
    >>> without_layout('One line\\n  and <b>another</b>\\n  one.')
    'One line and <b>another</b> one.'
    >>> without_layout('<input name="a"\\n       {% if b %}checked{% endif %}\\n>')
    '<input name="a" {% if b %}checked{% endif %}>'
    >>> without_layout('<b>\\n\\n  {{ a }}</b>', lambda gap: "{#" + "\\n" * gap.count("\\n") + "#}")
    '<b>{#\\n\\n#}{{ a }}</b>'
    """
    texts_and_markup = MARKUP.split(source.strip(" \t\r\n\f"))
    texts_and_markup[::2] = [_of_text(text, mark) for text in texts_and_markup[::2]]
    texts_and_markup[1::2] = [_of_markup(markup, mark) for markup in texts_and_markup[1::2]]
    return "".join(texts_and_markup)


def _of_text(text: str, mark: Mark) -> str:
    if re.fullmatch(LINE_BREAK, text):
        return mark(text)
    return re.sub(LINE_BREAK, lambda gap: f"{mark(gap[0])} ", text)


def _of_markup(markup: str, mark: Mark) -> str:
    if markup.startswith("{") or WHOLLY_KEPT.fullmatch(markup):
        return markup
    return IN_A_TAG.sub(lambda found: found["kept"] or mark(found["gap"]) + (found["end"] or " "), markup)
