"""A fragment put into the frame of the question before: `and for 2025?`, `what about X?`, `why?`, `no, I meant Y`."""

import re
from collections.abc import Sequence

from askwell.rules.background import Background, Said
from askwell.rules.cues import Reading, read
from askwell.rules.phrasing import append, bare, lower_start
from askwell.rules.substitute import Rewrite
from askwell.text.grammar import COPULAS, NOMINAL, Token
from askwell.text.mentions import Mention
from askwell.types import Antecedent

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_AMOUNT = re.compile(r"[$€£]?\d[\d.,]*%?")


def match(question: Reading, patterns: Sequence[str]) -> re.Match[str] | None:
    """The first pattern of a lexicon that a question fits; invisible characters and case do not count."""
    plain = " ".join(question.text.lower().replace("’", "'").split())
    return next((found for pattern in patterns if (found := re.search(pattern, plain))), None)


def fragment(question: Reading) -> str:
    """What a question without a verb of its own asks about instead: the part behind `and` or `what about`; or ``."""
    lex = question.lexicon
    text = question.text.strip()
    low = text.lower()
    opening = next((each for each in sorted(lex.about, key=len, reverse=True) if low.startswith(each + " ")), "")
    words = list(question.words)
    while words and (words[0].low in lex.openers or words[0].tag == "interjection") and len(words) > 1:
        words = words[1:]
    if opening and (" " in opening or opening not in lex.openers):
        kept = (
            opening.split()[-1] if opening.split()[-1] in lex.prepositions and opening.split()[0] in lex.openers else ""
        )
        rest = bare(text[len(opening) :]).strip()
        inside = read(rest, question.language)
        if any(token.tag in {"verb", "aux"} for token in inside.tokens):
            return ""
        return f"{kept} {rest}".strip() if kept and len(opening.split()) == 2 else rest
    if not words or words[0].tag == "wh" or any(token.tag in {"verb", "aux"} for token in words):
        return ""
    if any(cue.kind == "stand_in" for cue in question.cues):
        return ""
    while words and words[-1].low in lex.again:
        words = words[:-1]
    return question.text[words[0].start : words[-1].end] if words else ""


def put_in_frame(piece: str, said: Said, language: str) -> str:
    """The earlier question with a fragment in the place of its like, or added at its end."""
    old = said.reading
    new = read(piece, language)
    number = _swap_number(piece, old.text)
    if number:
        return number
    first = new.words[0] if new.words else None
    if first is not None and first.tag == "prep":
        return _swap_phrase_behind(first, piece, old)
    counted = first is not None and first.tag == "number"
    target = None if counted else _like(new, old)
    if target is None:
        return append(old.text, _joined(piece, old))
    return f"{old.text[: target.start]}{_with_article(piece, target)}{old.text[target.end :]}"


def _swap_number(piece: str, frame: str) -> str:
    for pattern in (_YEAR, _AMOUNT):
        wanted = pattern.search(piece)
        if wanted and len(piece.split()) <= 3:
            there = list(pattern.finditer(frame))
            if there:
                found = there[-1]
                return frame[: found.start()] + wanted.group() + frame[found.end() :]
    return ""


def _swap_phrase_behind(first: Token, piece: str, old: Reading) -> str:
    """A prepositional phrase in the place of the one with the same preposition, else at the end."""
    for mention in reversed(old.simple):
        before = [token for token in old.tokens if token.end <= mention.start]
        alike = _alike(read(piece, old.language).simple, mention)
        if mention.head in {m.head for m in read(piece, old.language).simple}:
            return f"{old.text[: mention.start]}{piece[len(first.text) :].strip()}{old.text[mention.end :]}"
        if before and before[-1].low == first.low and alike:
            return f"{old.text[: before[-1].start]}{piece}{old.text[mention.end :]}"
    return append(old.text, piece)


def _alike(mentions: Sequence[Mention], other: Mention) -> bool:
    """Whether a phrase is of the kind of another: both names, or both with a number."""
    numbers = any(any(char.isdigit() for char in mention.core) for mention in mentions)
    if any(char.isdigit() for char in other.core) or numbers:
        return numbers and any(char.isdigit() for char in other.core)
    return other.name and any(mention.name for mention in mentions)


def _like(new: Reading, old: Reading) -> Mention | None:
    """The phrase of a question that a fragment replaces: same head, else also a name, else what it is about."""
    candidates = [mention for mention in old.simple if not mention.inside]
    if not candidates:
        return None
    head = new.simple[-1] if new.simple else None
    if head is not None:
        same = [m for m in old.mentions if m.head == head.head and not m.inside]
        if same:
            return max(same, key=lambda m: m.end - m.start)
        if head.head in old.lexicon.owned:
            owned = [m for m in candidates if m.head in old.lexicon.owned]
            if owned:
                return owned[0]
        named = [m for m in candidates if m.name == head.name and m.head not in old.lexicon.owned]
        if named:
            return named[-1] if head.name else named[0] if len(named) == 1 else named[-1]
    other = [m for m in candidates if m.head not in old.lexicon.owned]
    copular = old.words[0].low in COPULAS
    return (other or candidates)[0 if copular else -1]


def _with_article(piece: str, target: Mention) -> str:
    if target.determiner == "definite" and target.text != target.core and not target.name:
        article = target.text[: len(target.text) - len(target.core)]
        first = piece.split(maxsplit=1)[0].lower() if piece.split() else ""
        has = first in {"the", "a", "an", "de", "het", "een", "il", "lo", "la", "i", "gli", "le", "un", "una"}
        return piece if has or "'" in first or piece[:1].isupper() else article + piece
    return piece


def _joined(piece: str, old: Reading) -> str:
    return old.lexicon.wording.about.format(question="", x=piece).strip()


def ask_again(question: Reading, said: Said) -> str:
    """A bare question word put before the question that was asked: `Why?`, `When?`."""
    old = said.reading
    words = list(old.words)
    asked = bare(question.text)
    if not words:
        return ""
    phrases = [mention for mention in old.mentions if not mention.inside]
    if words[0].tag == "verb" and phrases and old.language == "en":
        return f"{asked} {max(phrases, key=lambda each: each.end - each.start).text}"
    start = 0
    if words[0].tag == "wh":
        start = 1
        while start < len(words) and words[start].tag in NOMINAL | {"adverb", "indefinite"}:
            start += 1
        if start >= len(words) or words[start].tag not in {"aux", "verb"}:
            start = 1
    rest = bare(old.text[words[start].start :]) if start < len(words) else ""
    if start == 0 and words[0].tag not in {"aux", "verb"}:
        return f"{asked} {lower_start(bare(old.text))}"
    again = f"{asked} {lower_start(rest)}"
    why = question.words[0].low in {"why", "waarom", "hezo", "perché", "perche"} and start > 0
    return f"{again} {_LIKE_THAT.get(question.language, '')}".strip() if why else again


_LIKE_THAT = {"en": "like that", "nl": "zo", "it": "così"}


def corrected(meant: str, background: Background, language: str) -> Rewrite | None:
    """The last question with what was meant instead, as it was typed before it was understood wrongly."""
    last = background.last
    if last is None:
        return None
    piece = bare(meant)
    text = put_in_frame(piece, last, language)
    return Rewrite(text, "correction", (Antecedent(piece, last.question, last.number),))
