"""What is drawn on a slide: its shapes with their fills, and the colour of the text that is being read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from askwell.knowledge.readers.archive import attribute, local_name
from askwell.knowledge.readers.look import is_small

CLEAR = "clear"
UNKNOWN = "?"
"""A colour that only a drawing program knows: a gradient, a picture, a mixture."""
SCHEME = "@"
"""Begins the name of a colour of the theme."""

Box = tuple[int, int, int, int]
"""Left, top, right and bottom edge."""

_SHAPES = frozenset({"sp", "pic", "graphicFrame", "grpSp", "cxnSp"})
_PAINTED = frozenset({"pic", "graphicFrame"})
_COLORS = frozenset({"srgbClr", "schemeClr", "sysClr", "prstClr", "scrgbClr", "hslClr"})
_FILLS = frozenset({"noFill", "solidFill", "gradFill", "blipFill", "pattFill", "grpFill"})
_PRESETS = {"white": "ffffff", "black": "000000"}
_ON = frozenset({"1", "true"})
_OFF = frozenset({"0", "false"})
_PLAIN_BACKGROUND = "1001"
"""The first background of a theme, which is one colour (ECMA-376 part 1, 19.3.1.3)."""
_NO_FILLS = frozenset({"", "0", "1000"})


@dataclass(slots=True)
class Shape:
    """A shape; shapes of higher numbers cover those of lower ones."""

    number: int
    is_grouped: bool
    fill: str | None = None
    """None if it says nothing of its fill; empty for none."""
    is_hidden: bool = False
    is_placeholder: bool = False
    _sizes: dict[str, int] = field(default_factory=dict)

    def set_size(self, attributes: Mapping[str, str]) -> None:
        """Take up the position or the extent."""
        self._sizes |= {key: int(value) for key, value in attributes.items() if value.lstrip("-").isdecimal()}

    @property
    def box(self) -> Box | None:
        """Where it is; None if only a group or a layout says so."""
        if self.is_grouped or self.is_placeholder or not {"x", "y", "cx", "cy"} <= self._sizes.keys():
            return None
        x, y = self._sizes["x"], self._sizes["y"]
        return (x, y, x + self._sizes["cx"], y + self._sizes["cy"])


@dataclass(slots=True)
class Ink:
    """What a run of text says of its letters."""

    color: str = ""
    """Empty if it says none."""
    highlight: str = ""
    is_small: bool = False
    is_outlined: bool = False


class Drawing:
    """Follows the elements of a slide, a layout or a master; its methods are the handlers of an XML parser."""

    def __init__(self) -> None:
        self.is_shown = True
        self.background = ""
        """Empty if it says none."""
        self.mapping: Mapping[str, str] = {}
        """The colours of the theme by the names that slides use for them."""
        self.filled: list[Shape] = []
        self.open: list[Shape] = []
        """The shape that is being read, with the groups around it."""
        self.ink = Ink()
        self._path: list[str] = []
        self._color = ""
        self._count = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        name = local_name(tag)
        parent = self._path[-1] if self._path else ""
        self._path.append(name)
        if name in _COLORS:
            self._color = _color(name, attributes)
        elif parent in _COLORS:
            self._color = self._changed(name, attributes)
        elif name in _SHAPES:
            fill = UNKNOWN if name in _PAINTED else None
            self.open.append(Shape(self._count, is_grouped=bool(self.open), fill=fill))
            self._count += 1
        elif begins := _BEGINNINGS.get(name):
            begins(self, attributes)
        elif self.open and (is_said := _OF_SHAPES.get(name)):
            is_said(self.open[-1], parent, attributes)
        if name in _FILLS:
            self._fill(parent, "" if name == "noFill" else UNKNOWN)

    def end(self, tag: str) -> None:
        """An element ends."""
        name = local_name(tag)
        self._path.pop()
        if name in _COLORS:
            self._paint()
        elif name in _SHAPES:
            shape = self.open.pop()
            if shape.fill and shape.fill != CLEAR and not shape.is_hidden:
                self.filled.append(shape)

    def _changed(self, change: str, attributes: Mapping[str, str]) -> str:
        if change != "alpha":
            return UNKNOWN
        return {"0": CLEAR, "100000": self._color}.get(attributes.get("val", ""), UNKNOWN)

    def _paint(self) -> None:
        """Give the colour that was read to what it belongs to."""
        holder = self._path[-1] if self._path else ""
        if holder == "solidFill" and len(self._path) > 1:
            self._fill(self._path[-2], self._color)
        elif holder == "highlight":
            self.ink.highlight = self._color
        elif holder == "bgRef" and self.background != UNKNOWN:
            self.background = self._color

    def _fill(self, holder: str, color: str) -> None:
        if holder == "rPr":
            self.ink.color = color or CLEAR
        elif holder == "ln" and self._path[-3:-2] == ["rPr"]:
            self.ink.is_outlined = bool(color)
        elif holder == "bgPr":
            self.background = color
        elif holder == "spPr" and self.open:
            self.open[-1].fill = color


def _color(kind: str, attributes: Mapping[str, str]) -> str:
    value = attributes.get("val", "")
    match kind:
        case "srgbClr":
            return value.lower()
        case "sysClr":
            return attributes.get("lastClr", UNKNOWN).lower()
        case "schemeClr":
            return SCHEME + value
        case "prstClr":
            return _PRESETS.get(value, UNKNOWN)
        case _:
            return UNKNOWN


def _begin_slide(drawing: Drawing, attributes: Mapping[str, str]) -> None:
    drawing.is_shown = attributes.get("show") not in _OFF


def _begin_run(drawing: Drawing, _attributes: Mapping[str, str]) -> None:
    drawing.ink = Ink()


def _begin_letters(drawing: Drawing, attributes: Mapping[str, str]) -> None:
    size = attributes.get("sz", "")
    drawing.ink.is_small = size.isdecimal() and len(size) < 9 and is_small(int(size) / 100)


def _begin_background(drawing: Drawing, attributes: Mapping[str, str]) -> None:
    drawing.background = "" if attributes.get("idx") == _PLAIN_BACKGROUND else UNKNOWN


def _begin_mapping(drawing: Drawing, attributes: Mapping[str, str]) -> None:
    drawing.mapping = attributes


_BEGINNINGS: Mapping[str, Callable[[Drawing, Mapping[str, str]], None]] = {
    "sld": _begin_slide,
    "r": _begin_run,
    "fld": _begin_run,
    "br": _begin_run,
    "rPr": _begin_letters,
    "bgRef": _begin_background,
    "clrMap": _begin_mapping,
    "overrideClrMapping": _begin_mapping,
}


def _name_shape(shape: Shape, _parent: str, attributes: Mapping[str, str]) -> None:
    shape.is_hidden |= attribute(attributes, "hidden") in _ON


def _hold_place(shape: Shape, _parent: str, _attributes: Mapping[str, str]) -> None:
    shape.is_placeholder = True


def _put(shape: Shape, parent: str, attributes: Mapping[str, str]) -> None:
    if parent == "xfrm":
        shape.set_size(attributes)


def _refer_to_fill(shape: Shape, _parent: str, attributes: Mapping[str, str]) -> None:
    if shape.fill is None and attributes.get("idx", "") not in _NO_FILLS:
        shape.fill = UNKNOWN


_OF_SHAPES: Mapping[str, Callable[[Shape, str, Mapping[str, str]], None]] = {
    "cNvPr": _name_shape,
    "ph": _hold_place,
    "off": _put,
    "ext": _put,
    "fillRef": _refer_to_fill,
}
