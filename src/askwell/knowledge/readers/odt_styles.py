"""How the parts of an OpenDocument text look, by their styles and their own attributes."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from askwell.knowledge.readers.archive import attribute, local_name
from askwell.knowledge.readers.look import WHITE, Look, is_small

_NAMESPACE = "urn:oasis:names:tc:opendocument:xmlns:style:1.0 "
_STYLE = f"{_NAMESPACE}style"
_FAMILIES = {
    "p": "paragraph",
    "h": "paragraph",
    "span": "text",
    "a": "text",
    "section": "section",
    "table": "table",
    "table-row": "table-row",
    "table-cell": "table-cell",
    "covered-table-cell": "table-cell",
    "frame": "graphic",
    "custom-shape": "graphic",
}
"""Family of styles by the name of an element."""
_MAX_PARENTS = 20
_NO_COLOR = frozenset({"", "transparent", "none"})
_SIZE = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,6})?)(pt|px|in|cm|mm)")
_POINTS = {"pt": 1.0, "px": 0.75, "in": 72.0, "cm": 28.35, "mm": 2.835}


@dataclass(slots=True)
class _Style:
    parent: str = ""
    says: dict[str, bool] = field(default_factory=dict)
    """The fields of a look that it sets."""


class Styles:
    """Collects styles from the events of an XML parser; those that are read later replace others of the same name."""

    def __init__(self) -> None:
        self.has_colored_page = False
        self._styles: dict[tuple[str, str], _Style] = {}
        self._open = _Style()

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """An element begins; others than those of styles are ignored."""
        if not tag.startswith(_NAMESPACE):
            return
        match local_name(tag):
            case "style":
                self._open = _Style(attribute(attributes, "parent-style-name"))
                self._styles[attribute(attributes, "family"), attribute(attributes, "name")] = self._open
            case "page-layout-properties":
                self.has_colored_page |= _said(attributes).get("is_shaded", False)
            case _:
                self._open.says |= _said(attributes)

    def end(self, tag: str) -> None:
        """An element ends. Properties outside of a style are those of lists and defaults."""
        if tag == _STYLE:
            self._open = _Style()

    def look_within(self, around: Look, tag: str, attributes: Mapping[str, str]) -> Look:
        """The look of what is in an element, given that of what is around it."""
        name = local_name(tag)
        family = _FAMILIES.get(name, "")
        if family == "paragraph":
            around = Look(is_hidden=around.is_hidden, is_shaded=around.is_shaded)
        said = self._said_by(family, attribute(attributes, "style-name")) if family else {}
        look = replace(around, **said) if said else around
        return replace(look, is_hidden=True) if around.is_hidden or _is_hidden(attributes) else look

    def _said_by(self, family: str, name: str) -> dict[str, bool]:
        chain: list[_Style] = []
        while (style := self._styles.get((family, name))) and len(chain) < _MAX_PARENTS:
            chain.append(style)
            name = style.parent
        return {key: value for each in reversed(chain) for key, value in each.says.items()}


def _is_hidden(attributes: Mapping[str, str]) -> bool:
    return (
        attribute(attributes, "display") == "none"
        or attribute(attributes, "is-hidden") == "true"
        or attribute(attributes, "visibility") in {"collapse", "filter"}
    )


def _said(attributes: Mapping[str, str]) -> dict[str, bool]:
    """The fields of a look that properties of a style set."""
    given = {local_name(key): value.lower() for key, value in attributes.items()}
    found: dict[str, bool] = {}
    if display := given.get("display"):
        found["is_hidden"] = display == "none"
    if color := given.get("color"):
        found["is_white"] = color == f"#{WHITE}" and given.get("use-window-font-color") != "true"
    if size := _SIZE.fullmatch(given.get("font-size", "")):
        found["is_small"] = is_small(float(size[1]) * _POINTS[size[2]])
    ground = given.get("background-color") or (given.get("fill-color", "") if given.get("fill") != "none" else "")
    if ground not in _NO_COLOR:
        found["is_shaded"] = ground != f"#{WHITE}"
    return found
