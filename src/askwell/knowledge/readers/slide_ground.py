"""Which text of a slide is seen: the colours of letters and of what is under them."""

import zipfile
from collections.abc import Mapping, Sequence

from askwell.knowledge.readers import archive
from askwell.knowledge.readers.look import WHITE
from askwell.knowledge.readers.slide_drawing import CLEAR, SCHEME, UNKNOWN, Box, Drawing, Ink, Shape

_MAPPING = {"bg1": "lt1", "tx1": "dk1", "bg2": "lt2", "tx2": "dk2"}
_THEME = {"lt1": WHITE, "dk1": "000000"}


class Ground:
    """What is under the text of a slide: its background, and shapes of the slide, of its layout and of its master."""

    def __init__(self, slide: Drawing, under: Sequence[Drawing], theme: Mapping[str, str]) -> None:
        """`under` are layout and master, the nearer first."""
        layers = (slide, *under)
        self.is_shown = slide.is_shown
        self._mapping = next((each.mapping for each in layers if each.mapping), _MAPPING)
        self._theme = theme
        self._background = self._resolved(next((each.background for each in layers if each.background), WHITE))
        self._below = [shape for each in under for shape in each.filled]
        self._beside = slide.filled
        self._grounds: dict[int, str] = {}

    def shows(self, ink: Ink, shapes: Sequence[Shape]) -> bool:
        """Whether letters are seen in the last one of `shapes`, which the others contain."""
        if ink.is_small or any(shape.is_hidden for shape in shapes):
            return False
        color = self._resolved(ink.color)
        if not color or color == UNKNOWN or ink.is_outlined:
            return True
        return color not in (CLEAR, self._ground(ink, shapes))

    def _ground(self, ink: Ink, shapes: Sequence[Shape]) -> str:
        if ink.highlight:
            return self._resolved(ink.highlight)
        if not shapes:
            return UNKNOWN
        shape = shapes[-1]
        if shape.fill and shape.fill != CLEAR:
            return self._resolved(shape.fill)
        if shape.number not in self._grounds:
            self._grounds[shape.number] = self._under(shape)
        return self._grounds[shape.number]

    def _under(self, shape: Shape) -> str:
        """The colour under a shape that has no fill of its own, if it is one."""
        covered = [*self._below, *(each for each in self._beside if each.number < shape.number)]
        fills = {self._resolved(each.fill or "") for each in covered if _overlap(shape.box, each.box)}
        return self._background if fills <= {self._background} else UNKNOWN

    def _resolved(self, color: str) -> str:
        if not color.startswith(SCHEME):
            return color
        name = color.removeprefix(SCHEME)
        return self._theme.get(self._mapping.get(name, name), color)


def _overlap(one: Box | None, other: Box | None) -> bool:
    """Whether they may have a point in common. None is anywhere."""
    if one is None or other is None:
        return True
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


class Grounds:
    """The grounds of the slides of a presentation; layouts and masters are read once."""

    def __init__(self, package: zipfile.ZipFile) -> None:
        self._package = package
        self._drawings: dict[str, Drawing] = {}
        self._themes: dict[str, Mapping[str, str]] = {}

    def of(self, part: str) -> Ground:
        """The ground of a slide or of a page of notes."""
        layout = archive.by_kind(self._package, part).get("slideLayout", "")
        master = archive.by_kind(self._package, layout).get("slideMaster", "") if layout else ""
        return Ground(self._read(part), [self._kept(each) for each in (layout, master) if each], self._theme(master))

    def _kept(self, part: str) -> Drawing:
        if part not in self._drawings:
            self._drawings[part] = self._read(part)
        return self._drawings[part]

    def _read(self, part: str) -> Drawing:
        drawing = Drawing()
        archive.parse(self._package, part, start=drawing.start, end=drawing.end)
        return drawing

    def _theme(self, master: str) -> Mapping[str, str]:
        if not master:
            return _THEME
        if master not in self._themes:
            part = archive.by_kind(self._package, master).get("theme", "")
            self._themes[master] = _THEME | _theme_colors(self._package, part)
        return self._themes[master]


def _theme_colors(package: zipfile.ZipFile, part: str) -> dict[str, str]:
    """The colours of a theme by name."""
    found: dict[str, str] = {}
    name = ""

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal name
        match archive.local_name(tag):
            case "srgbClr" | "sysClr" if name:
                found.setdefault(name, attributes.get("lastClr", attributes.get("val", "")).lower())
            case "fmtScheme":
                name = ""
            case "dk1" | "lt1" | "dk2" | "lt2" | "hlink" | "folHlink" as named:
                name = named
            case named if named.startswith("accent"):
                name = named

    archive.parse(package, part, start=start)
    return found
