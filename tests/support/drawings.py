"""How often something is drawn for sockets."""

from types import ModuleType
from typing import Any

import pytest


def calls_of(monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str) -> list[Any]:
    """Fills with what this function of a module returned, each time that the module calls it from now on."""
    returned: list[Any] = []
    function = getattr(module, name)

    def call(*values: Any, **named: Any) -> Any:
        returned.append(function(*values, **named))
        return returned[-1]

    monkeypatch.setattr(module, name, call)
    return returned
