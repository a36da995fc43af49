"""The gallery: the site's own pictures, of which players choose one to be recognised by."""

from django.templatetags.static import static
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

#: By the name of its file in ``static/pictures/``.
PICTURES: dict[str, str | Promise] = {
    "coffee": pgettext_lazy("picture", "Coffee cup"),
    "owl": pgettext_lazy("picture", "Owl"),
    "fox": pgettext_lazy("picture", "Fox"),
    "stork": pgettext_lazy("picture", "Stork"),
    "bear": pgettext_lazy("picture", "Bear"),
    "sheep": pgettext_lazy("picture", "Sheep"),
    "cat": pgettext_lazy("picture", "Cat"),
    "hedgehog": pgettext_lazy("picture", "Hedgehog"),
    "plum": pgettext_lazy("picture", "Plum"),
    "pretzel": pgettext_lazy("picture", "Pretzel"),
    "mushroom": pgettext_lazy("picture", "Mushroom"),
    "sunflower": pgettext_lazy("picture", "Sunflower"),
    "hat": pgettext_lazy("picture", "Hat"),
    "lantern": pgettext_lazy("picture", "Lantern"),
    "key": pgettext_lazy("picture", "Key"),
    "umbrella": pgettext_lazy("picture", "Umbrella"),
    "bell": pgettext_lazy("picture", "Bell"),
    "accordion": pgettext_lazy("picture", "Accordion"),
    "tram": pgettext_lazy("picture", "Tram"),
    "boat": pgettext_lazy("picture", "Boat"),
    "castle": pgettext_lazy("picture", "Castle"),
    "mountain": pgettext_lazy("picture", "Mountain"),
    "moon": pgettext_lazy("picture", "Moon"),
    "knight": pgettext_lazy("picture", "Knight"),
}


def picture_url(slug: str) -> str:
    """The address of a picture; empty for none, and for one that is no longer in the gallery."""
    return static(f"pictures/{slug}.svg") if slug in PICTURES else ""
