"""What of an earlier question a fragment takes the place of: its number, its thing, a phrase with the same noun."""

import re
from itertools import takewhile

from askwell.languages import any_of, every
from askwell.languages.nl import grammar as dutch
from askwell.text.mentions import Mention
from askwell.text.pieces import Token, is_name
from askwell.understanding.grammar.context import Said
from askwell.understanding.grammar.cues import Reading, read
from askwell.understanding.grammar.phrasing import bare
from askwell.understanding.grammar.things import named_in

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_AMOUNT = re.compile(r"(?<![\w-])[$€£]?\d+(?:[.,]\d+)*%?(?![\w-])")
_MONEY = re.compile(rf"[$€£]|[\d.,]+ ?(?:[$€£]|{any_of(lambda each: each.notations.money)})")
_UNIT = re.compile(r"[ -]?[^\W\d_]")


def swap_number(piece: str, said: Said) -> str:
    """The earlier question with a fragment's year or number in the place of its own; numbers within names stay."""
    frame = said.question
    names = [(start, end) for start, end, _ in named_in(frame, (*said.things, *said.among))]
    for pattern in (_YEAR, _AMOUNT):
        wanted = pattern.search(piece)
        if not wanted or len(piece.split()) > 3:
            continue
        there = [
            each
            for each in pattern.finditer(frame)
            if not any(start <= each.start() < end for start, end in names)
            and (pattern is _YEAR or not (_ends_name(each, said) or _unlike(wanted, each)))
        ]
        if there:
            found = there[-1]
            return frame[: found.start()] + wanted.group() + frame[found.end() :]
    return ""


def _ends_name(number: re.Match[str], said: Said) -> bool:
    """Whether a number goes on with a name: `Wi-Fi 6`."""
    before = [token for token in said.reading.tokens if token.end <= number.start()]
    return len(before) > 1 and before[-1].tag == "noun" and is_name(before[-1]) and before[-1].text[:1].isupper()


def _unlike(new: re.Match[str], old: re.Match[str]) -> bool:
    """Whether one of two numbers is an amount of money and the other counts something: `$500` and `512 GB`."""
    signs = [bool(_MONEY.match(each.string[each.start() :])) for each in (new, old)]
    units = [bool(_UNIT.match(each.string[each.end() :])) for each in (new, old)]
    return signs[0] != signs[1] and (units[0] if signs[1] else units[1])


def swap_value(piece: str, said: Said) -> str:
    """The earlier question with a value in the place of one of its kind; a postal code also takes that of a place."""
    return swap_code(piece, said) or swap_number(piece, said) or swap_place(piece, said)


def swap_code(piece: str, said: Said) -> str:
    """The earlier question with a postal code in the place of one with letters; empty without one of them."""
    code, _ = _code_of(piece, said)
    stop_words = said.reading.lexicon.stop_words
    there = [each for each in _LETTERED_CODE.finditer(said.question) if each["letters"].lower() not in stop_words]
    return f"{said.question[: there[0].start()]}{code}{said.question[there[0].end() :]}" if code and there else ""


def _code_of(piece: str, said: Said) -> tuple[str, bool]:
    """The postal code that is all of a phrase, and whether something leads to it; empty for another phrase."""
    words = read(piece, said.reading.language).words
    leading = takewhile(lambda word: word.tag in {"prep", "definite"} or word.low in _FUSED, words)
    led = max((word.end for word in leading), default=0)
    code = piece[led:].strip()
    return (code, led > 0) if _POSTAL_CODE.fullmatch(code) else ("", False)


def swap_place(piece: str, said: Said) -> str:
    """The earlier question with a postal code in the place of a place; empty without one of them."""
    code, is_led = _code_of(piece, said)
    if not code or (is_led and _YEAR.fullmatch(code)):
        return ""
    places = [each for each in said.reading.simple if each.preposition in _WHERE]
    bare_nouns = [each for each in places if each.words == 1 and each.determiner is None]
    place = next((each for each in places if each.name), next(iter(bare_nouns), None))
    if place is None:
        return ""
    return f"{said.question[: place.start]}{code}{said.question[end_of_name(place, said.reading) :]}"


def end_of_name(mention: Mention, question: Reading) -> int:
    """Where a name ends: in Dutch the verb of the question may follow, `in Haarlem opgehaald`."""
    inside = [word for word in question.words if mention.start <= word.start < mention.end]
    return max([word.end for word in inside if not word.text[0].islower()], default=mention.end)


_WHERE = every(lambda grammar: grammar.where_words)
_FUSED = every(lambda grammar: grammar.fused)
_POSTAL_CODE = re.compile(r"\d{4,5}(?: ?[A-Za-z]{2})?")
_LETTERED_CODE = re.compile(r"\b\d{4} ?(?P<letters>[A-Za-z]{2})\b")


def swap_completed(new: Reading, said: Said) -> str:
    """The earlier question with a completed phrase in the place of one with its noun: `the fine for X` and `for Y`."""
    old, first = said.reading, new.simple[0] if new.simple else None
    if first is None or first.start > 0 or len(new.simple) < 2 or first.head in {m.head for m in new.simple[1:]}:
        return ""
    following = [token for token in new.tokens if token.start >= first.end]
    target = next((m for m in old.simple if m.head == first.head and not m.inside), None)
    if target is None or not following or following[0].tag != "prep":
        return ""
    end = end_of_complements(target.end, old)
    same = any(token.start >= target.end and token.low == following[0].low for token in old.tokens)
    return f"{old.text[: target.start]}{bare(new.text)}{old.text[end:]}" if same and end > target.end else ""


def end_of_complements(end: int, question: Reading) -> int:
    """Where the phrases end that go on after a place, each after a preposition."""
    for mention in question.simple:
        between = [token for token in question.tokens if end <= token.start < mention.start]
        if mention.start >= end and len(between) == 1 and between[0].tag == "prep":
            end = mention.end
    return end


def swap_thing_behind(first: Token, new: Reading, said: Said) -> str:
    """`And of the B?` where the earlier question holds `of the A`."""
    rest = new.text[first.end :].strip()
    again = re.search(rf"\b{re.escape(first.low)}\s+(?:\w+\s+)?$", said.question[: _first_thing(said)], re.IGNORECASE)
    return swap_thing(read(rest, new.language), said) if rest and again else ""


def _first_thing(said: Said) -> int:
    return next((start for start, _, _ in named_in(said.question, (*said.things, *said.among))), 0)


def swap_thing(new: Reading, said: Said) -> str:
    """The earlier question with another name in place of the table rows that answered it."""
    found = named_in(said.question, (*said.things, *said.among))
    mention = new.simple[0] if new.simple else None
    if mention is None or not found or not mention.name or mention.preposition or mention.core[:1].isdigit():
        return ""
    acronym = mention.words == 1 and mention.core.isalpha() and mention.core.isupper()
    if mention.head in new.lexicon.owned or (acronym and mention.determiner is None):
        return ""
    if any(token.low in _WHICH for token in said.reading.words[:1]):
        return ""
    start, end = found[0][0], found[-1][1]
    before = said.question[:start]
    article = _LAST_ARTICLE.search(before)
    if article and mention.determiner is not None:
        start = article.start()
    return f"{said.question[:start]}{bare(new.text)}{said.question[end:]}"


def swap_ruled(new: Reading, target: Mention, old: Reading) -> str:
    """The Dutch question with a part of a text in the place of the attribute whose owner is the target.

    `De plichten voor X` give way to `artikel 50`, and the verb before them follows its number.
    """
    parts = old.lexicon.parts
    head = new.simple[0] if new.simple else None
    if head is None or head.core.split()[0].lower() not in parts or target.core.split()[0].lower() in parts:
        return ""
    wider = (m for m in old.mentions if m.joined and m.end == target.end and m.head in old.lexicon.owned)
    whole = next(wider, None)
    if whole is None:
        return ""
    before = [token for token in old.tokens if token.end <= whole.start]
    verb = before[-1] if before and before[-1].low in dutch.SINGULAR and whole.plural else None
    led = f"{old.text[: verb.start]}{dutch.SINGULAR[verb.low]} " if verb else old.text[: whole.start]
    return f"{led}{bare(new.text)}{old.text[whole.end :]}"


_WHICH = every(lambda grammar: grammar.which)
_LAST_ARTICLE = re.compile(rf"\b(?:{any_of(lambda each: each.notations.last_article)})\s?$", re.IGNORECASE)
