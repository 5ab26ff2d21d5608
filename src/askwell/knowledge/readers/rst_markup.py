"""Roles and directives of reStructuredText that docutils does not know, read as the text that they show."""

import re
from typing import Any

_ROLE = re.compile(r":([A-Za-z][\w.+:-]{0,60}):`")
_DIRECTIVE = re.compile(r"^[ \t]*\.\.[ \t]+(?:\|[^|\n]*\|[ \t]+)?([A-Za-z][\w.+:-]{0,60})::", re.MULTILINE)
_TARGET = re.compile(r"(.*\S)\s*<[^<>]*>", re.DOTALL)
_CODE = frozenset({"code", "code-block", "sourcecode", "parsed-literal", "prompt"})
_SILENT = 5
"""Level above that of all messages."""
_SHOWING_NOTHING = frozenset(
    "toctree index highlight tabularcolumns sectionauthor codeauthor moduleauthor default-domain currentmodule module "
    "meta raw include literalinclude automodule autoclass autofunction autosummary contents".split()
)


def learn_markup(text: str) -> None:
    """Let docutils read the roles and directives of a text that it does not know; code has no language."""
    from docutils.frontend import get_default_settings
    from docutils.parsers.rst import Parser, directives, languages, roles
    from docutils.utils import new_document

    english = languages.get_language("en")
    document = new_document("", get_default_settings(Parser()))
    document.reporter.report_level = document.reporter.halt_level = _SILENT
    for name in {found[1].lower() for found in _DIRECTIVE.finditer(text)}:
        if name in _CODE:
            directives.register_directive(name, _code())
        elif name in _SHOWING_NOTHING or directives.directive(name, english, document)[0] is None:
            directives.register_directive(name, _shown(shows_nothing=name in _SHOWING_NOTHING))
    for name in {found[1].lower() for found in _ROLE.finditer(text)}:
        if roles.role(name, english, 0, document.reporter)[0] is None:
            roles.register_local_role(name, _role)


def _role(_name: str, _raw: str, text: str, *_: Any, **__: Any) -> tuple[list[Any], list[Any]]:
    """The title of a reference, or the name that it refers to."""
    from docutils import nodes
    from docutils.utils import unescape

    said = unescape(text)
    found = _TARGET.fullmatch(said)
    return [nodes.inline("", found[1] if found else said.lstrip("~!").removeprefix("/"))], []


class _AnyOption(dict[str, Any]):
    """The options of a directive, whatever they are called."""

    def __init__(self) -> None:
        super().__init__({"class": str})

    def __getitem__(self, name: str) -> Any:
        return _unchanged


def _unchanged(value: str | None) -> str:
    return value or ""


def _code() -> Any:
    from docutils import nodes
    from docutils.parsers.rst import Directive

    class Code(Directive):  # type: ignore[misc]  # docutils has no types
        optional_arguments = 1
        final_argument_whitespace = True
        option_spec = _AnyOption()
        has_content = True

        def run(self) -> list[Any]:
            text = "\n".join(self.content)
            return [nodes.literal_block(text, text)] if text else []

    return Code


def _shown(*, shows_nothing: bool) -> Any:
    """A directive whose argument is a paragraph before its content."""
    from docutils import nodes
    from docutils.parsers.rst import Directive

    class Shown(Directive):  # type: ignore[misc]
        optional_arguments = 1
        final_argument_whitespace = True
        option_spec = _AnyOption()
        has_content = True

        def run(self) -> list[Any]:
            if shows_nothing:
                return []
            box = nodes.container()
            if self.arguments:
                box += nodes.paragraph("", self.arguments[0])
            self.state.nested_parse(self.content, self.content_offset, box)
            return [box]

    return Shown
