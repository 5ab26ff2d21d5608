"""Text of a web page that nobody sees: taken out before the page is read, since only a program would read it."""

import re
from collections.abc import Iterator
from typing import Any

_DECLARATION = re.compile(r"([a-z-]+)\s*:\s*([^;]+)")
_WHITE = frozenset({"white", "#fff", "#ffff", "#ffffff", "#ffffffff", "rgb(255,255,255)", "rgba(255,255,255,1)"})
_CLEAR = frozenset({"transparent", "#0000", "#00000000", "rgba(0,0,0,0)"})
_NOTHING = re.compile(r"0*\.?0+(?:px|pt|em|rem|%)?|[01]px|1pt")
"""A size at which no letter can be read."""
_FAR = re.compile(r"-\d{3,}(?:\.\d+)?(?:px|pt|em|rem|%)?")
"""A distance to the left or above that is outside any window."""
_PLACES = ("left", "top", "text-indent", "margin-left", "margin-top")
_WHITE_PAGE = "white"


def unseen(page: Any) -> Iterator[Any]:
    """Outermost elements that a browser would not show, judged by their own styles, not by style sheets.

    White text counts where nothing around it has a background or a class, from which a style sheet may give it one.
    """
    waiting = [(page, _WHITE_PAGE)]
    while waiting:
        element, background = waiting.pop()
        style = _style(element)
        background = _background(element, style) or background
        if _is_unseen(style, background, (element.get("color") or "").lower()):
            yield element
        else:
            waiting += [(child, background) for child in element if isinstance(child.tag, str)]


def _style(element: Any) -> dict[str, str]:
    text = (element.get("style") or "").lower().replace("!important", "")
    return {name: value.strip().replace(" ", "") for name, value in _DECLARATION.findall(text)}


def _background(element: Any, style: dict[str, str]) -> str:
    """The background colour of an element, "?" if a style sheet may say it, "" if it is that of what is around it."""
    color = style.get("background-color") or style.get("background") or (element.get("bgcolor") or "").lower()
    if color and color not in _CLEAR:
        return _WHITE_PAGE if color in _WHITE else color
    return "?" if element.get("class") and element.tag not in {"html", "body"} else ""


def _is_unseen(style: dict[str, str], background: str, color: str) -> bool:
    color = style.get("color") or color
    return (
        style.get("display") == "none"
        or style.get("visibility") in {"hidden", "collapse"}
        or bool(_NOTHING.fullmatch(style.get("font-size", "")))
        or bool(_NOTHING.fullmatch(style.get("opacity", "")))
        or (style.get("position") in {"absolute", "fixed"} and any(_FAR.fullmatch(style.get(p, "")) for p in _PLACES))
        or bool(_FAR.fullmatch(style.get("text-indent", "")))
        or color in _CLEAR
        or (bool(color) and (_WHITE_PAGE if color in _WHITE else color) == background)
    )
