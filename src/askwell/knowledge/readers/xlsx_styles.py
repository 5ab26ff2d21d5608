"""How the cells of an Excel workbook look: what their numbers mean, and whether anybody sees them."""

import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from askwell.knowledge.readers import archive

Shown = Literal["date", "percent", ""]

_BUILT_IN_DATES = frozenset({*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)})
"""Number formats of dates and times, ECMA-376 part 1, 18.8.30."""
_PERCENT = frozenset({9, 10})
_NOT_FORMAT = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]|General', re.IGNORECASE)
_DATE_FORMAT = re.compile(r"[ymdhs]", re.IGNORECASE)
_HIDES_ALL = ";;;"
"""The number format that shows nothing, whatever is in the cell."""
_WHITE_RGB = frozenset({"FFFFFF", "FFFFFFFF", "00FFFFFF"})
_WHITE_INDEXES = frozenset({"1", "9"})
"""White in the palette, ECMA-376 part 1, 18.8.27."""
_PAPER = "0"
"""The background among the colours of a theme."""
_NO_FILL = frozenset({"", "none"})


@dataclass(frozen=True, slots=True)
class CellFormat:
    """A format that cells refer to by its position."""

    shown: Shown = ""
    is_hidden: bool = False
    is_white: bool = False
    """Whether its text is white and the cell is not filled."""


def cell_formats(package: zipfile.ZipFile, part: str) -> tuple[CellFormat, ...]:
    """The formats of a workbook. None is white if a condition fills cells, because it may be on a ground then."""
    styles = _Styles()
    archive.parse(package, part, start=styles.start, end=styles.end)
    return tuple(styles.formats())


@dataclass(slots=True)
class _Styles:
    """Collects styles; its methods are the handlers of an XML parser."""

    _codes: dict[str, str] = field(default_factory=dict)
    _white_fonts: list[bool] = field(default_factory=list)
    _fills: list[bool] = field(default_factory=list)
    _cells: list[Mapping[str, str]] = field(default_factory=list)
    _within: str = ""
    _has_conditions: bool = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        name = archive.local_name(tag)
        match self._within, name:
            case _, "fonts" | "fills" | "cellXfs" | "dxfs":
                self._within = name
            case _, "numFmt":
                self._codes[attributes.get("numFmtId", "")] = attributes.get("formatCode", "")
            case "fonts", "font":
                self._white_fonts.append(False)
            case "fonts", "color" if self._white_fonts:
                self._white_fonts[-1] = _is_white(attributes)
            case "fills", "fill":
                self._fills.append(False)
            case "fills", "patternFill" if self._fills:
                self._fills[-1] = attributes.get("patternType", "") not in _NO_FILL
            case "fills", "gradientFill" if self._fills:
                self._fills[-1] = True
            case "fills", "fgColor" if self._fills and _is_white(attributes):
                self._fills[-1] = False
            case "cellXfs", "xf":
                self._cells.append(attributes)
            case "dxfs", "fill":
                self._has_conditions = True

    def end(self, tag: str) -> None:
        """An element ends."""
        if archive.local_name(tag) == self._within:
            self._within = ""

    def formats(self) -> list[CellFormat]:
        """What was collected, in order."""
        return [
            CellFormat(
                _shown(key := cell.get("numFmtId", ""), self._codes),
                self._codes.get(key, "").strip() == _HIDES_ALL,
                not self._has_conditions
                and _at(self._white_fonts, cell.get("fontId", ""))
                and not _at(self._fills, cell.get("fillId", "")),
            )
            for cell in self._cells
        ]


def _is_white(color: Mapping[str, str]) -> bool:
    is_paper = color.get("theme") == _PAPER and "tint" not in color
    return color.get("rgb", "").upper() in _WHITE_RGB or color.get("indexed") in _WHITE_INDEXES or is_paper


def _at(values: list[bool], position: str) -> bool:
    return position.isdecimal() and len(position) < 9 and int(position) < len(values) and values[int(position)]


def _shown(key: str, own: Mapping[str, str]) -> Shown:
    number = int(key) if key.isdecimal() and len(key) < 4 else 0
    code = _NOT_FORMAT.sub("", own.get(key, ""))
    if number in _PERCENT or "%" in code:
        return "percent"
    return "date" if _DATE_FORMAT.search(code) or (key not in own and number in _BUILT_IN_DATES) else ""
