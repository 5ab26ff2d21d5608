"""Web addresses, and which of them name a person: by their site, their path, their owner's name or a word before."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from askwell.privacy.context import any_language, is_named
from askwell.privacy.spans import Span
from askwell.privacy.words import PARTICLES, is_common, names

_WEB = re.compile(r"(?:\bhttps?://|\bwww\.)[^\s<>\"'()\[\]]{3,2000}", re.IGNORECASE)
_BARE = re.compile(
    r"(?<![\w./@:-])(?:[a-z0-9][\w-]{0,62}\.){1,5}[a-z]{2,12}(?![\w@-])(?:/[^\s<>\"'()\[\]]{0,2000})?", re.IGNORECASE
)
"""An address without a protocol."""
_ENDS = frozenset(
    {"it", "nl", "com", "org", "net", "eu", "be", "de", "uk", "me", "info", "dev", "blog", "online", "site", "io"}
)
"""Ends of names of sites that are written without a protocol and a path; other words with dots are seldom sites."""
_OF_A_PERSON = re.compile(
    r"linkedin\.com/in/|(?:facebook|instagram|twitter|x|github|gitlab)\.com/[\w.-]|t\.me/\w|orcid\.org/\d|"
    r"about\.me/\w|"
    r"/[@~]\w|/(?:users?|u|people|persons?|profiles?|members?|authors?|athletes?|staff|medewerkers?|persone|profilo|"
    r"utenti?|contatti)/[\w%.-]|"
    r"[?&](?:e?mail|user(?:name)?|name|nome|naam|phone|tel|login|customer|cf|codice_fiscale|bsn)=[^&\s]",
    re.IGNORECASE,
)
_TRAILING = ".,;:!?"
_PARTS = re.compile(r"[-._+~]|%20")
_FEWEST_LETTERS = 3
_LONGEST_NAME = 40


def websites(text: str) -> Iterator[Span]:
    """Spans of web addresses; a `PROFILE` names a person."""
    if "." not in text:
        return
    if "/" in text or "www." in text.lower():
        for found in _WEB.finditer(text):
            written = found[0].rstrip(_TRAILING)
            is_personal = _is_personal(written) or is_named("own_site", text, found.start())
            yield Span(found.start(), found.start() + len(written), "PROFILE" if is_personal else "WEB_ADDRESS")
    for found in _BARE.finditer(text):
        written = found[0].rstrip(_TRAILING)
        host, _, path = written.partition("/")
        is_site = bool(path) or host.rpartition(".")[2].lower() in _ENDS
        if is_site and (_is_personal(written) or is_named("own_site", text, found.start())):
            yield Span(found.start(), found.start() + len(written), "PROFILE")


def _is_personal(address: str) -> bool:
    host, *path = re.sub(r"^https?://", "", address, flags=re.IGNORECASE).split("/")
    labels = host.partition(":")[0].split(".")[:-1]
    return (
        _OF_A_PERSON.search(address) is not None
        or any(_is_name(each, others=1) or _is_joined(each) for each in labels)
        or any(_is_name(re.split(r"[?#]", each)[0], others=0) or _own_page().fullmatch(each) for each in path)
    )


@cache
def _own_page() -> re.Pattern[str]:
    return re.compile(rf"(?:{any_language(lambda words: words.own_pages)})(?:\.\w+)?", re.IGNORECASE)


def _is_name(written: str, *, others: int) -> bool:
    """Whether a part of an address is a given name and a surname, with at most some other words."""
    words = [each.rstrip("0123456789") for each in _PARTS.split(written.lower()[: _LONGEST_NAME * 2])]
    words = [each for each in words if len(each) > 1 and each not in PARTICLES]
    given, surnames, _ = names()
    for at, (one, other) in enumerate(pairwise(words)):
        is_pair = (one in given and other in surnames) or (one in surnames and other in given)
        if is_pair and len(words) - 2 <= others and at <= others:
            return True
    return False


def _is_joined(label: str) -> bool:
    """Whether the first word of a label is a given name and a surname in one, and no word of a language."""
    given, surnames, _ = names()
    word = _PARTS.split(label.lower())[0].rstrip("0123456789")
    if not 2 * _FEWEST_LETTERS < len(word) <= _LONGEST_NAME or is_common(word):
        return False
    for at in range(_FEWEST_LETTERS, len(word) - _FEWEST_LETTERS + 1):
        first, last = word[:at], _without_particles(word[at:])
        if first in given and last in surnames and len(last) > _FEWEST_LETTERS:
            return True
    return False


def _without_particles(word: str) -> str:
    """A surname without the small words before it, as "devries" without "de"."""
    for particle in sorted(PARTICLES, key=len, reverse=True):
        if word.startswith(particle) and word not in names()[1] and len(word) - len(particle) > _FEWEST_LETTERS:
            return _without_particles(word.removeprefix(particle))
    return word
