"""The type of a language's grammar: small closed sets of words for the rules.

A rule for one language uses the set of that language; a rule for any text uses the union (`every`). Constants that only
one language needs are in its own `grammar.py`, after its `GRAMMAR`.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Grammar:
    """Closed sets of one language, lower-case."""

    copulas: frozenset[str]
    """Forms of `to be` and of passive auxiliaries."""
    perfect: frozenset[str]
    """Auxiliaries of the perfect."""
    fused: frozenset[str]
    """Prepositions fused with an article."""
    of: frozenset[str]
    """The preposition before an owner."""
    of_forms: frozenset[str]
    """That preposition in all its forms, without an apostrophe."""
    of_kind: frozenset[str]
    """Prepositions before the maker or seller of a thing."""
    of_group: frozenset[str]
    """Words before the group that a superlative refers to; see `Lexicon.than` for comparisons."""
    partitives: frozenset[str]
    """Articles that mean `of the`."""
    for_words: frozenset[str]
    """Prepositions of a purpose."""
    about_words: frozenset[str]
    """Prepositions of a subject."""
    where_words: frozenset[str]
    """Prepositions of a place."""
    once_words: frozenset[str]
    """Prepositions that occur once in a question: another phrase with it replaces the first."""
    and_words: frozenset[str]
    """Conjunctions in all their forms."""
    or_words: frozenset[str]
    small_words: frozenset[str]
    """Words that do not count in a name."""
    if_words: frozenset[str]
    """Conjunctions of a condition or a time."""
    after: frozenset[str]
    """Those of them that a question about an earlier condition may begin with."""
    that_words: frozenset[str]
    """Conjunctions that are also demonstratives, apart from relatives."""
    clause_openers: frozenset[str]
    """Conjunctions that begin a clause anticipated by `it`."""
    relatives: frozenset[str]
    """Words that begin a relative clause and refer to nothing else."""
    infinitive: frozenset[str]
    """The word before an infinitive."""
    it_words: frozenset[str]
    """The pronoun that may be an expletive."""
    there_words: frozenset[str]
    """Words such as `there` in `there is`."""
    empty_subjects: frozenset[str]
    """Expletive subjects."""
    this_words: frozenset[str]
    """Demonstratives that can refer to an event."""
    these_words: frozenset[str]
    """Demonstratives in the plural."""
    who: frozenset[str]
    """The question word for a person."""
    which: frozenset[str]
    """Question words for one of several, in the singular."""
    which_plural: frozenset[str]
    which_of_two: frozenset[str]
    """Question words that can ask for one of two."""
    which_noun: frozenset[str]
    """Question words before a noun."""
    how: frozenset[str]
    """The question word for a degree."""
    why: frozenset[str]
    much: frozenset[str]
    """Quantities after `how`."""
    more: frozenset[str]
    degrees: frozenset[str]
    """Words that compare by degree."""
    comparative_endings: frozenset[str]
    """Endings of adjectives that compare."""
    superlative_endings: frozenset[str]
    """Endings of adjectives that pick from several things."""
    plural_stand_ins: frozenset[str]
    """Those of the words in the place of a noun that stand for several things."""
    adjective_follows: bool
    """Whether an adjective mostly stands after its noun."""
    adjective_endings: frozenset[str]
    """Endings of an adjective that may stand for a thing after its article: `de lange`, `la nuova`; none in English."""
    agreeing: Mapping[str, frozenset[str]]
    """First word of a phrase without a noun to the articles that it can stand for; empty where they all look alike."""
    restricting: frozenset[str]
    """Words before a phrase that restrict it and are no part of it."""
    not_words: frozenset[str]
    """Words that reject the phrase after them."""
    without_words: frozenset[str]
    all_words: frozenset[str]
    other: frozenset[str]
    """The other one of two."""
    others: frozenset[str]
    """Words for the rest of several things."""
    options: frozenset[str]
    """Nouns for one of several results."""
    items: frozenset[str]
    """Nouns for a member of a list, whatever it lists, which a number may follow: `step 3`."""
    middle: frozenset[str]
    """The member in the middle of a list."""
    have: frozenset[str]
    """Forms of verbs for having."""
    articles: frozenset[str]
    """Articles that are not part of a name."""
    own_articles: frozenset[str]
    """Articles that a phrase keeps."""
    one_articles: frozenset[str]
    """Indefinite articles, singular."""
    at_most: frozenset[str]
    """Words before an upper limit."""
    at_least: frozenset[str]
    around: frozenset[str]
    or_less: frozenset[str]
    """After a figure."""
    or_more: frozenset[str]
    """After a figure."""
    between: frozenset[str]
    """Between the two ends of a range."""
