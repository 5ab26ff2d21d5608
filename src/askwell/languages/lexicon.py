"""The type of a language's lexicon."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeVar

T = TypeVar("T")

Refers = Literal["thing", "person", "plural", "place", "any"]
"""What a pronoun can refer to: a thing, a person, several of either, a place, or any statement."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Closed word classes of one language, all lower-case."""

    language: str
    stemmer: str
    """Name of the Snowball stemmer."""
    stop_words: frozenset[str]
    """Function words."""
    pronouns: Mapping[str, Refers]
    """Third-person pronouns, and adverbs that replace a preposition with a pronoun (`daarvan`)."""
    possessives: Mapping[str, Refers]
    """Possessives of the third person: `its`, `zijn`, `suo`."""
    demonstratives: frozenset[str]
    stand_ins: frozenset[str]
    """Words that replace an earlier noun: `one`, `ones`, `quello`."""
    speakers: frozenset[str]
    """Pronouns of the first and second person."""
    addressees: frozenset[str]
    """Pronouns and possessives of the second person."""
    owners: frozenset[str]
    """Possessives of the first and second person: `my`, `uw`."""
    counting: frozenset[str]
    """Quantifiers that can be used without a noun: `are there any near here?`."""
    both: frozenset[str]
    """Words for two things mentioned before: `both`, `entrambi`."""
    two: str
    definite: frozenset[str]
    generic_article: bool
    """Whether the definite article is also used for something new: `che cos'è la clorofilla`."""
    drops_subject: bool
    """Whether a known subject may be omitted: `e quanto costa?`."""
    indefinite: frozenset[str]
    question_words: frozenset[str]
    auxiliaries: frozenset[str]
    prepositions: frozenset[str]
    of_words: frozenset[str]
    """Prepositions between a noun and its owner."""
    conjunctions: frozenset[str]
    relatives: frozenset[str]
    """Words that begin a relative clause."""
    adverbs: frozenset[str]
    fixed: Mapping[str, tuple[tuple[str, ...], ...]]
    """Adverbial phrases that name nothing, by their first word: `at all`, `by itself`."""
    adjectives: frozenset[str]
    verbs: frozenset[str]
    """Common verbs in their dictionary form."""
    verb_forms: frozenset[str]
    """Irregular forms."""
    verb_cut: tuple[str, ...]
    """Endings of the dictionary form, removed to get the root; longest first."""
    verb_endings: frozenset[str]
    """Endings of regular forms, added to the root."""
    owned: frozenset[str]
    """Relational nouns, which need an owner: price, effect, history; singular."""
    prices: frozenset[str]
    """Those of them that a sum of money can replace: price, budget, fee."""
    personal: frozenset[str]
    """Relational nouns of people: address, age, job."""
    kinds: frozenset[str]
    """Nouns for kinds of things that have names: paper, book, program."""
    unique: frozenset[str]
    """Nouns with a definite article that need no antecedent: the world, the weather."""
    persons: frozenset[str]
    """Nouns for people."""
    comparing: frozenset[str]
    """Words that compare things: cheaper, other, same, else."""
    pairing: frozenset[str]
    """Words for a relation of two things: between, in common."""
    joiners: tuple[str, str]
    """The words for `and` and `or`."""
    than: frozenset[str]
    ordinals: Mapping[str, int]
    """Ordinal to its index in a list; negative counts from the end."""
    openers: frozenset[str]
    """Connectives that continue an earlier question: and, but, also."""
    about: tuple[str, ...]
    """Beginnings that keep the question and change its subject: `what about`."""
    interjections: frozenset[str]
    """Words of assent, thanks and greeting before or instead of a question."""
    negations: frozenset[str]
    """Words that negate a statement, without contractions; not words of dissent such as `nee`."""
    again: frozenset[str]
    """Adverbs that refer back: instead, too, then, there."""
    calls_for: Mapping[str, frozenset[str]]
    """Noun to the prepositions of its complement, apart from `of`: `recht op inzage`."""
    parts: frozenset[str]
    """Parts of a text that are cited by number: `artikel`."""
    roles: frozenset[str]
    """Relational nouns for agents: `leverancier`."""
    needs_object: Mapping[str, str]
    """Verbs that are incomplete without a complement, to the preposition of the complement."""
    scaffold: frozenset[str]
    """Words that belong to the form of a question, not to its subject: `difference`, `mean`, `explain`."""
    talking: frozenset[str]
    """Words of a question about the conversation that do not name its subject; folded."""
    numbers: Mapping[str, str]
    """Word to its number: 2 to 20 and the tens. `One` is more often a pronoun."""
    amounts: frozenset[str]
    """Words for numbers and fractions; folded."""
    families: tuple[tuple[str, ...], ...]
    """Irregular forms and close derivations, the base form first."""
    time_words: frozenset[str]
    """Time words other than months: `yesterday`, `week`; folded."""
    elided: frozenset[str]
    """Elided words before an apostrophe."""
    titles: frozenset[str]
    """Abbreviations that never end a sentence."""
    before_number: frozenset[str]
    """Abbreviations that do not end a sentence if a number or letter follows."""
    may_end: frozenset[str]
    """Abbreviations that may end a sentence."""
    everyday: tuple[str, ...]
    """Questions of everyday life that few collections answer, each about something else; what is off a topic is judged
    against them."""


def by_word(groups: Mapping[T, str]) -> dict[str, T]:
    """Word to the value of its group of space-separated words."""
    return {word: value for value, group in groups.items() for word in group.split()}


def numbers(written: str) -> dict[str, str]:
    """Word to number, parsed from pairs `two=2`."""
    return dict(pair.split("=") for pair in written.split())


def families(written: str) -> tuple[tuple[str, ...], ...]:
    """Families of forms, parsed from lists separated by `;`."""
    return tuple(tuple(family.split()) for family in written.split(";"))


def by_first_word(written: str) -> dict[str, tuple[tuple[str, ...], ...]]:
    """First word to phrases, parsed from phrases separated by `;`."""
    phrases = [tuple(phrase.split()) for phrase in written.split(";")]
    return {first: tuple([each for each in phrases if each[0] == first]) for first, *_ in phrases}
