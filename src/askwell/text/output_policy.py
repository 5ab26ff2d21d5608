"""What a model may write: no images, no links of its own, no secret, and nothing of its instructions.

An order in a document can make a model write an address that carries data away, for a reader to open or an image to
load. An address that stands in the prompt word for word carries nothing, so only such ones are kept.
"""

import re
from collections import deque
from collections.abc import Collection
from dataclasses import dataclass, field
from html import unescape
from typing import Literal

from askwell.text.prompt_echo import EchoFilter

MIN_SECRET_CHARS = 8
"""Shorter settings are not looked for: they may be words."""
LONGEST_RUN = 2_000
"""Characters without a space that are held back; what goes on is then judged without its beginning."""

Withheld = Literal["image", "link", "secret", "instructions"]
"""What was left out of a text."""

_END = r"[^\s<>\"`]"
_ABBREVIATED = r"[^\W\d_]{1,6}\.[a-z]{1,3}/[^\W\d_]{1,4}(?!\w)"
"""A pair of words with an abbreviation, as "Gent.mo/a"; as an address it carries a few letters at most."""
_ADDRESS = re.compile(
    rf"""(?P<link>\]\(<?)?(?P<address>
        (?:https?|ftps?|wss?|file)?://{_END}*
        | \bwww\.{_END}+
        | \bmailto:{_END}+
        | (?<=[=(])["']?(?://|\\\\){_END}+
        | (?<![\w:/\\])//(?:[\w-]+\.)+[a-z]{{2,24}}\b{_END}*
        | \b(?:(?:java|vb)script:|data:[a-z]+/[a-z]){_END}+
        | (?:[\w-]+\.)+[a-z]{{2,24}}(?::\d+)?/{_END}*[?=&]{_END}*
        | (?<![\w./\\@-])(?!{_ABBREVIATED})(?:[\w-]+\.)+[a-z]{{2,24}}(?::\d+)?/{_END}+
    )""",
    re.IGNORECASE | re.VERBOSE,
)
"""A web address, with what begins a link in Markdown before it."""
_TARGET = re.compile(r"(?P<link>\]\(\s{0,5}<?|\]:\s{0,5}<?|<)(?P<address>[^\s<>)]+)")
"""The target of a link, of a definition or of an automatic link."""
_OPENED_SCHEMES = ("https:", "http:", "mailto:")
_ESCAPE = re.compile(r"\\([^\w\s])")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]{1,31}:|[/\\]{2}", re.IGNORECASE)
_OPENED = re.compile(r"(?:\]\(|\]:)<?\s{1,5}\Z")
"""The beginning of a link whose target comes on the next line."""
_IMAGE = re.compile(r"!(?=\[(?![\d\s,;–-]{1,40}\](?!\()))")
"""The sign of an image; not one before a mark such as `[2]`."""
_MAYBE_IMAGE = re.compile(r"!\[[\d\s,;–-]{0,40}\]?\Z")
_AFTER = re.compile(r"(?:[.,;:!?)\]}'*_~]|\[\d{1,4}\])+\Z")
"""What may follow an address: punctuation and marks."""
_OPENING = {")": "(", "]": "[", "}": "{"}
_MARKED = re.compile(r"(?<!\S)\S*\^\S*")
"""Sentences of a prompt that read like orders: their words are joined by `^`.

It begins where a word does: otherwise the time grows with the square of the longest word.
"""
_API_KEY = re.compile(r"\baskwell_[0-9a-f]{16}_[\w-]{8,}")


@dataclass(frozen=True, slots=True)
class PolicyWords:
    """What stands in place of what was left out, in the language of the answer."""

    link_removed: str
    withheld: str


@dataclass
class OutputPolicy:
    """Filters a text while it is written. The output does not depend on how the text is split into pieces."""

    prompt: str
    """All that the model was given; addresses in it may be written."""
    words: PolicyWords
    instructions: str = ""
    """The system message."""
    written: str = ""
    """What the model wrote earlier in this turn, as arguments of tools; results of tools may repeat it."""
    given: str = ""
    """The prompt without results of tools."""
    secrets: Collection[str] = ()
    """Keys and tokens of this installation."""
    canary: str = ""
    """The key of the tags of the prompt, which is never written."""
    withheld: list[Withheld] = field(default_factory=list)
    """What was left out so far."""

    def __post_init__(self) -> None:
        self._known = _MARKED.sub(" ", self.prompt)
        self._secrets = sorted((each for each in self.secrets if len(each) >= MIN_SECRET_CHARS), key=len, reverse=True)
        self._echo = EchoFilter(self.instructions, self.prompt.replace(self.instructions, " ", 1), self.words.withheld)
        self._held = ""
        self._before: deque[str] = deque(maxlen=8)
        self._swallows = False
        """Whether an address that was left out goes on in the next piece."""

    def feed(self, piece: str) -> str:
        """The text that is final after this piece."""
        return self._echoed(self._echo.feed(self._pass(piece, is_last=False)))

    def flush(self) -> str:
        """The rest, at the end of the text."""
        return self._echoed(self._echo.feed(self._pass("", is_last=True)) + self._echo.flush())

    def clean(self, text: str) -> str:
        """A whole text as it may be shown. It is read in pieces, since the time grows with the square of a word."""
        pieces = [self.feed(text[at : at + LONGEST_RUN]) for at in range(0, len(text), LONGEST_RUN)]
        return "".join([*pieces, self.flush()])

    def _echoed(self, text: str) -> str:
        if self._echo.found:
            self._echo.found = 0
            self.withheld.append("instructions")
        return text

    def _pass(self, piece: str, *, is_last: bool) -> str:
        text = self._held + piece
        if self._swallows:
            rest = re.search(r"\s", text)
            if rest is None:
                return ""
            text, self._swallows = text[rest.start() :], False
        end = len(text) if is_last else _decided(text)
        is_too_long = end < len(text) and len(text) - end > LONGEST_RUN
        if is_too_long:
            end = len(text)
        text, self._held = text[:end], text[end:]
        return self._judged(text, goes_on=is_too_long)

    def _judged(self, text: str, *, goes_on: bool) -> str:
        for secret in self._secrets:
            if secret in text:
                self.withheld.append("secret")
                text = text.replace(secret, self.words.withheld)
        if _API_KEY.search(text):
            self.withheld.append("secret")
            text = _API_KEY.sub(self.words.withheld, text)
        if self.canary and self.canary in text:
            self.withheld.append("instructions")
            text = text.replace(self.canary, "")
        if "![" in text and _IMAGE.search(text):
            self.withheld.append("image")
            text = _IMAGE.sub("", text)
        if goes_on and (found := None if "://" not in text else _last(text)) is not None:
            self._swallows = not self._is_known(found)
        text = _ADDRESS.sub(self._address, text)
        return _TARGET.sub(self._target, text)

    def _address(self, found: re.Match[str]) -> str:
        address = found["address"]
        after = _AFTER.search(address)
        rest = after.group() if after else ""
        if self._is_known(address[: len(address) - len(rest)]) or (rest and self._is_known(address)):
            return found.group()
        return self._removed(found["link"] or "", _outside(address[: len(address) - len(rest)], rest))

    def _target(self, found: re.Match[str]) -> str:
        link, raw = found["link"], found["address"]
        address = _ESCAPE.sub(r"\1", unescape(raw))
        scheme = _SCHEME.match(raw if link == "<" else address)
        if scheme is None:
            return found.group()
        may_open = link == "<" or scheme.group().lower() in _OPENED_SCHEMES
        if may_open and address == raw and self._is_known(raw):
            return found.group()
        return self._removed(link, "")

    def _removed(self, link: str, rest: str) -> str:
        self.withheld.append("link")
        if link.startswith("]("):
            return f"] {self.words.link_removed}{rest.removeprefix(')')}"
        return f"{link}{self.words.link_removed}{rest}"

    def _is_known(self, address: str) -> bool:
        is_own = address in self.written and address not in self.given
        return bool(address) and address in self._known and not is_own


def _outside(address: str, rest: str) -> str:
    """What follows an address, without the closing brackets of those that are opened in it."""
    at = 0
    while at < len(rest) and (opening := _OPENING.get(rest[at])) is not None:
        if address.count(opening) <= (address + rest[:at]).count(rest[at]):
            break
        at += 1
    return rest[at:]


def _decided(text: str) -> int:
    """Where what the next piece may change begins: the last word, and what makes it a target or an image."""
    end = _last_blank(text)
    opened = _OPENED.search(text[:end])
    if opened is not None:
        return _last_blank(text[: opened.start()])
    image = _MAYBE_IMAGE.search(text[:end])
    return end if image is None else _last_blank(text[: image.start()])


def _last_blank(text: str) -> int:
    """The end of the last blank of a text; 0 if it has none."""
    for at in range(len(text), 0, -1):
        if text[at - 1].isspace():
            return at
    return 0


def _last(text: str) -> str | None:
    found = None
    for each in _ADDRESS.finditer(text):
        found = each
    return found["address"] if found is not None and found.end() == len(text) else None
