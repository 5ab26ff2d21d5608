"""Noun phrases of a text, with head, number, determiner and syntactic position."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from askwell.languages import every, lexicon
from askwell.languages.lexicon import Lexicon
from askwell.text.bounds import text_cache
from askwell.text.grammar import tag
from askwell.text.inflection import is_plural, singular
from askwell.text.pieces import DETERMINERS, NOMINAL, Tag, Token, is_name
from askwell.text.words import stem
from askwell.types import Language

Complement = Literal["", "owner", "clause", "other"]
"""Complement of a phrase: none, `of X` or a genitive, a relative clause, another prepositional phrase."""


class Mention(NamedTuple):
    """A noun phrase of a text."""

    text: str
    """As written, including the determiner."""
    core: str
    """Without its determiner."""
    start: int
    end: int
    head: str
    """Its main noun, lower-case singular."""
    stems: frozenset[str]
    """Stems of its content words."""
    determiner: Tag | None
    plural: bool
    name: bool
    """Written like a name, at least in part."""
    person: bool
    """Its head is a noun for people."""
    subject: bool
    """The first phrase of its sentence without a preposition."""
    preposition: str
    """The preposition before it, if any."""
    complement: Complement
    """What follows it, or a genitive before it."""
    noun: bool = True
    """Has a noun; `the largest` has none."""
    joined: bool = False
    """Joined from several phrases: `history of X`, `X and Y`."""
    inside: bool = False
    """The owner within a genitive phrase."""
    words: int = 1
    proper: bool = False
    """Its head is written like a name: `Fort Mandan`, not `the 321 method`."""


def find_mentions(text: str, language: Language) -> tuple[Mention, ...]:
    """Noun phrases in order, without pronouns; a joined phrase comes after its parts."""
    return _find(text, language)


@text_cache(200_000)
def _find(text: str, language: Language) -> tuple[Mention, ...]:
    tokens = tag(text, language)
    spans = _spans(tokens, lexicon(language).owners)
    simple = [_mention(text, tokens, span, language) for span in spans]
    found: list[Mention] = []
    for index, mention in enumerate(simple):
        joined = _joined(text, tokens, spans, simple, index, language)
        found.extend(_owners(text, tokens, spans[index], language))
        found.append(mention)
        found.extend(joined)
    return tuple(found)


def _owners(text: str, tokens: Sequence[Token], span: tuple[int, int], language: Language) -> list[Mention]:
    """The owner in a phrase with a genitive: `Darwin` in `Darwin's theory`."""
    start, end = span
    cut = max((at for at in range(start, end) if tokens[at].tag == "owner"), default=start)
    if cut == start:
        return []
    if start + 1 < cut and tokens[start].tag == "possessive":
        start += 1
    return [_mention(text, tokens, (start, cut), language)._replace(complement="", inside=True)]


def _spans(tokens: Sequence[Token], owners: frozenset[str]) -> list[tuple[int, int]]:
    """Token ranges of simple noun phrases: determiner, modifiers, noun, including genitives."""
    spans: list[tuple[int, int]] = []
    index = 0
    while index < len(tokens):
        start = index
        while index < len(tokens) and (tokens[index].tag in DETERMINERS or tokens[index].low in owners):
            index += 1
        body = index
        while index < len(tokens) and _goes_on(tokens, index, body):
            index += 1
        while index > body and tokens[index - 1].tag in {"owner", "conj"}:
            index -= 1
        if any(token.tag == "noun" for token in tokens[body:index]) or (
            index > body
            and (
                (tokens[start].tag in {"definite", "demonstrative"} and start != body)
                or (start and tokens[start - 1].low in _FUSED)
            )
        ):
            spans.append((start, index))
        index = max(index, start + 1)
    return spans


def _goes_on(tokens: Sequence[Token], index: int, body: int) -> bool:
    token = tokens[index]
    if index > body and tokens[body - 1].low == "een" and _counts_several(tokens, index):
        return False
    if token.tag in NOMINAL:
        # A phrase ends at a noun if an adjective follows, except inside a name.
        return not (
            index > body and token.tag == "adj" and tokens[index - 1].tag == "noun" and not is_name(tokens[index])
        )
    if token.low in _AND and index > body and index + 2 < len(tokens):
        adjectives = tokens[index - 1].tag == "adj" and tokens[index + 1].tag == "adj"
        if adjectives and tokens[index + 2].tag == "noun":
            return True
    if token.low in _AND and index > body and index + 1 < len(tokens):
        return is_name(tokens[index - 1]) and is_name(tokens[index + 1]) and tokens[index + 1].tag in NOMINAL
    return token.tag == "owner" and index > body and index + 1 < len(tokens) and tokens[index + 1].tag in NOMINAL


def _counts_several(tokens: Sequence[Token], index: int) -> bool:
    """Whether a Dutch plural noun after another noun cannot belong to `een` and begins the next phrase."""
    token, before = tokens[index], tokens[index - 1]
    return token.tag == before.tag == "noun" and token.text.islower() and is_plural(token.low, "nl")


def _mention(text: str, tokens: Sequence[Token], span: tuple[int, int], language: Language) -> Mention:
    start, end = span
    lex = lexicon(language)
    body = next((at for at in range(start, end) if tokens[at].tag not in _BEFORE_NOUN), start)
    phrase = tokens[body:end]
    nouns = [token for token in phrase if token.tag == "noun"]
    noun = bool(nouns)
    nouns = nouns or [tokens[end - 1]]
    # In Italian, adjectives follow the noun, and the first noun is the head.
    head_token = nouns[0] if language == "it" else nouns[-1]
    head = singular(head_token.low, language)
    before: Tag = tokens[start - 1].tag if start else "punct"
    determiner: Tag | None = None
    if start < body:
        determiner = "speaker" if any(token.tag == "speaker" for token in tokens[start:body]) else tokens[start].tag
    if language == "it" and determiner is None and start and tokens[start - 1].low in _FUSED:
        determiner = "definite"
    words = [token.low for token in phrase if token.tag != "owner"]
    named = [token for token in phrase if is_name(token) and token.tag in NOMINAL]
    opening = body == 0 or (language == "nl" and tokens[body - 1].low in {".", "?", "!", ":"})
    first_word = opening and len(named) == 1 and named[0] is tokens[body] and not named[0].text.isupper()
    return Mention(
        text=text[tokens[start].start : tokens[end - 1].end],
        core=text[tokens[body].start : tokens[end - 1].end],
        start=tokens[start].start,
        end=tokens[end - 1].end,
        head=head,
        stems=frozenset([stem(word, language) for word in words if word not in lex.stop_words]),
        determiner=determiner,
        plural=is_plural(head_token.low, language),
        name=bool(named) and not first_word,
        person=head in lex.persons or _is_titled(nouns, lex),
        subject=_is_subject(tokens, start),
        preposition=tokens[start - 1].low if before == "prep" else "",
        complement="owner" if len(words) < len(phrase) else _complement(tokens, end, head, lex),
        noun=noun,
        words=len(words),
        proper=is_name(head_token) and not first_word,
    )


_BEFORE_NOUN = DETERMINERS | {"speaker"}


def _is_subject(tokens: Sequence[Token], start: int) -> bool:
    for token in reversed(tokens[:start]):
        if token.tag in {"punct", "conj"}:
            return True
        if token.tag in {"noun", "prep", "verb"}:
            return False
    return True


def _is_titled(nouns: Sequence[Token], lex: Lexicon) -> bool:
    """Whether a Dutch phrase begins with the office or title of a person: `functionaris gegevensbescherming`."""
    return lex.language == "nl" and len(nouns) > 1 and singular(nouns[0].low, "nl") in lex.persons


def _complement(tokens: Sequence[Token], end: int, head: str, lex: Lexicon) -> Complement:
    if end >= len(tokens):
        return ""
    follower = tokens[end]
    next_tag: Tag = tokens[end + 1].tag if end + 1 < len(tokens) else "punct"
    called = follower.low in lex.calls_for.get(head, ())
    if called or follower.low.removesuffix("'") in lex.of_words:
        if next_tag not in DETERMINERS | NOMINAL | {"verb", "speaker", "pronoun"}:
            return ""
        return "owner" if called or follower.low.removesuffix("'") in _OF else "other"
    clause = follower.low in lex.relatives or (follower.tag == "verb" and follower.low.endswith("ing"))
    return "clause" if clause else "other" if follower.low == "to" and next_tag == "verb" else ""


def _joined(  # noqa: PLR0917
    text: str,
    tokens: Sequence[Token],
    spans: Sequence[tuple[int, int]],
    simple: Sequence[Mention],
    index: int,
    language: Language,
) -> list[Mention]:
    """Phrases that join this one with the next ones: `X of Y`, `X and Y`, `X of Y and Z`."""
    found: list[Mention] = []
    first = whole = simple[index]
    end = spans[index][1]
    fits = first.determiner == "definite" or first.head in lexicon(language).owned
    for (next_start, next_end), last in zip(spans[index + 1 : index + 3], simple[index + 1 : index + 3], strict=True):
        called = tokens[end].low in lexicon(language).calls_for.get(first.head, ()) if end < len(tokens) else False
        fitting = tokens[end].low in _FOR and whole.joined < fits if end < len(tokens) else False
        if next_start != end + 1 or not (_links(tokens[end]) or fitting or called):
            break
        owner = tokens[end].tag == "prep" or (whole.joined and whole.complement == "owner")
        whole = first._replace(
            text=text[first.start : last.end],
            core=text[first.end - len(first.core) : last.end],
            end=last.end,
            stems=whole.stems | last.stems,
            plural=first.plural if owner else True,
            name=whole.name or last.name,
            complement="owner" if owner else last.complement,
            joined=True,
            words=whole.words + last.words,
        )
        found.append(whole)
        end = next_end
    return found


def _links(token: Token) -> bool:
    low = token.low.removesuffix("'")
    return low in _OF | {"in"} if token.tag == "prep" else token.tag == "conj" and low in _AND


_FUSED = every(lambda grammar: grammar.fused)
_FOR = every(lambda grammar: grammar.for_words)
_AND = every(lambda grammar: grammar.and_words)
_OF = every(lambda grammar: grammar.of_forms)
