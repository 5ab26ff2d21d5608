"""The shape of a language's lexicon."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeVar

T = TypeVar("T")

Refers = Literal["thing", "person", "plural", "place", "any"]
"""What a pronoun can stand for: a thing, a person, several of either, a place, or whatever was said."""


@dataclass(frozen=True, slots=True)
class Wording:
    """Sentences and patterns a rewrite and its reason are put together from; `{x}` and the like are filled in."""

    owner: str
    """A noun and whom it belongs to: `{noun} of {x}`."""
    about: str
    """A question narrowed to a subject: `{question} for {x}`."""
    place: str
    """A question narrowed to a place: `{question} in {x}`."""
    than: str
    """What something is compared with: `than {x}`."""
    why: str
    """A bare `why` over an earlier question, where that question has no better form."""
    contractions: tuple[tuple[str, str], ...] = ()
    """Preposition and article as they fuse, longest first: `di il` becomes `del`."""
    reasons: Mapping[str, str] = field(default_factory=dict)
    """Name of a reason to its sentence."""


_BARE = Wording("{noun} of {x}", "{question} for {x}", "{question} in {x}", "than {x}", "{x}")


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Closed word classes of one language, all lower-case."""

    language: str
    stemmer: str
    """Name of the Snowball stemmer."""
    stop_words: frozenset[str]
    """Function words, which carry no subject."""
    pronouns: Mapping[str, Refers] = field(default_factory=dict)
    """Personal pronouns of the third person, and adverbs that stand for a preposition with one (`daarvan`)."""
    possessives: Mapping[str, Refers] = field(default_factory=dict)
    """Possessives of the third person: `its`, `zijn`, `suo`."""
    demonstratives: frozenset[str] = frozenset()
    stand_ins: frozenset[str] = frozenset()
    """Words in the place of a noun named before: `one`, `ones`, `quello`."""
    speakers: frozenset[str] = frozenset()
    """Pronouns of the first and second person."""
    owners: frozenset[str] = frozenset()
    """Those of them that stand before what belongs to the speaker or the one spoken to: `my`, `uw`."""
    counting: frozenset[str] = frozenset()
    """Quantifiers that can stand without the noun they count: `are there any near here?`."""
    both: frozenset[str] = frozenset()
    """Words for two things named before: `both`, `entrambi`."""
    two: str = "two"
    definite: frozenset[str] = frozenset()
    generic_article: bool = False
    """Whether the definite article also stands before what is not known yet: `che cos'è la clorofilla`."""
    drops_subject: bool = False
    """Whether a verb goes without its subject once that is known: `e quanto costa?`."""
    indefinite: frozenset[str] = frozenset()
    question_words: frozenset[str] = frozenset()
    auxiliaries: frozenset[str] = frozenset()
    prepositions: frozenset[str] = frozenset()
    of_words: frozenset[str] = frozenset()
    """Prepositions that give a noun its owner."""
    conjunctions: frozenset[str] = frozenset()
    relatives: frozenset[str] = frozenset()
    """Words that open a clause which says more about the noun before."""
    adverbs: frozenset[str] = frozenset()
    adjectives: frozenset[str] = frozenset()
    verbs: frozenset[str] = frozenset()
    """Common verbs in their dictionary form."""
    verb_forms: frozenset[str] = frozenset()
    """Irregular forms."""
    verb_cut: tuple[str, ...] = ()
    """Endings of the dictionary form, longest first."""
    verb_endings: frozenset[str] = frozenset()
    """Endings of regular forms, put behind what is left."""
    owned: frozenset[str] = frozenset()
    """Nouns that are always somebody's or something's: price, effect, history; singular."""
    personal: frozenset[str] = frozenset()
    """Those of them that a speaker has too: address, age, job."""
    kinds: frozenset[str] = frozenset()
    """Nouns for a kind of thing that has a name of its own: paper, book, program."""
    unique: frozenset[str] = frozenset()
    """Nouns with a definite article that need no antecedent: the world, the weather."""
    persons: frozenset[str] = frozenset()
    """Nouns for people."""
    comparing: frozenset[str] = frozenset()
    """Words that set one thing against another: cheaper, other, same, else."""
    pairing: frozenset[str] = frozenset()
    """Words that speak of two things at once: between, in common."""
    joiners: tuple[str, str] = ("and", "or")
    """Join two things, and two to choose from."""
    than: frozenset[str] = frozenset()
    ordinals: Mapping[str, int] = field(default_factory=dict)
    """Ordinal to its index in a list; negative counts from the end."""
    openers: frozenset[str] = frozenset()
    """Connectives that go on with what was said: and, but, also."""
    about: tuple[str, ...] = ()
    """Beginnings that keep the question and change its subject: `what about`."""
    interjections: frozenset[str] = frozenset()
    """Words of assent, thanks and greeting before or instead of a question."""
    again: frozenset[str] = frozenset()
    """Adverbs that point back: instead, too, then, there."""
    calls_for: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Noun to the prepositions that bring what it is of, besides the one for owners: `recht op inzage`."""
    parts: frozenset[str] = frozenset()
    """Parts of a written text, which citations name by number: `artikel`."""
    roles: frozenset[str] = frozenset()
    """Attributes that act: `leverancier`."""
    needs_object: Mapping[str, str] = field(default_factory=dict)
    """Verbs that are left hanging without a complement, to the preposition it takes."""
    expletive: tuple[str, ...] = ()
    """Patterns of pronouns that refer to nothing: `is it true that`."""
    meta: tuple[str, ...] = ()
    """Patterns of questions about the conversation itself."""
    correction: tuple[str, ...] = ()
    """Patterns of a correction; the group is what was meant."""
    talk: tuple[str, ...] = ()
    """Patterns of thanks and greetings that ask nothing."""
    more: tuple[str, ...] = ()
    """Patterns of a bare wish for more: `tell me more`, `what else`."""
    wording: Wording = _BARE


def by_word(groups: Mapping[T, str]) -> dict[str, T]:
    """Word to the value that its group of space-separated words has."""
    return {word: value for value, group in groups.items() for word in group.split()}
