"""A fragment put into the frame of the question before: `and for 2025?`, `what about X?`, `why?`."""

import re
from collections.abc import Sequence
from functools import cache

from askwell.languages import LANGUAGES, every, lexicon, wording
from askwell.languages.en import grammar as english
from askwell.languages.lexicon import Lexicon
from askwell.languages.nl import grammar as dutch
from askwell.text.fixed import fixed_words
from askwell.text.inflection import is_plural
from askwell.text.mentions import Mention
from askwell.text.pieces import COPULAS, NOMINAL, Token
from askwell.understanding.grammar.context import Said
from askwell.understanding.grammar.cues import Reading, after_opening, more_about, read
from askwell.understanding.grammar.phrasing import append, bare, lower_start
from askwell.understanding.grammar.swaps import (
    end_of_complements,
    end_of_name,
    swap_completed,
    swap_ruled,
    swap_thing,
    swap_thing_behind,
    swap_value,
)


def match(question: Reading, patterns: tuple[str, ...]) -> re.Match[str] | None:
    """The first pattern of a lexicon that a question fits; invisible characters and case do not count."""
    plain = " ".join(question.text.lower().replace("’", "'").split())
    return next((found for pattern in _compiled(patterns) if (found := pattern.search(plain))), None)


@cache
def _compiled(patterns: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern) for pattern in patterns)


def fragment(question: Reading) -> str:
    """What a question without a verb of its own asks about instead: the part after `and` or `what about`; or ``."""
    lex = question.lexicon
    text = question.text.strip()
    low = text.lower()
    opening = next((each for each in sorted(lex.about, key=len, reverse=True) if low.startswith(each + " ")), "")
    words = after_opening(question)
    if opening and (" " in opening or opening not in lex.openers):
        kept = (
            opening.split()[-1] if opening.split()[-1] in lex.prepositions and opening.split()[0] in lex.openers else ""
        )
        rest = bare(text[len(opening) :]).strip()
        if not read(rest, question.language).fragmentary:
            return ""
        return f"{kept} {rest}".strip() if kept and len(opening.split()) == 2 else rest
    if not words or words[0].tag == "wh" or words[0].low in lex.negations or not question.fragmentary:
        return ""
    if any(cue.kind == "stand_in" for cue in question.cues) or _only_compares(words, lex):
        return ""
    fixed = {question.words[at].start for at in fixed_words(question.words, lex)}
    while words and (words[-1].low in lex.again or words[-1].start in fixed):
        words = words[:-1]
    if not words:
        return ""
    closed = ")" if question.text[words[-1].end :].startswith(")") else ""
    return question.text[words[0].start : words[-1].end] + closed


def _only_compares(words: Sequence[Token], lex: Lexicon) -> bool:
    """Whether a fragment names nothing that could take a place in a question: `any other?`, `more about the camera`."""
    return more_about(words, 0) or all(token.low in lex.comparing or token.tag == "indefinite" for token in words)


def put_in_frame(piece: str, said: Said, language: str, *, named: bool = False) -> str:
    """The earlier question with a fragment in the place of its like, or added at its end.

    `named`: the fragment is written like a name although it begins what was typed.
    """
    old = said.reading
    new = read(piece, language)
    swapped = swap_value(piece, said) or swap_completed(new, said)
    if swapped:
        return swapped
    first = new.words[0] if new.words else None
    renamed = swap_thing(new, said)
    if renamed:
        return renamed
    if first is not None and first.tag == "prep":
        return swap_thing_behind(first, new, said) or _swap_phrase_behind(first, lower_start(piece), old)
    counted = first is not None and first.tag == "number"
    asked = "" if counted or named else _asked_of(piece, new, old)
    if asked and not any(mention.plural or mention.person for mention in old.simple):
        return asked
    target = None if counted else like(new, old, named=named)
    if target is None:
        return asked or append(old.text, piece if IDENTIFIER.fullmatch(piece) else _joined(piece, old))
    start = target.end - len(target.core) if _is_counted(target, old) else target.start
    end = end_of_name(target, old) if named else target.end
    return swap_ruled(new, target, old) or f"{old.text[:start]}{_with_article(new, target, old)}{old.text[end:]}"


IDENTIFIER = re.compile(r"#?\d{5,}|[A-Z]+-?\d{3,}")
"""A number too long for a count or a year, or one with letters: it names something."""


_ONCE = every(lambda grammar: grammar.once_words)
"""Prepositions of which a question has one: another phrase after it takes the place of the first."""


def _swap_phrase_behind(first: Token, piece: str, old: Reading) -> str:
    """A prepositional phrase in the place of the one with the same preposition, else at the end."""
    for mention in reversed(old.simple):
        before = [token for token in old.tokens if token.end <= mention.start]
        alike = _alike(read(piece, old.language).simple, mention)
        if mention.head in {m.head for m in read(piece, old.language).simple}:
            return f"{old.text[: mention.start]}{piece[len(first.text) :].strip()}{old.text[mention.end :]}"
        if before and before[-1].low == first.low and (first.low in _ONCE or _is_governed(first.low, old)):
            end = end_of_complements(mention.end, old)
            return f"{old.text[: before[-1].start]}{piece}{old.text[end:]}"
        if before and before[-1].low == first.low and (alike or _same_kind(read(piece, old.language).simple, mention)):
            return f"{old.text[: before[-1].start]}{piece}{old.text[mention.end :]}"
    return append(old.text, piece)


def _is_governed(preposition: str, old: Reading) -> bool:
    return any(token.low in dutch.GOVERNED.get(preposition, ()) for token in old.tokens)


def _alike(mentions: Sequence[Mention], other: Mention) -> bool:
    """Whether a phrase is of the kind of another: both names, or both with a number."""
    numbers = any(any(char.isdigit() for char in mention.core) for mention in mentions)
    if any(char.isdigit() for char in other.core) or numbers:
        return numbers and any(char.isdigit() for char in other.core)
    return other.name and any(mention.name for mention in mentions)


def _same_kind(mentions: Sequence[Mention], other: Mention) -> bool:
    """Whether two common nouns after the same preposition are of a kind: both people, or both several."""
    if len(mentions) != 1 or mentions[0].name or other.name:
        return False
    new = mentions[0]
    if any(char.isdigit() for char in new.core + other.core) or new.determiner != other.determiner:
        return False
    return (new.plural and other.plural) or (new.person and other.person)


def like(new: Reading, old: Reading, *, named: bool = False) -> Mention | None:
    """The phrase of a question that a fragment replaces: same head, else the one most like it, never what is asked for.

    Ones are alike that are both names, both people, both several, or stand after the same article; what no
    preposition governs comes before what one does, since it is what the question is about. None where nothing is.
    """
    candidates = [mention for mention in old.simple if not mention.inside]
    head = _head_of(new)
    if head is None:
        other = [m for m in candidates if m.head not in old.lexicon.owned] or candidates
        copular = bool(old.words) and old.words[0].low in COPULAS
        return other[0 if copular else -1] if other else None
    same = [m for m in old.mentions if m.head == head.head and not m.inside]
    if same:
        return max(same, key=lambda m: m.end - m.start)
    if head.head in old.lexicon.owned:
        owned = [m for m in candidates if m.head in old.lexicon.owned]
        if owned:
            return owned[0]
    name = named or head.name
    there = [each for each in candidates if _may_give_way(each, old)]
    rated = [(_likeness(head, each, old, name=name), at, each) for at, each in enumerate(there)]
    if not rated and candidates and not (name or head.plural):
        return candidates[-1]
    best = max(rated, default=None, key=lambda each: each[:2])
    if best is not None and best[0] > _LEAST_LIKE:
        return best[2]
    # Typed without capitals, the name of one thing takes the place of the only other name.
    only = there[0] if len(there) == 1 and there[0].name else None
    return only if head.words == 1 and not head.plural and head.head not in old.lexicon.owned else None


def _head_of(new: Reading) -> Mention | None:
    """The phrase that a fragment is built on: the last one, but the first of `het recht op inzage`."""
    if not new.simple:
        return None
    first = new.simple[0]
    following = next((token.low for token in new.tokens if token.start >= first.end), "")
    return first if following in new.lexicon.calls_for.get(first.head, ()) else new.simple[-1]


_LEAST_LIKE = -1.0
"""Likeness that a phrase must have to be replaced."""


def _likeness(new: Mention, old: Mention, question: Reading, *, name: bool) -> float:
    return (
        (3.0 if name and old.name else -2.0 if name != old.name else 0.0)
        + (2.0 if new.person and old.person else 0.0)
        + (1.0 if new.plural and old.plural else -1.0 if new.plural != old.plural and not name else 0.0)
        + (0.5 if new.determiner == old.determiner else 0.0)
        + (-1.0 if old.preposition and question.words[0].tag in {"wh", "aux"} else 0.5)
        + (-2.0 if old.head in question.lexicon.owned else 0.0)
    )


def _is_counted(mention: Mention, question: Reading) -> bool:
    """Whether a phrase is what the question counts: `how many infants`."""
    before = [token for token in question.tokens if token.end <= mention.end - len(mention.core)]
    return len(before) > 1 and before[-1].low in _MANY and before[-2].low in _HOW | _MANY


_MANY = every(lambda grammar: grammar.much)
_HOW = every(lambda grammar: grammar.how)


def _may_give_way(mention: Mention, question: Reading) -> bool:
    """Whether a phrase is neither what a question asks for, `which board`, nor an unknown verb: `hoe laat vertrekt`."""
    before = [token for token in question.tokens if token.end <= mention.start]
    if not before or before[-1].tag != "wh":
        return True
    return before[-1].low in _HOW and mention.determiner is not None


def _asked_of(piece: str, new: Reading, old: Reading) -> str:
    """A `who` question asked of those a fragment names: `who moves ahead?` and `veterans`. English only."""
    words = old.words
    head = new.simple[-1] if new.simple else None
    if old.language != "en" or head is None or len(words) < 2 or words[0].low != "who":
        return ""
    verb = words[1]
    rest = bare(old.text[verb.end :]).strip()
    if verb.tag == "aux":
        first = english.PLURAL_FORMS.get(verb.low, verb.low) if head.plural else verb.low
        return f"{first.capitalize()} {piece} {rest}"
    known = next((form for form in _bases(verb.low) if form in old.lexicon.verbs), "")
    base = known or (verb.low.removesuffix("s") if verb.low.endswith("s") else "")
    return f"{'Do' if head.plural else 'Does'} {piece} {base} {rest}" if base else ""


def _bases(verb: str) -> tuple[str, ...]:
    return (verb, verb.removesuffix("s"), verb.removesuffix("es"), verb.removesuffix("ies") + "y")


def _with_article(new: Reading, target: Mention, old: Reading) -> str:
    """A fragment with the article of the phrase that it replaces, or without its own after `della`."""
    piece, before = new.text, [token.low for token in old.tokens if token.end <= target.start]
    if before and before[-1] in _FUSED and new.words[0].tag == "definite":
        return piece[new.words[0].end :].lstrip()
    if target.determiner in {"definite", "possessive", "speaker"} and target.text != target.core and not target.name:
        article = target.text[: len(target.text) - len(target.core)]
        first = piece.split(maxsplit=1)[0].lower() if piece.split() else ""
        has = first in _ARTICLES
        own = has or first in lexicon("en").owners or "'" in first or piece[:1].isupper()
        return piece if own or is_plural(piece.rsplit(maxsplit=1)[-1].lower(), "en") else article + piece
    return piece


def adjunct(question: Reading) -> str:
    """A question phrase after a preposition with nothing more, `with which batch size`; empty for another one."""
    words = after_opening(question)
    if len(words) < 2 or words[0].tag != "prep" or words[1].tag != "wh":
        return ""
    if not question.fragmentary:
        return ""
    return question.text[words[0].start : words[-1].end]


def asked_with(piece: str, said: Said) -> str:
    """The clause of an earlier question after another question phrase; empty where it has no such clause."""
    words = list(said.reading.words)
    start = next((at for at, token in enumerate(words) if token.tag == "aux"), None)
    if start is None or start + 1 >= len(words) or words[0].low in _WHO:
        return ""
    while len(words) > start + 2 and words[-1].tag == "prep":
        words = words[:-1]
    clause = lower_start(said.question[words[start].start : words[-1].end])
    if said.reading.language != "nl":
        return f"{piece} {clause}"
    return f"{piece} {_with_what_was_asked_for(clause, said, words, start)}"


def _with_what_was_asked_for(clause: str, said: Said, words: Sequence[Token], start: int) -> str:
    """A Dutch clause with the phrase that its question asked for, as its subject or after it with its preposition.

    `Welke praktijken zijn verboden?` gives `zijn praktijken verboden`, `Aan welke norm moeten sites voldoen?` gives
    `moeten sites voldoen aan de norm`.
    """
    which = next((at for at in range(min(2, start)) if words[at].low in dutch.WHICH), None)
    if which is None or which + 1 >= start:
        return clause
    asked_for = said.question[words[which + 1].start : words[start - 1].end]
    if which == 1 and words[0].tag == "prep":
        return f"{clause} {lower_start(words[0].text)} {dutch.ARTICLE_OF_WHICH[words[1].low]} {asked_for}"
    subject = any(each.start >= words[start].end and not each.preposition for each in said.reading.simple)
    verb = words[start].text
    return clause if subject else f"{verb} {asked_for}{clause[len(verb) :]}"


_WHO = every(lambda grammar: grammar.who)


def _joined(piece: str, old: Reading) -> str:
    return wording(old.language).rewriting.about.format(question="", x=piece).strip()


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
    like_that = wording(question.language).rewriting.again if question.language in LANGUAGES else ""
    why = question.words[0].low in _WHY and start > 0
    return f"{again} {like_that}".strip() if why else again


def one_of_several(new: Reading, said: Said) -> str:
    """The question with the one of several that is meant in the place of all: `not A, only B` of `A and B`."""
    head = new.simple[0] if len(new.simple) == 1 else None
    for mention in sorted(said.reading.mentions, key=lambda each: each.start - each.end):
        inside = [token for token in said.reading.tokens if mention.start <= token.start < mention.end]
        several = mention.joined and mention.plural and not any(token.tag == "prep" for token in inside)
        if head is not None and several and head.stems < mention.stems:
            return f"{said.question[: mention.start]}{bare(new.text)}{said.question[mention.end :]}"
    return ""


_ARTICLES = every(lambda grammar: grammar.own_articles)
_FUSED = every(lambda grammar: grammar.fused)
_WHY = every(lambda grammar: grammar.why)
