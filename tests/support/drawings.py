"""How often something is drawn for sockets."""

from types import ModuleType
from typing import Any

import pytest
from django.template.loader import render_to_string


def drawings(monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str) -> list[str]:
    """Fills with the HTML of each time that ``module`` draws the template of this name, from now on."""
    drawn: list[str] = []

    def draw(template_name: str, context: dict[str, Any]) -> str:
        html = render_to_string(template_name, context)
        if template_name == name:
            drawn.append(html)
        return html

    monkeypatch.setattr(module, "render_to_string", draw)
    return drawn
