"""Collected static files: the site's own styles and scripts without comments and indentation, hashed and compressed.

What runs is what was written, name by name.  An embedded server does without: it serves the files as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage


def minified(name: str, text: str) -> str:
    """The text, shortened if it is of the site's own files, which lie in no folder; others stay as they are."""
    return SHORTENERS[name.rpartition(".")[2]](text) if is_own_text(name) else text


def is_own_text(name: str) -> bool:
    return "/" not in name and name.endswith(tuple(f".{kind}" for kind in SHORTENERS))


def shorten_style(text: str) -> str:
    import rcssmin  # here and below: only collecting needs it

    return str(rcssmin.cssmin(text))


def shorten_script(text: str) -> str:
    import rjsmin

    return str(rjsmin.jsmin(text))


SHORTENERS: Mapping[str, Callable[[str], str]] = {"css": shorten_style, "js": shorten_script}


class MinifiedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Hash and compress the shortened texts of the site's own files: they are read where ``paths`` says."""
        if not dry_run:
            own = list(filter(is_own_text, paths))
            for name in own:
                self._minify(name)
            paths = {**paths, **{name: (self, name) for name in own}}
        yield from super().post_process(paths, dry_run=dry_run, **options)

    def _minify(self, name: str) -> None:
        with self.open(name) as file:
            text = file.read().decode()
        self.delete(name)
        self.save(name, ContentFile(minified(name, text).encode()))
