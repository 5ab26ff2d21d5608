"""Short forms that a text explains: `Child Care Services (CCS)`, `DPR (Dense Passage Retrieval)`."""

import re

_LONG_THEN_SHORT = re.compile(r"((?:[^\W_][\w'’-]*[ ]){1,8})\(([A-Z][A-Za-z0-9-]{1,9})\)")
_SHORT_THEN_LONG = re.compile(r"\b([A-Z][A-Za-z0-9-]{1,9}) \(([^\W_][\w'’ -]{4,80})\)")


def acronyms(text: str) -> dict[str, str]:
    """Short form to its full form, as the text first explains it; its letters begin words of the full form.

    Minor words may be left out of the letters (`Military Child Care in Your Neighborhood (MCCYN)`).
    """
    found: dict[str, str] = {}
    for match in _LONG_THEN_SHORT.finditer(text):
        if full := _tail_for(match.group(2), match.group(1).split()):
            found.setdefault(match.group(2), full)
    for match in _SHORT_THEN_LONG.finditer(text):
        full = _tail_for(match.group(1), match.group(2).split())
        if full == match.group(2):
            found.setdefault(match.group(1), full)
    return found


def _tail_for(short: str, words: list[str]) -> str:
    """The last words whose parts begin with the letters of the short form, empty when there are none."""
    letters = [letter.lower() for letter in short if letter.isalpha()]
    for start in range(len(words) - 1, -1, -1):
        initials = [part[0].lower() for word in words[start:] for part in word.split("-") if part]
        if initials[0] == letters[0] and _in_order(letters, initials):
            return " ".join(words[start:])
    return ""


def _in_order(letters: list[str], initials: list[str]) -> bool:
    rest = iter(initials)
    return len(letters) >= 2 and all(letter in rest for letter in letters)
