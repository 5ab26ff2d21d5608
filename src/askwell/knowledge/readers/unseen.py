"""Text of a web page that nobody sees: taken out before the page is read, since only a program would read it."""

import re
from collections.abc import Iterator
from typing import Any

from askwell.knowledge.readers.page_blocks import INLINE

_DECLARATION = re.compile(r"([a-z-]+)\s*:\s*([^;]+)")
_WHITE = frozenset({"white", "#fff", "#ffff", "#ffffff", "#ffffffff", "rgb(255,255,255)", "rgba(255,255,255,1)"})
_CLEAR = frozenset({"transparent", "#0000", "#00000000", "rgba(0,0,0,0)"})
_NOTHING = re.compile(r"0*\.?0+(?:px|pt|em|rem|%)?|[01]px|1pt")
"""A size at which no letter can be read."""
_FAR = re.compile(r"-\d{3,}(?:\.\d+)?(?:px|pt|em|rem|%)?")
"""A distance to the left or above that is outside any window."""
_PLACES = ("left", "top", "text-indent", "margin-left", "margin-top")
_WHITE_PAGE = "white"
_NEVER_SHOWN = frozenset({"script", "style", "template"})
_LEAST_ALTERNATIVES = 2
_MOST_ALTERNATIVE_WORDS = 10
"""Words of a hidden alternative: keys or a way through menus, no sentences that nobody should see."""


def unseen(page: Any) -> Iterator[Any]:
    """Outermost elements that a browser would not show, judged by what they say themselves, not by style sheets.

    White text counts where nothing around it has a background or a class, from which a style sheet may give it one.
    """
    waiting = [(page, _WHITE_PAGE)]
    while waiting:
        element, background = waiting.pop()
        style = _style(element)
        background = _background(element, style) or background
        if _is_unseen(style, background, (element.get("color") or "").lower()):
            yield element
            continue
        chosen = _alternative(element)
        for child in element:
            if not isinstance(child.tag, str):
                continue
            if child.tag in _NEVER_SHOWN or (child.get("hidden") is not None and child is not chosen):
                yield child
            else:
                waiting.append((child, background))


def _alternative(element: Any) -> Any:
    """Of an inline element with nothing but hidden alternatives, the one to read; None for any other element.

    Manuals write the keys of each platform so, `<span hidden class="MAC">Cmd</span><span hidden>Ctrl</span>`, and a
    script shows one of them. The one without a class is for all that have no own, else the last one is taken.
    """
    if element.tag not in INLINE or len(element) < _LEAST_ALTERNATIVES or (element.text or "").strip():
        return None
    if any(child.tag not in INLINE or child.get("hidden") is None or (child.tail or "").strip() for child in element):
        return None
    if any(len("".join(child.itertext()).split()) > _MOST_ALTERNATIVE_WORDS for child in element):
        return None
    return next((child for child in element if not child.get("class")), element[-1])


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
