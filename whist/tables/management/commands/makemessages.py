"""Collect the texts of the site, those of Jinja2 templates too, which Django does not read."""

from pathlib import Path
from typing import Any

from django.core.management.commands import makemessages
from django.template import engines
from jinja2 import Environment


def calls_in(source: str, environment: Environment) -> str:
    """The texts of a template as calls in Python, each in its line, which is what gettext reads."""
    lines = [""] * (source.count("\n") + 1)
    for number, function, parts in environment.extract_translations(source):  # type: ignore[attr-defined]
        texts = [part for part in (parts if isinstance(parts, tuple) else (parts,)) if isinstance(part, str)]
        lines[number - 1] += f"{function}({', '.join(map(repr, texts))}); "
    return "\n".join(lines)


class TemplateFile(makemessages.BuildFile):
    def preprocess(self) -> None:
        jinja: Any = engines["jinja2"]
        path = Path(self.path)
        if not any(path.resolve().is_relative_to(folder) for folder in jinja.template_dirs):
            super().preprocess()
        else:
            Path(self.work_path).write_text(calls_in(path.read_text(), jinja.env))


class Command(makemessages.Command):
    build_file_class = TemplateFile
