"""What in a question points outside it: pronouns, bare attributes, ordinals, comparisons, missing parts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from askwell.languages import every, grammar, lexicon
from askwell.languages.en import grammar as english
from askwell.languages.lexicon import Lexicon, Refers
from askwell.languages.nl import grammar as dutch
from askwell.text.bounds import text_cache
from askwell.text.grammar import opens_clause, tag
from askwell.text.mentions import Mention, find_mentions
from askwell.text.pieces import COPULAS, DETERMINERS, NOMINAL, Token
from askwell.text.words import stem
from askwell.types import Language
from askwell.understanding.grammar.attributes import has_owner_elsewhere, may_want_owner, wants_owner
from askwell.understanding.grammar.opening import Opening, agrees, opening_of, taken_up

CueKind = Literal[
    "pronoun", "possessive", "demonstrative", "definite", "attribute", "kind_of", "stand_in", "comparing", "ordinal",
    "hanging",
]  # fmt: skip
"""`demonstrative` alone or before a noun, `definite` a noun with an article, `attribute` a noun that wants an owner,
`kind_of` such a noun with a modifier that may stand for its owner (`indoor versions`), `stand_in` one for a noun,
`comparing` without what is compared with, `hanging` a verb without its complement."""


@dataclass(frozen=True, slots=True)
class Cue:
    """One expression of a question that points outside it."""

    kind: CueKind
    expression: str
    start: int
    end: int
    refers: Refers = "any"
    head: str = ""
    """Singular noun that the expression is built on, where it has one."""
    mention: Mention | None = None
    subject: bool = False
    """Stands where a subject stands."""
    inner: bool = False
    """A pronoun whose antecedent can stand in the question itself: `What is X and why is it important?`."""


@dataclass(frozen=True)
class Reading:
    """A question taken apart."""

    text: str
    language: Language
    tokens: tuple[Token, ...]
    mentions: tuple[Mention, ...]
    cues: tuple[Cue, ...]
    stems: frozenset[str]
    """Of its content words."""

    @property
    def lexicon(self) -> Lexicon:
        """That of its language."""
        return lexicon(self.language)

    @cached_property
    def words(self) -> tuple[Token, ...]:
        """Its tokens without signs."""
        return tuple(token for token in self.tokens if token.tag not in {"punct", "owner"})

    @property
    def fronted(self) -> bool:
        """Whether it begins with what is asked for: `which documents`, `what kind`."""
        words = self.words
        return len(words) > 1 and words[0].tag == "wh" and words[1].tag in NOMINAL

    @property
    def fragmentary(self) -> bool:
        """Whether it has no verb: `how much storage?`."""
        return not any(token.tag in {"verb", "aux"} for token in self.tokens)

    @property
    def exists(self) -> bool:
        """Whether it asks what there is: `are there festivals?`."""
        return any(token.tag == "expletive" and token.low in _THERE for token in self.tokens)

    @cached_property
    def simple(self) -> tuple[Mention, ...]:
        """Its phrases that are not put together from others."""
        return tuple(mention for mention in self.mentions if not (mention.joined or mention.inside))


_THERE = every(lambda grammar: grammar.there_words)


def after_opening(question: Reading) -> list[Token]:
    """The words of a question without those that lead to its first phrase: `and`, `no`, `just`."""
    words, openers = list(question.words), question.lexicon.openers
    while len(words) > 1 and (words[0].low in openers or words[0].tag == "interjection" or _restricts(words, question)):
        words = words[1:]
    return words


def _restricts(words: Sequence[Token], question: Reading) -> bool:
    """Whether the first of some words only restricts the phrase after it: `just for paper`, but `only children`."""
    return words[0].low in grammar(question.language).restricting and words[1].tag in DETERMINERS | {"prep"}


def read(question: str, language: Language) -> Reading:
    """The question taken apart, its cues in order of their place."""
    return _read(question, language)


@text_cache(200_000)
def _read(question: str, language: Language) -> Reading:
    lex = lexicon(language)
    tokens = tag(question, language)
    mentions = find_mentions(question, language)
    stems = frozenset(
        stem(token.low, language)
        for token in tokens
        if token.tag not in {"punct", "owner"} and token.low[0].isalnum() and token.low not in lex.stop_words
        and token.tag not in {"interjection", "prep", "wh"}
    )  # fmt: skip
    opening = opening_of(tokens, mentions)
    pronouns = [token for token in tokens if token.tag == "pronoun"] if opening.before else []
    named = {taken_up(each, lex.pronouns.get(each.low, "thing"), opening) for each in pronouns} - {None}
    nouns = [cue for cue in _noun_cues(tokens, mentions, lex) if cue.kind != "definite" or cue.mention not in named]
    cues = [*_word_cues(tokens, mentions, lex, opening), *nouns, *_hanging(tokens, lex)]
    alone = {cue.start for cue in cues if cue.kind == "stand_in" and cue.mention is None}
    cues = [cue for cue in cues if not (cue.kind == "stand_in" and cue.mention and cue.end + 1 in alone)]
    distinct = {cue.start: cue for cue in reversed(cues)}
    return Reading(question, language, tokens, mentions, tuple(distinct[at] for at in sorted(distinct)), stems)


def _word_cues(tokens: tuple[Token, ...], mentions: tuple[Mention, ...], lex: Lexicon, opening: Opening) -> list[Cue]:
    cues: list[Cue] = []
    matters = _matters(tokens)
    for index, token in enumerate(tokens):
        next_one = tokens[index + 1] if index + 1 < len(tokens) else None
        nominal_next = next_one is not None and (next_one.tag in NOMINAL or next_one.tag == "stand_in")
        if token.tag == "pronoun":
            refers = lex.pronouns.get(token.low, "thing")
            if taken_up(token, refers, opening) or (matters and token.low in dutch.ADVERBS):
                continue
            inner = _means_own_part(token, refers, mentions, tokens, index)
            subject = not any(before.tag in {"verb", "prep"} for before in tokens[:index])
            cues.append(replace(_cue("pronoun", token, refers, inner=inner), subject=subject))
        elif token.tag == "possessive":
            refers = lex.possessives.get(token.low, "any")
            inner = any(_can_own(refers, mention, token) for mention in mentions)
            cues.append(_cue("possessive", token, refers, inner=inner))
        elif token.tag == "demonstrative" and not nominal_next:
            refers = "plural" if token.low in _MANY else "any"
            inner = _means_own_part(token, refers, mentions, tokens, index)
            cues.append(_cue("demonstrative", token, refers, inner=inner))
        elif token.tag == "stand_in" and index and tokens[index - 1].low in english.POINTING:
            # `that one` is a thing, `the cheaper one` only its kind.
            pointing = tokens[index - 1]
            cues.append(Cue("demonstrative", f"{pointing.text} {token.text}", pointing.start, token.end, "any"))
        elif token.tag == "stand_in":
            cues.append(_cue("stand_in", token, "any"))
        elif _counts_nothing(tokens, index, lex) or _asks_which_alone(token, next_one):
            cues.append(Cue("stand_in", token.text, token.end, token.end, "any"))
        elif (
            token.low in lex.comparing
            and token.low not in lex.both
            and not _compared(tokens, index, lex)
            and not more_about(tokens, index)
        ):
            cues.append(_cue("comparing", token, "any"))
    return cues


def _counts_nothing(tokens: tuple[Token, ...], index: int, lex: Lexicon) -> bool:
    """Whether a quantifier lacks the noun that it counts: `are there any near Ghent?`, `how many did she paint?`."""
    if tokens[index].low not in lex.counting or tokens[index].tag != "indefinite":
        return False
    if index and tokens[index - 1].tag in NOMINAL | {"pronoun", "demonstrative", "definite"}:
        return False
    at = index + 1
    while at < len(tokens) and tokens[at].tag == "adj":
        at += 1
    next_one = tokens[at] if at < len(tokens) else None
    if next_one is None:
        return at == index + 1
    bare = at == index + 1 or next_one.tag == "prep"
    return bare and next_one.low not in _OF and next_one.tag in {"verb", "aux", "prep", "punct"}


def _asks_which_alone(token: Token, next_one: Token | None) -> bool:
    """Whether Dutch `welke` lacks the noun that it asks for: `Welke past bij ons?`, `Welke zijn verplicht?`."""
    return token.low in dutch.WHICH and next_one is not None and next_one.tag in {"verb", "aux"}


def more_about(tokens: Sequence[Token], index: int) -> bool:
    """`More about X` compares nothing."""
    next_one = tokens[index + 1].low if index + 1 < len(tokens) else ""
    return tokens[index].low in _MORE and next_one in _ABOUT


_MANY = every(lambda grammar: grammar.these_words)


def _cue(kind: CueKind, token: Token, refers: Refers, *, inner: bool = False) -> Cue:
    return Cue(kind, token.text, token.start, token.end, refers, inner=inner)


def _means_own_part(
    token: Token, refers: Refers, mentions: tuple[Mention, ...], tokens: tuple[Token, ...], index: int
) -> bool:
    """Whether a pronoun can refer to a phrase before it: they agree, and another clause begins between them.

    Within one clause a plain pronoun never refers to another part of it (principle B of binding theory).
    """
    openers = (at for at in range(index - 1, -1, -1) if opens_clause(tokens, at))
    last = next((at for at in openers if tokens[at].low not in _RELATIVE or _says(tokens, at)), None)
    if last is None:
        return False
    masculine = token.low in dutch.HE  # in Dutch also for things
    return any(
        mention.end <= tokens[last].start and agrees(refers, mention, masculine=masculine) for mention in mentions
    )


def _matters(tokens: tuple[Token, ...]) -> bool:
    """Whether Dutch words say that something matters, so that their `er` means nothing: "dat doet er niet toe"."""
    lows = {each.low for each in tokens}
    return dutch.MATTERS in lows and not lows.isdisjoint(dutch.MATTERING)


def _says(tokens: tuple[Token, ...], at: int) -> bool:
    """Whether a Dutch or Italian `that` begins what is said rather than tells more of a noun: `zeggen dat hij`."""
    return tokens[at].low in _THAT and at > 0 and tokens[at - 1].tag == "verb"


def _can_own(refers: Refers, mention: Mention, token: Token) -> bool:
    return mention.end <= token.start and agrees(refers, mention)


_RELATIVE = every(lambda grammar: grammar.relatives)


def _compared(tokens: tuple[Token, ...], index: int, lex: Lexicon) -> bool:
    """Whether what it is compared with is named: `different from X`, `the difference between X and Y`, `most of X`."""
    others = tokens[index].low in _OTHERS
    for at, token in enumerate(tokens[index + 1 : index + 5], index + 1):
        if (token.low in lex.than and not others) or (token.low in _AMONG and not others):
            return any(later.tag in NOMINAL for later in tokens[at + 1 : at + 5])
    return False


_OTHERS = every(lambda grammar: grammar.others)


def _noun_cues(tokens: tuple[Token, ...], mentions: tuple[Mention, ...], lex: Lexicon) -> list[Cue]:
    cues: list[Cue] = []
    for mention in mentions:
        if mention.joined or mention.inside:
            continue
        first = mention.core.split()[0].lower() if mention.core else ""
        ordinal = first in lex.ordinals and mention.determiner == "definite" and len(mention.core.split()) <= 2
        if ordinal and mention.complement != "owner":
            cues.append(_mention_cue("ordinal", mention))
        elif not mention.noun and any(char.isdigit() for char in mention.core):
            continue
        elif not mention.noun:
            cues.append(_subject_of_predicate(mention, tokens) or _mention_cue("stand_in", mention))
        elif mention.determiner == "demonstrative" and mention.head in lex.unique:
            continue
        elif mention.determiner == "demonstrative":
            cues.append(_mention_cue("demonstrative", mention))
        elif wants_owner(mention, lex):
            if has_owner_elsewhere(mention, tokens, mentions, lex):
                continue
            cues.append(_mention_cue("attribute", mention))
        elif may_want_owner(mention, lex) and not has_owner_elsewhere(mention, tokens, mentions, lex):
            cues.append(_mention_cue("kind_of", mention))
        elif (
            mention.determiner == "definite"
            and mention.complement in {"", "other"}
            and not mention.name
            and not any(char.isdigit() for char in mention.core)
            and mention.head not in lex.unique
        ):
            cues.append(_mention_cue("definite", mention))
    return cues


def _subject_of_predicate(mention: Mention, tokens: tuple[Token, ...]) -> Cue | None:
    """The subject in a phrase that is a subject with its predicate: `that` in `is that healthy?`; else None."""
    at = next((index for index, token in enumerate(tokens) if token.start == mention.start), 0)
    inverted = at > 0 and tokens[at - 1].low in COPULAS and not any(token.tag == "wh" for token in tokens[:at])
    if not inverted or tokens[at].tag != "demonstrative" or [token.tag for token in tokens[at + 1 : at + 2]] != ["adj"]:
        return None
    refers: Refers = "plural" if tokens[at].low in _MANY else "thing"
    return replace(_cue("pronoun", tokens[at], refers), subject=True)


def _mention_cue(kind: CueKind, mention: Mention) -> Cue:
    refers: Refers = "plural" if mention.plural else "person" if mention.person else "thing"
    return Cue(kind, mention.text, mention.start, mention.end, refers, mention.head, mention)


def _hanging(tokens: tuple[Token, ...], lex: Lexicon) -> list[Cue]:
    """A verb at the end that is left without its complement: `How do I apply?`."""
    words = [token for token in tokens if token.tag not in {"punct", "adverb"} or token.low in lex.needs_object]
    if not words:
        return []
    last = words[-1]
    form = next((verb for verb in _dictionary_forms(last.low, lex) if verb in lex.needs_object), "")
    if not form or len(words) < 2:
        return []
    if lex.language == "nl" and len(words) > 2 and words[-2].tag == "noun" and words[-3].tag == "indefinite":
        return []  # `een klacht indienen`
    passive = any(token.low in COPULAS for token in words[:-1])
    fronted = words[0].tag == "wh" and words[1].tag in NOMINAL
    if (passive or fronted) and not lex.needs_object[form]:
        return []
    if words[0].tag == "wh" and words[0].low in _WHO and len(words) > 3:
        return []
    return [Cue("hanging", last.text, last.start, last.end, "any", form)]


def _dictionary_forms(word: str, lex: Lexicon) -> tuple[str, ...]:
    forms = (word, word.removesuffix("s"), word.removesuffix("ed"), word.removesuffix("d"), word.removesuffix("ing"))
    return forms if lex.language == "en" else (word,)


_OF = every(lambda grammar: grammar.of)
_MORE = every(lambda grammar: grammar.more)
_ABOUT = every(lambda grammar: grammar.about_words)
_THAT = every(lambda grammar: grammar.that_words)
_AMONG = every(lambda grammar: grammar.of_group)


_WHO = every(lambda grammar: grammar.who)
