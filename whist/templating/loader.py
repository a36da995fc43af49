"""Django's templates, without the white space of their layout (`whist.templating.layout`)."""

from django.template.base import Origin
from django.template.loaders.filesystem import Loader as FilesystemLoader

from whist.templating.layout import without_layout

LAID_OUT = (".html", ".subject.txt")  # the text of a mail is written line by line as it is sent


class Loader(FilesystemLoader):
    """Drops the white space of the site's own templates; those of libraries stay as they are."""

    def get_contents(self, origin: Origin) -> str:
        source: str = super().get_contents(origin)
        return without_layout(source) if origin.name.endswith(LAID_OUT) else source
