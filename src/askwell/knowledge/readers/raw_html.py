"""HTML within Markdown: the tokens whose text a person sees, and the text of its blocks.

An element may begin in one token and end in another, `<div hidden>` above paragraphs that are Markdown. So the tokens
are written as a page in which a mark stands for each text, and what is left of the page says which are seen.
"""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from secrets import token_hex
from typing import Any

from askwell.knowledge.readers import html

_HTML = frozenset({"html_block", "html_inline"})
_SWALLOWING = re.compile(
    r"\A(</?)(script|style|template|title|textarea|xmp|iframe|noembed|noframes|plaintext)\b", re.IGNORECASE
)
"""Tags after which all is text or unseen until they are closed. In a sentence they often are what it is about."""
_CLOSING = re.compile(r"</(script|style|template)\b", re.IGNORECASE)


def seen(tokens: Sequence[Any]) -> Sequence[Any]:
    """The tokens of markdown-it without text that raw HTML hides; those of HTML blocks have their text as content."""
    if all(leaf.type not in _HTML for leaf in _leaves(tokens)):
        return tokens
    mark = f"m{token_hex(8)}"  # no document can have it
    page = html.tree_of("".join(_markup(tokens, mark)))
    return list(_kept(tokens, _texts(page, mark)))


def _leaves(tokens: Iterable[Any]) -> Iterator[Any]:
    for token in tokens:
        if token.type == "inline":
            yield from token.children or ()
        else:
            yield token


def _markup(tokens: Iterable[Any], mark: str) -> Iterator[str]:
    at = 0
    for token in tokens:
        unseen = {name.lower() for name in _CLOSING.findall(token.content)}
        for leaf in _leaves([token]):
            if leaf.type == "html_inline":
                yield _harmless(leaf.content, unseen)
            elif leaf.nesting:
                yield f"<{'/' if leaf.nesting < 0 else ''}{leaf.tag}>"
            else:
                yield f'<{mark} at="{at}"></{mark}>{leaf.content if leaf.type in _HTML else ""}'
            at += 1


def _harmless(tag: str, unseen: Container[str]) -> str:
    """The tag, a swallowing one as that of an element which the end of its paragraph closes."""
    return _SWALLOWING.sub(lambda found: found[1] + ("template" if found[2].lower() in unseen else "span"), tag)


def _texts(page: Any, mark: str) -> Mapping[int, str]:
    """What follows each mark that is seen, by its number, with a space for each tag."""
    from lxml import etree

    found: dict[int, list[str]] = {}
    parts: list[str] = []
    for event, element in etree.iterwalk(page, events=("start", "end")):
        if event == "end":
            parts.append(element.tail or "")
            continue
        if element.tag == mark:
            parts = found.setdefault(int(element.get("at")), [])
        parts.append(element.text or "")
    return {at: " ".join(each) for at, each in found.items()}


def _kept(tokens: Iterable[Any], texts: Mapping[int, str]) -> Iterator[Any]:
    at = 0
    for token in tokens:
        leaves = list(_leaves([token]))
        kept = [leaf for number, leaf in enumerate(leaves, at) if leaf.nesting or leaf.type in _HTML or number in texts]
        if token.type == "inline":
            yield token.copy(children=kept)
        elif token.type == "html_block":
            yield token.copy(content=texts.get(at, ""))
        else:
            yield from kept
        at += len(leaves)
