"""What a finished turn settles: new items, and those among them that stand in the place of older ones."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from askwell.languages import any_of, lexicon
from askwell.rules.amend import revalued
from askwell.rules.corrections import Correction, read_correction
from askwell.rules.lines import MOST_READ_CHARS, asked_of, pending, shortened
from askwell.rules.statements import kind_of, statements, worded
from askwell.rules.supersede import Ground, corrected
from askwell.rules.values import frame, kept, keys, values
from askwell.text.citations import strip_marks
from askwell.text.exchanges import asked_in
from askwell.text.sentences import each_sentence
from askwell.text.words import words
from askwell.types import Item, Language, Memory, Topic, Turn

MOST_STATEMENTS = 5
"""Statements of one message that are kept."""
LONGEST_CHARS = 200
SHORT_WORDS = 4
"""An answer to our question of no more words is kept together with the question."""
LONGEST_FACT_CHARS = 160
ALIKE = 0.75
"""Share of the content words that two statements have in common when they say the same of two values."""

_FIGURE = re.compile(r"\d")
_PLACE = re.compile(
    rf"\b(?:{any_of(lambda each: each.notations.places)})\s+\d+\w*",
    re.IGNORECASE,
)
"""Where something is written, which is no figure that answers."""


def items_of(turn: Turn, memory: Memory, topics: Sequence[Topic], language: Language) -> list[Item]:
    """New items of a turn, oldest first: what the user stated, or else a figure that settles what was asked.

    A declined or failed turn settles nothing; of one that broke off only what the user stated counts.
    """
    if turn.status in {"declined", "failed", "running"} or turn.outcome == "declined":
        return []
    before = [topic for topic in topics if topic.number < turn.number]
    asked_back = pending(before[-1].line) if before else ""
    made: list[Item] = []
    for statement in statements(turn.question, language, answers_us=bool(asked_back))[:MOST_STATEMENTS]:
        ground = Ground(memory.items_with(made), before, asked_back)
        for new, old in _said(statement, turn, ground, language):
            made = _taken_in(made, new, old)
    if not made:
        made = list(_fact(turn, language))
    held = {each.text.casefold() for each in memory.items} if made else set()
    return [item for item in made if item.supersedes_id is not None or item.text.casefold() not in held]


def _said(statement: str, turn: Turn, ground: Ground, language: Language) -> Iterator[tuple[Item, Item | None]]:
    """The items that a statement makes, each with the one that it is said in place of."""
    blank = Item("", turn.id, turn.number, "")
    correction = read_correction(statement, language)
    amended = corrected(correction, statement, ground, language) if correction else []
    if amended:
        for text, old in amended:
            yield replace(blank, text=shortened(text, LONGEST_CHARS), kind="correction"), old
        return
    if correction and _asks_anew(correction, turn, ground, language):
        return
    text = worded(statement, language)
    kind = kind_of(text, language)
    if ground.asked_back and len(words(text)) <= SHORT_WORDS:
        text = f"{ground.asked_back} {text}"
    yield replace(blank, text=shortened(text, LONGEST_CHARS), kind=kind), _restated(text, ground.items, language)


def _asks_anew(correction: Correction, turn: Turn, ground: Ground, language: Language) -> bool:
    """Whether a correction only says what the last question should have asked: `I meant QLoRA`.

    It was understood as that question, which its line tells; of the user or the world it states nothing.
    """
    if turn.kind != "clarification" or correction.old or not ground.topics:
        return False
    if ground.asked_back and not correction.marked:
        return False
    return not statements(asked_in(ground.topics[-1].line), language)


def _taken_in(made: Sequence[Item], new: Item, old: Item | None) -> list[Item]:
    """The turn's items with a new one: in the place of one of the same turn, or pointing to an older one."""
    if old is None:
        return [*made, new]
    if old in made:
        kind = "correction" if old.supersedes_id else old.kind
        return [replace(new, kind=kind, supersedes_id=old.supersedes_id) if each is old else each for each in made]
    return [*made, replace(new, kind="correction", supersedes_id=old.id)]


def _restated(text: str, items: Sequence[Item], language: Language) -> Item | None:
    """The item that says the same of another value: `our budget is 2500`, where it now is 3000."""
    own = values(text, language)
    said = frame(text, language, own) if own else frozenset()
    if not said:
        return None
    new_keys = keys(text, language)
    for item in reversed(items):
        held = kept(item.text, language)
        shared = len(said & held.frame)
        alike = shared / (len(said) + len(held.frame) - shared)
        if alike >= ALIKE and new_keys != held.keys and revalued(item.text, (text,), language):
            return item
    return None


def _fact(turn: Turn, language: Language) -> Iterator[Item]:
    """The first figure of an answer, with the question that it answers.

    What documents say of the world is to be found there again; it settles something where the user asked for their own
    case, or where no document said it. An answer about the conversation itself settles nothing.
    """
    if turn.status != "completed" or turn.outcome != "answered" or turn.route in {"recall", "last_answer"}:
        return
    # For a corrected question this is the corrected form: "I meant" speaks of nobody's own case.
    asked = asked_of(turn) if turn.kind == "clarification" else turn.question[:MOST_READ_CHARS]
    if turn.sources and not lexicon(language).speakers.intersection(words(asked)):
        return
    answer = strip_marks(turn.answer[: 10 * LONGEST_FACT_CHARS])
    if not _FIGURE.search(answer):
        return
    for start, end in islice(each_sentence(answer), 3):
        fact = " ".join(answer[start:end].split())
        if _FIGURE.search(_PLACE.sub("", fact)) and len(fact) <= LONGEST_FACT_CHARS and not fact.endswith("?"):
            asked = shortened(asked_of(turn), LONGEST_CHARS - len(fact) - 1)
            yield Item("", turn.id, turn.number, f"{asked} {fact}")
            return
