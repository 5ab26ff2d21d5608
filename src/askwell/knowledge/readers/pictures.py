"""Pictures within a line of a web page, such as the button that a step names, as the words that stand for them."""

import re
from collections.abc import Iterator
from typing import Any

from askwell.knowledge.readers.blocks import one_line
from askwell.knowledge.readers.page_blocks import INLINE

_MOST_NAME_WORDS = 6
"""Longer texts describe a picture that is looked at."""
_MOST_HEIGHT = 64
_MOST_WIDTH = 200
"""In pixels; larger pictures are no part of a line."""
_MOST_DIGITS = 6
_LEAST_LINE_WORDS = 3
_AROUND_CHARS = 40
_ENDS = (".", "!", "?", ":", ";", "\0")
_GOING_ON = (",", ";", ".", ")")
_FILE_NAME = re.compile(r"[\\/_]|\.\w{2,4}\Z")
_DIGIT = re.compile(r"\d")
_SIZE = re.compile(r"\s\d+\Z")
"""A size at the end of a name that is taken from that of the file, `add line 24`."""
_WORD = re.compile(r"[^\W_]+")


def write_pictures(page: Any) -> None:
    """Write the names of pictures that stand within a sentence as its text."""
    pictures = page.xpath("//img | //*[@role='img']")
    for holder in dict.fromkeys(map(_holder, pictures)):
        for line in _lines(holder):
            _write(line)


def _holder(picture: Any) -> Any:
    """The block that a picture is in."""
    while picture.tag in INLINE and picture.getparent() is not None:
        picture = picture.getparent()
    return picture


def _lines(holder: Any) -> Iterator[list[Any]]:
    """The texts and pictures of a block, by its lines; without those of blocks in it."""
    line: list[Any] = []
    for piece in _pieces(holder):
        if piece is None:
            yield line
            line = []
        else:
            line.append(piece)
    yield line


def _pieces(element: Any) -> Iterator[Any]:
    """Texts, pictures, and None where a line ends."""
    if element.text:
        yield element.text
    for child in element:
        if _is_picture(child):
            yield child
        elif child.tag in INLINE:
            yield from _pieces(child)
        elif isinstance(child.tag, str):
            yield None
        if child.tail:
            yield child.tail


def _is_picture(element: Any) -> bool:
    return "img" in {element.tag, element.get("role")}


def _write(line: list[Any]) -> None:
    text = "".join(piece if isinstance(piece, str) else "\0" for piece in line)
    if len(text.split()) < _LEAST_LINE_WORDS:
        return
    offset = 0
    for piece in line:
        if isinstance(piece, str):
            offset += len(piece)
            continue
        before, after = text[max(0, offset - _AROUND_CHARS) : offset], text[offset + 1 : offset + 1 + _AROUND_CHARS]
        offset += 1
        name = _without_last(_name(piece), after)
        if name and _is_within(before.rstrip(), after.lstrip()) and not _is_written(name, before, after):
            tail = piece.tail
            piece.clear()
            piece.tag, piece.tail = "span", tail
            piece.text = f"{' ' * before[-1:].isalnum()}{name}{' ' * after[:1].isalnum()}"


def _is_within(before: str, after: str) -> bool:
    """Whether a sentence goes on around a picture."""
    return (before != "" and not before.endswith(_ENDS)) or after[:1].islower() or after.startswith(_GOING_ON)


def _without_last(name: str, after: str) -> str:
    """A name without its last word if the sentence goes on with it: the `Text icon` in "the ... icon"."""
    first, _, last = name.rpartition(" ")
    return first if first and _words(after)[:1] == [last.lower()] else name


def _is_written(name: str, before: str, after: str) -> bool:
    """Whether the text next to a picture has the words of its name too."""
    words = _words(name)
    near = len(words) + 1
    return {*_words(before)[-near:], *_words(after)[:near]}.issuperset(words)


def _name(picture: Any) -> str:
    """What a picture is called; empty for one that decorates, that is looked at, or that only its file names."""
    is_seen = picture.get("aria-hidden") != "true" and picture.get("role") not in {"presentation", "none"}
    given = (one_line(picture.get(each) or "") for each in ("alt", "title", "aria-label"))
    name = next(filter(None, given), "")
    words = _words(name)
    if not is_seen or not any(map(str.isalpha, name)) or len(words) > _MOST_NAME_WORDS or _is_large(picture):
        return ""
    if name.startswith("[") or _FILE_NAME.search(name):
        return ""
    source = picture.get("src") or ""
    folders, _, file = source.rpartition("/")
    stem = _words(file.rpartition(".")[0])
    if len(words) == 1 and (words[0] in f"{folders} {picture.get('class') or ''}".lower() or _DIGIT.search(name)):
        return ""
    if len(words) > 1 and words[1:] == stem:
        return ""
    return _SIZE.sub("", name) if words == stem else name


def _is_large(picture: Any) -> bool:
    return _pixels(picture, "height") > _MOST_HEIGHT or _pixels(picture, "width") > _MOST_WIDTH


def _pixels(picture: Any, side: str) -> int:
    given = (picture.get(side) or "").removesuffix("px")
    return int(given) if given.isascii() and given.isdecimal() and len(given) < _MOST_DIGITS else 0


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]
