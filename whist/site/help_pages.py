"""The help pages: `page.html` has the structure, the tables and the example rounds, once; `<language>.txt` the prose.

A translator reads one text from top to bottom, and a wrong sentence stands in one place of it; message files would cut
it into strings. A wrong card or number is mended once, in the structure, for all languages. The marks of the texts are
those of `help_prose`.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from whist.engine import GAMES
from whist.site.help_prose import Passage, passages_of

LANGUAGES = ("en", "de", "ro")
#: The seats of the table that a help page offers to sit down at, where its game allows so many.
USUAL_SEATS = 4
#: Title and summary of each page.
PAGES = {
    "romanian": (_("Romanian whist"), _("The short pack: eight cards at most, and the duty to trump.")),
    "romanian52": (
        _("Romanian whist, 52 cards"),
        _("The full pack: hands grow from one card to a peak and shrink again."),
    ),
    "whist": (_("Partnership whist"), _("Two against two: no bids, a book of six, and a partner to understand.")),
    "german": (_("German whist"), _("For two: thirteen tricks for better cards, then thirteen to use them.")),
    "fair": (_("Fair deals"), _("How anybody can check that the cards were not rigged.")),
    "faq": (_("Questions and answers"), _("Cost, bots, keyboard, going on later, and playing without JavaScript.")),
}


@require_safe
@vary_on_headers("HX-Request")
def rules_page(request: HttpRequest, slug: str) -> HttpResponse:
    """One help page in the active language; without the frame of the site when shown at a table."""
    if slug not in PAGES:
        raise Http404(slug)
    fragment = wants_fragment(request)
    language = page_language()
    prose = prose_of(slug, language)
    game = GAMES.get(slug, next(iter(GAMES.values())))
    return render(
        request,
        f"rules/{slug}/page.html",
        {
            "frame": "rules/fragment.html" if fragment else "base.html",
            "fragment": fragment,
            "language": language,
            "slug": slug,
            "pages": PAGES,
            "prose": prose,
            "sections": [passage for passage in prose.values() if passage.is_section],
            "game": game,
            "seats": USUAL_SEATS if USUAL_SEATS in game.seat_counts else game.seat_counts[0],
        },
    )


def prose_of(slug: str, language: str) -> dict[str, Passage]:
    return passages_of(render_to_string(f"rules/{slug}/{language}.txt"))


@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    return render(request, "rules/index.html", {"pages": PAGES})


def wants_fragment(request: HttpRequest) -> bool:
    """Whether only the page's middle is asked for: by a dialog at the table, with `?fragment` or by HTMX, but not by a
    boosted link."""
    by_htmx = "HX-Request" in request.headers and "HX-Boosted" not in request.headers
    return "fragment" in request.GET or by_htmx


def page_language() -> str:
    language = (get_language() or LANGUAGES[0])[:2]
    return language if language in LANGUAGES else LANGUAGES[0]
