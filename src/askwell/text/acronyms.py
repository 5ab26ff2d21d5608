"""Acronyms that a text explains: `Child Care Services (CCS)`, `DPR (Dense Passage Retrieval)`."""

import re

_LONG_THEN_SHORT = re.compile(r"((?:[^\W_][\w'’-]*[ ]){1,8})\(([A-Z][A-Za-z0-9-]{1,9})\)")
_SHORT_THEN_LONG = re.compile(r"\b([A-Z][A-Za-z0-9-]{1,9}) \(([^\W_][\w'’ -]{4,80})\)")
_IN_BRACKETS = re.compile(r" \([^()\n]{2,81}\)")
_MOST_WORDS = 8
_LONGEST_SHORT = 10


def acronyms(text: str) -> dict[str, str]:
    """Acronym to its full form, from its first explanation. Each letter is the initial of a word of the full form.

    Minor words may have no letter (`Military Child Care in Your Neighborhood (MCCYN)`).
    """
    if " (" not in text:
        return {}
    found: dict[str, str] = {}
    brackets = list(_IN_BRACKETS.finditer(text))
    for begin, bracket in zip([0, *(each.end() for each in brackets)], brackets, strict=False):
        start = max(begin, _words_before(text, bracket.start()))
        match = _LONG_THEN_SHORT.search(text, start, bracket.end())
        if match and (full := _tail_for(match.group(2), match.group(1).split())):
            found.setdefault(match.group(2), full)
    for bracket in brackets:
        match = _SHORT_THEN_LONG.search(text, max(0, bracket.start() - _LONGEST_SHORT), bracket.end())
        if match and _tail_for(match.group(1), match.group(2).split()) == match.group(2):
            found.setdefault(match.group(1), match.group(2))
    return found


def _words_before(text: str, at: int) -> int:
    """Start of the last `_MOST_WORDS` words before an offset."""
    for _ in range(_MOST_WORDS):
        at = text.rfind(" ", 0, max(at, 0))
    return at + 1


def _tail_for(short: str, words: list[str]) -> str:
    """The last words whose initials contain the letters of the acronym in order; empty if there are none."""
    letters = [letter.lower() for letter in short if letter.isalpha()]
    for start in range(len(words) - 1, -1, -1):
        initials = [part[0].lower() for word in words[start:] for part in word.split("-") if part]
        if initials[0] == letters[0] and _in_order(letters, initials):
            return " ".join(words[start:])
    return ""


def _in_order(letters: list[str], initials: list[str]) -> bool:
    rest = iter(initials)
    return len(letters) >= 2 and all(letter in rest for letter in letters)
