"""The type of a language's grammar: small closed sets of words that the rules compare a word with.

A rule that reads one language takes that language's set; one that reads any text takes all of them (`every`).
What only one language has need of stands in its own `grammar.py`, next to its `GRAMMAR`.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Grammar:
    """Closed sets of one language, lower-case."""

    copulas: frozenset[str]
    """Forms of `to be` and of what passives are built with."""
    perfect: frozenset[str]
    """Auxiliaries of the perfect."""
    fused: frozenset[str]
    """Prepositions with an article in them."""
    of: frozenset[str]
    """The preposition before an owner."""
    of_forms: frozenset[str]
    """That preposition in all its forms, without an apostrophe."""
    of_kind: frozenset[str]
    """Prepositions before who makes or sells a thing."""
    of_group: frozenset[str]
    """Words before those among which one is the most; see `Lexicon.than` for comparisons."""
    partitives: frozenset[str]
    """Articles that stand for `of the`."""
    for_words: frozenset[str]
    """Prepositions of a purpose."""
    about_words: frozenset[str]
    """Prepositions of a subject."""
    where_words: frozenset[str]
    """Prepositions of a place."""
    once_words: frozenset[str]
    """Prepositions of which a question has one: another phrase with it takes the place of the first."""
    and_words: frozenset[str]
    """Conjunctions in all their forms."""
    or_words: frozenset[str]
    small_words: frozenset[str]
    """Words that do not count in a name."""
    if_words: frozenset[str]
    """Conjunctions of a condition or a time."""
    after: frozenset[str]
    """Those of them that a question may have about a condition said before."""
    that_words: frozenset[str]
    """Conjunctions that are also demonstratives, besides relatives."""
    clause_openers: frozenset[str]
    """Conjunctions that open a clause which an `it` announces."""
    relatives: frozenset[str]
    """Words that open a relative clause and point to nothing else."""
    infinitive: frozenset[str]
    """The word before an infinitive."""
    it_words: frozenset[str]
    """The pronoun that may stand for nothing."""
    there_words: frozenset[str]
    """Words that say only that there is something."""
    empty_subjects: frozenset[str]
    """Subjects that stand for nothing."""
    this_words: frozenset[str]
    """Demonstratives that can mean what happened."""
    these_words: frozenset[str]
    """Demonstratives in the plural."""
    who: frozenset[str]
    """The question word for a person."""
    which: frozenset[str]
    """Question words for one of several, in the singular."""
    which_plural: frozenset[str]
    which_of_two: frozenset[str]
    """Those that can ask for one of two."""
    which_noun: frozenset[str]
    """Question words that stand before their noun."""
    how: frozenset[str]
    """The question word for a degree."""
    why: frozenset[str]
    much: frozenset[str]
    """Quantities that are asked for with `how`."""
    more: frozenset[str]
    degrees: frozenset[str]
    """Words that compare by degree."""
    all_words: frozenset[str]
    other: frozenset[str]
    """The other one of two."""
    others: frozenset[str]
    """Words for what is left of several."""
    options: frozenset[str]
    """Nouns for one of several results."""
    have: frozenset[str]
    """Forms of verbs for having."""
    articles: frozenset[str]
    """Articles that are no part of a name."""
    own_articles: frozenset[str]
    """Articles that a phrase keeps."""
    one_articles: frozenset[str]
    """Articles of one thing that is not known yet."""
    at_most: frozenset[str]
    """What a figure may not exceed comes after these."""
    at_least: frozenset[str]
    around: frozenset[str]
    or_less: frozenset[str]
    """After a figure."""
    or_more: frozenset[str]
    """After a figure."""
    between: frozenset[str]
    """Between the two ends of a range."""
