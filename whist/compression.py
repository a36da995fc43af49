"""Pages travel as brotli, a tenth smaller than gzip at the same speed, to every browser that takes it."""

from __future__ import annotations

import re
import secrets

import brotli
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

SHORTEST = 200
QUALITY = 5
MOST_PADDING = 100

TAKES_BROTLI = re.compile(r"\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")


class CompressionMiddleware(GZipMiddleware):
    """Compresses pages, with gzip for other browsers.  Both add some random bytes, so that no length tells a secret.

    Files stay as they are, and so do parts of them and the answer that a browser has them already: a deployed site has
    compressed what it collects, and an embedded one serves its own machine.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.streaming:
            return response
        said = request.headers.get("Accept-Encoding", "")
        if response.has_header("Content-Encoding") or not TAKES_BROTLI.search(said):
            return super().process_response(request, response)
        content: bytes = response.content  # type: ignore[attr-defined]
        if len(content) >= SHORTEST:
            patch_vary_headers(response, ("Accept-Encoding",))
            response.content = short = brotli.compress(content, quality=QUALITY)  # type: ignore[attr-defined]
            response.headers["Content-Length"] = str(len(short))
            response.headers["Content-Encoding"] = "br"
            response.headers["X-Padding"] = "." * secrets.randbelow(MOST_PADDING)
            if etag := response.get("ETag"):
                response.headers["ETag"] = etag if etag.startswith("W/") else f"W/{etag}"
        return response
