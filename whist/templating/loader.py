"""Loading templates without the white space of their layout.

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

Nothing happens to what is written between quotes, in a text to be translated (which is looked up letter by letter), in
a table of the help pages (whose lines are rows), or in an element that shows or reads its white space.
"""

import re

from django.template.base import Origin
from django.template.loaders.filesystem import Loader as FilesystemLoader

LAID_OUT = (".html", ".subject.txt")  # the text of a mail is written line by line as it is sent

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
IN_A_TAG = re.compile(rf"(?P<kept>{TEMPLATE_TAG}|{QUOTED})|{LINE_BREAK}(?P<end>/?>\Z)?", FLAGS)


class Loader(FilesystemLoader):
    """Drops the white space of the site's own templates; those of libraries stay as they are."""

    def get_contents(self, origin: Origin) -> str:
        source: str = super().get_contents(origin)
        return without_layout(source) if origin.name.endswith(LAID_OUT) else source


def without_layout(source: str) -> str:
    """
    >>> without_layout('One line\\n  and <b>another</b>\\n  one.')
    'One line and <b>another</b> one.'
    >>> without_layout('<input name="a"\\n       {% if b %}checked{% endif %}\\n>')
    '<input name="a" {% if b %}checked{% endif %}>'
    """
    texts_and_markup = MARKUP.split(source.strip(" \t\r\n\f"))
    texts_and_markup[::2] = map(_of_text, texts_and_markup[::2])
    texts_and_markup[1::2] = map(_of_markup, texts_and_markup[1::2])
    return "".join(texts_and_markup)


def _of_text(text: str) -> str:
    return "" if re.fullmatch(LINE_BREAK, text) else re.sub(LINE_BREAK, " ", text)


def _of_markup(markup: str) -> str:
    if markup.startswith("{") or WHOLLY_KEPT.fullmatch(markup):
        return markup
    return IN_A_TAG.sub(lambda found: found["kept"] or found["end"] or " ", markup)
