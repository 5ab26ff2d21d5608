"""The type of a language's lexicon."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeVar

T = TypeVar("T")

Refers = Literal["thing", "person", "plural", "place", "any"]
"""What a pronoun can stand for: a thing, a person, several of either, a place, or whatever was said."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Closed word classes of one language, all lower-case."""

    language: str
    stemmer: str
    """Name of the Snowball stemmer."""
    stop_words: frozenset[str]
    """Function words, which carry no subject."""
    pronouns: Mapping[str, Refers]
    """Personal pronouns of the third person, and adverbs that stand for a preposition with one (`daarvan`)."""
    possessives: Mapping[str, Refers]
    """Possessives of the third person: `its`, `zijn`, `suo`."""
    demonstratives: frozenset[str]
    stand_ins: frozenset[str]
    """Words in the place of a noun named before: `one`, `ones`, `quello`."""
    speakers: frozenset[str]
    """Pronouns of the first and second person."""
    owners: frozenset[str]
    """Those of them that stand before what belongs to the speaker or the one spoken to: `my`, `uw`."""
    counting: frozenset[str]
    """Quantifiers that can stand without the noun they count: `are there any near here?`."""
    both: frozenset[str]
    """Words for two things named before: `both`, `entrambi`."""
    two: str
    definite: frozenset[str]
    generic_article: bool
    """Whether the definite article also stands before what is not known yet: `che cos'è la clorofilla`."""
    drops_subject: bool
    """Whether a verb goes without its subject once that is known: `e quanto costa?`."""
    indefinite: frozenset[str]
    question_words: frozenset[str]
    auxiliaries: frozenset[str]
    prepositions: frozenset[str]
    of_words: frozenset[str]
    """Prepositions that give a noun its owner."""
    conjunctions: frozenset[str]
    relatives: frozenset[str]
    """Words that open a clause which says more about the noun before."""
    adverbs: frozenset[str]
    adjectives: frozenset[str]
    verbs: frozenset[str]
    """Common verbs in their dictionary form."""
    verb_forms: frozenset[str]
    """Irregular forms."""
    verb_cut: tuple[str, ...]
    """Endings of the dictionary form, longest first."""
    verb_endings: frozenset[str]
    """Endings of regular forms, put after what is left."""
    owned: frozenset[str]
    """Nouns that are always somebody's or something's: price, effect, history; singular."""
    personal: frozenset[str]
    """Those of them that a speaker has too: address, age, job."""
    kinds: frozenset[str]
    """Nouns for a kind of thing that has a name of its own: paper, book, program."""
    unique: frozenset[str]
    """Nouns with a definite article that need no antecedent: the world, the weather."""
    persons: frozenset[str]
    """Nouns for people."""
    comparing: frozenset[str]
    """Words that set one thing against another: cheaper, other, same, else."""
    pairing: frozenset[str]
    """Words that speak of two things at once: between, in common."""
    joiners: tuple[str, str]
    """Join two things, and two to choose from."""
    than: frozenset[str]
    ordinals: Mapping[str, int]
    """Ordinal to its index in a list; negative counts from the end."""
    openers: frozenset[str]
    """Connectives that go on with what was said: and, but, also."""
    about: tuple[str, ...]
    """Beginnings that keep the question and change its subject: `what about`."""
    interjections: frozenset[str]
    """Words of assent, thanks and greeting before or instead of a question."""
    again: frozenset[str]
    """Adverbs that point back: instead, too, then, there."""
    calls_for: Mapping[str, frozenset[str]]
    """Noun to the prepositions that bring what it is of, besides the one for owners: `recht op inzage`."""
    parts: frozenset[str]
    """Parts of a written text, which citations name by number: `artikel`."""
    roles: frozenset[str]
    """Attributes that act: `leverancier`."""
    needs_object: Mapping[str, str]
    """Verbs that are left hanging without a complement, to the preposition it takes."""
    scaffold: frozenset[str]
    """Words that frame a question and say little of its subject: `difference`, `mean`, `explain`."""
    talking: frozenset[str]
    """Words of a question about the conversation that say nothing of its subject; folded."""
    numbers: Mapping[str, str]
    """Word to its number: 2 to 20 and the tens. `One` is more often a pronoun."""
    amounts: frozenset[str]
    """Words for numbers and parts by which a text holds a figure; folded."""
    families: tuple[tuple[str, ...], ...]
    """Irregular forms and near derivations, their base first."""
    time_words: frozenset[str]
    """Words that tell a time, besides the months: `yesterday`, `week`; folded."""
    elided: frozenset[str]
    """What stands before an apostrophe and belongs to the next word."""
    titles: frozenset[str]
    """Abbreviations after which a sentence goes on."""
    before_number: frozenset[str]
    """Abbreviations after which a sentence goes on when a number or a letter follows."""
    may_end: frozenset[str]
    """Abbreviations that often close a sentence."""


def by_word(groups: Mapping[T, str]) -> dict[str, T]:
    """Word to the value that its group of space-separated words has."""
    return {word: value for value, group in groups.items() for word in group.split()}


def numbers(written: str) -> dict[str, str]:
    """Word to number, from pairs `two=2`."""
    return dict(pair.split("=") for pair in written.split())


def families(written: str) -> tuple[tuple[str, ...], ...]:
    """Families of forms, from lists with `;` between them."""
    return tuple(tuple(family.split()) for family in written.split(";"))
