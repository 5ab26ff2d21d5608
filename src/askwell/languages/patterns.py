"""The types of a language's patterns: sources of regular expressions, not compiled, so that loading them costs little.

An alternation has no group around it: whoever compiles it puts one. `""` means that the language has no such pattern.
"""

from dataclasses import dataclass
from typing import Literal

AskedFor = Literal[
    "definition",
    "number",
    "duration",
    "person",
    "time",
    "place",
    "reason",
    "steps",
    "comparison",
    "list",
    "yes_no",
    "other",
]
"""What an answer must hold to answer the question."""

LookBack = Literal["first_question", "last_question", "last_answer", "discussed", ""]
"""A part of the conversation; empty when a question asks for none."""


@dataclass(frozen=True, slots=True)
class Questions:
    """Forms of questions; for folded text."""

    forms: tuple[tuple[AskedFor, str], ...]
    """Form to its pattern; the first that fits counts, and a comparison goes before all others."""
    kind: str
    """The word after a question word: what is counted, or the kind that is asked for."""
    sides: str
    """The two things that are compared, in two of its groups."""
    number: str
    """Asks how much, how many or how long."""
    name: str
    """Asks for a person, a place or what something is called."""


@dataclass(frozen=True, slots=True)
class Talk:
    """Messages that ask nothing, folded: phrases with `|` between them."""

    greeting: str
    thanks: str
    goodbye: str
    about_us: str
    """Questions about who is speaking."""
    fillers: str
    """Phrases that may stand around the others."""


@dataclass(frozen=True, slots=True)
class History:
    """Questions about the conversation itself; for folded text."""

    parts: tuple[tuple[LookBack, str], ...]
    """A part of the conversation to the pattern that asks for it; the first that fits counts."""
    question: str
    """The noun for a question."""
    us: str
    """Words by which the one who asks speaks of themselves."""
    whole: str
    """Asks for something in full, or again."""
    answer: str
    """Names an answer."""
    about: str
    """A preposition of the subject, with the subject as its group."""


@dataclass(frozen=True, slots=True)
class Times:
    """Days, months and when; for folded text."""

    when: str
    """Beginnings of questions for a time."""
    opener: str
    """A connective that may stand before them."""
    before_month: str
    """Words before a month that is named without a day."""
    day_endings: str
    """Endings of the number of a day: `1st`."""
    day_of: str
    """Between a day and its month: `1st of May`."""


@dataclass(frozen=True, slots=True)
class Signs:
    """What a sentence of the right form holds, by what the question asks for; alternations of whole words."""

    months: str
    """Those that are no other word."""
    periods: str
    time: str
    person: str
    place: str
    reason: str
    steps: str
    yes_no: str
    articles: str
    """Before the subject of a definition, each with its space or apostrophe."""
    be: str
    """Forms of `to be`, which may define."""
    means: str
    """Verbs that only define."""
    noun_phrase: str
    """Beginnings of what something is defined as."""
    by: str
    """Before the name of who did something."""
    since: tuple[tuple[str, str], ...]
    """Words that ask from when on, and what a sentence holds that tells it."""


@dataclass(frozen=True, slots=True)
class Notations:
    """Units, references and other fixed ways of writing."""

    money: str
    """Names of currencies."""
    percent: str
    page: str
    """What stands before the number of a page."""
    places: str
    """Parts of a text that are cited by number: `article`, `page`."""
    sources: str
    """What opens a line on where a document comes from."""
    versus: str
    """Between two things that are set against each other."""
    last_article: str
    """A definite or indefinite article at the end of a text."""
    refusals: str
    """What a model says where it does not do as asked."""


@dataclass(frozen=True, slots=True)
class Settling:
    """What people say of themselves and how they take it back; for lower-case text."""

    openers: str
    """Beginnings that say no to something; they may also answer a question of ours."""
    marks: str
    """Beginnings that take something back, whatever was asked."""
    change: str
    """An order to put one thing in the place of another, with the groups `old` and `new`."""
    instead: str
    """Stands between what holds and what it replaces."""
    rather: str
    """What holds before what it is preferred to, with the groups `new` and `old`."""
    negation: str
    """Words that deny what follows them; after everything else they deny what went before."""
    but: str
    """Conjunctions before what holds instead."""
    linking: str
    """Conjunctions that may stand before a denial: `X and not Y`."""
    fillers: str
    """Words at the edges of a contrast that belong to neither side."""
    only: str
    """Words that narrow down to what follows them."""
    any_more: str
    """Marks of a denial that takes something back: `after all`, `any more`."""
    asides: str
    """Beginnings of a clause that says why, or more about what was just named."""
    requests: str
    """Beginnings that ask for an answer without being a question."""
    idle: str
    """Beginnings that only take note of what was said."""
    wish: str
    decision: str
    months: str
    weekdays: str
    clock: str
    """What makes a number a time of day, before it (`before`) or after it."""
    clock_before: str
    ones: str
    """Words for one that differ from an article."""


@dataclass(frozen=True, slots=True)
class Patterns:
    """All patterns of a language."""

    expletive: tuple[str, ...]
    """Pronouns that refer to nothing: `is it true that`."""
    meta: tuple[str, ...]
    """Questions about the conversation itself."""
    correction: tuple[str, ...]
    """Corrections; the group is what was meant."""
    courtesy: tuple[str, ...]
    """Thanks and greetings that ask nothing."""
    more: tuple[str, ...]
    """A bare wish for more: `tell me more`, `what else`."""
    leans: str
    """Beginnings of a sentence that cannot stand alone, because they point back."""
    points_back: str
    """What within a sentence points to the one before."""
    questions: Questions
    talk: Talk
    history: History
    times: Times
    signs: Signs
    notations: Notations
    settling: Settling
