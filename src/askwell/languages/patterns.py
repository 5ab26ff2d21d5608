"""The types of a language's patterns: sources of regular expressions, not compiled, so that they load fast.

An alternation has no group around it; the code that compiles it adds one. `""` means that the language has no such
pattern.
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
"""What an answer must contain to answer the question."""

LookBack = Literal["first_question", "last_question", "last_answer", "discussed", ""]
"""A part of the conversation; empty if a question asks for none."""


@dataclass(frozen=True, slots=True)
class Questions:
    """Forms of questions; they match folded text."""

    forms: tuple[tuple[AskedFor, str], ...]
    """Forms with their patterns; the first match counts, and a comparison comes before all others."""
    kind: str
    """The noun after a question word: what is counted, or the kind of thing asked for."""
    sides: str
    """The two things that are compared, in two groups."""
    number: str
    """Asks how much, how many or how long."""
    name: str
    """Asks for a person, a place or what something is called."""
    values: tuple[tuple[str, str], ...]
    """Kinds of value, an amount of money, a telephone number, a percentage: what asks for one, and what holds one.

    All languages have the same kinds in the same order.
    """


@dataclass(frozen=True, slots=True)
class Talk:
    """Small talk: folded phrases separated by `|`."""

    greeting: str
    thanks: str
    goodbye: str
    about_us: str
    """Questions about the assistant."""
    fillers: str
    """Phrases that may accompany the others."""


@dataclass(frozen=True, slots=True)
class History:
    """Questions about the conversation itself; they match folded text."""

    parts: tuple[tuple[LookBack, str], ...]
    """Parts of the conversation with the patterns that ask for them; the first match counts."""
    question: str
    """The noun for a question."""
    us: str
    """Words by which users refer to themselves."""
    whole: str
    """Requests for something in full, or again."""
    answer: str
    """Nouns for an answer."""
    about: str
    """A preposition and the subject, which is the group."""


@dataclass(frozen=True, slots=True)
class Times:
    """Days, months and questions for a time; they match folded text."""

    when: str
    """Beginnings of questions for a time."""
    opener: str
    """A connective that may precede them."""
    before_month: str
    """Words before a month without a day."""
    day_endings: str
    """Endings of a day number: `1st`."""
    day_of: str
    """Between a day and its month: `1st of May`."""


@dataclass(frozen=True, slots=True)
class Signs:
    """Signs of a suitable sentence, by what the question asks for; alternations of whole words."""

    months: str
    """Months that are not also other words."""
    periods: str
    time: str
    person: str
    place: str
    reason: str
    steps: str
    yes_no: str
    articles: str
    """Articles before the subject of a definition, with their space or apostrophe."""
    be: str
    """Forms of `to be` in definitions."""
    means: str
    """Verbs that are used only in definitions."""
    noun_phrase: str
    """Beginnings of a definition after the verb."""
    by: str
    """Words before the name of an agent."""
    since: tuple[tuple[str, str], ...]
    """Words that ask for a starting time, and the signs of an answer."""


@dataclass(frozen=True, slots=True)
class Notations:
    """Units, references and other notations."""

    money: str
    """Names of currencies."""
    percent: str
    page: str
    """Words before a page number."""
    places: str
    """Parts of a text that are cited by number: `article`, `page`."""
    sources: str
    """Beginnings of a line about the origin of a document."""
    versus: str
    """Between two things that are compared."""
    empty_titles: str
    """Titles and file names that do not tell what a document is about."""
    contents: str
    """Headings of a table of contents."""
    changes: str
    """Headings of release notes."""
    changes_asked: str
    """Words of a question about what has changed."""
    legal: str
    """Phrases of standard licences and disclaimers."""
    last_article: str
    """A definite or indefinite article at the end of a text."""
    refusals: str
    """Phrases of a model that refuses."""


@dataclass(frozen=True, slots=True)
class Settling:
    """Statements of users and their corrections; they match lower-case text."""

    openers: str
    """Beginnings of a denial, which may also be a reply to our question."""
    no: str
    """The word for no, which before a noun may negate it: `no leeks`."""
    marks: str
    """Beginnings of a correction, whatever was asked."""
    change: str
    """A request to replace one thing by another, with the groups `old` and `new`."""
    instead: str
    """Between the valid and the replaced part."""
    rather: str
    """The preferred before the rejected part, with the groups `new` and `old`."""
    negation: str
    """Words that negate what follows; at the end of a sentence, what precedes."""
    but: str
    """Conjunctions before the valid part."""
    linking: str
    """Conjunctions before a negation: `X and not Y`."""
    fillers: str
    """Words at the edges of a contrast that belong to neither part."""
    only: str
    """Words that restrict to what follows."""
    any_more: str
    """Signs of a denial that corrects something: `after all`, `any more`."""
    asides: str
    """Beginnings of a clause with a reason or more detail."""
    requests: str
    """Beginnings of a request that is not a question."""
    idle: str
    """Beginnings of a mere acknowledgement."""
    wish: str
    decision: str
    months: str
    weekdays: str
    clock: str
    """Words after a number that make it a time of day."""
    clock_before: str
    ones: str
    """Words for the number one that are not articles."""


@dataclass(frozen=True, slots=True)
class Repairs:
    """How people take back what they asked, or reject what was answered; they match lower-case text."""

    dissent: str
    """Words before a correction, or after it: `no`, `sorry`, `wait`."""
    soft: str
    """Words that may come before or between them and are no dissent: `ok`, `oh`."""
    slips: str
    """Says that the last question was a mistake: `wrong one`."""
    meant: str
    """Before what was meant, with its subject: `i meant`, `i was asking about`."""
    meant_after: str
    """After what was meant: `X i mean`."""
    rejects: str
    """Before what is rejected: `not`, `forget`."""
    rejected: str
    """After what is rejected: `il treno no`."""
    rather: str
    """Between what is rejected and what was meant: `but`, `only`."""
    presents: str
    """Before what was meant, without content of its own: `it's`, `i have`."""
    denial: str
    """Words of a reply that only says no."""
    assent: str
    """Words of a reply that only says yes."""
    hedges: str
    """Words of doubt around what a reply tells: `i think`."""
    complains: str
    """Says that the last answer was not what was asked, wherever it stands; matches folded text: `not that one`."""
    declines: str
    """Before what is not wanted, besides `rejects`; matches folded text: `i don't want it to`."""


@dataclass(frozen=True, slots=True)
class Reversal:
    """Taking back what was done; both match folded text."""

    asks: str
    """Asks how: `turn that off again`."""
    says: str
    """Says how, or that it is possible: `to disable it`."""


@dataclass(frozen=True, slots=True)
class Patterns:
    """All patterns of a language."""

    expletive: tuple[str, ...]
    """Pronouns that refer to nothing: `is it true that`."""
    meta: tuple[str, ...]
    """Questions about the conversation itself."""
    repairs: Repairs
    back: str
    """Before an earlier subject that a question returns to: `back to X: how much is it?`."""
    courtesy: tuple[str, ...]
    """Thanks and greetings that ask nothing."""
    more: tuple[str, ...]
    """A request for more without a subject: `tell me more`, `what else`."""
    leans: str
    """Beginnings of a sentence that depends on an earlier one."""
    points_back: str
    """References to the previous sentence."""
    questions: Questions
    talk: Talk
    history: History
    times: Times
    signs: Signs
    notations: Notations
    settling: Settling
    reversal: Reversal
    """How a user asks to take back what was done, and how documents say it."""
