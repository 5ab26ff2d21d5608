"""Which earlier statement a correction is about, and how it reads afterwards."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from askwell.rules.amend import amended, name_runs, revalued, takes_off
from askwell.rules.corrections import Correction
from askwell.rules.values import Kept, frame, kept, keys, values
from askwell.text.exchanges import answer_in
from askwell.text.match import near
from askwell.types import Item, Language, Topic

LEAST_SHARE = 0.5
"""Share of what is denied that an item must hold to be what it is denied of."""
MOST_SUPERSEDED = 5
RECENT = 12
"""Latest items among which a correction that does not say what it denies looks for it."""

_NUMBERS = re.compile(r"[\d.]+|^\D+$")


@dataclass(frozen=True, slots=True)
class Ground:
    """What a correction can be about."""

    items: Sequence[Item]
    """In force, oldest first."""
    topics: Sequence[Topic]
    """Latest entries of the line, oldest first."""
    asked_back: str = ""
    """Our question that waits for an answer; empty for none."""


def corrected(
    correction: Correction, sentence: str, ground: Ground, language: Language
) -> list[tuple[str, Item | None]]:
    """What holds after a correction, each with the item that it is said in place of (None: nothing kept said it).

    Empty where nothing said before is contradicted, so that the sentence is a statement like any other.
    """
    if not correction.old:
        return _disagreed(correction, sentence, ground, language)
    for old in correction.old:
        if found := _held(old, sentence, ground.items, language):
            return _denied(correction, old, sentence, found, language)
    if not correction.clauses:
        return []
    for old in correction.old:
        denied = keys(old, language)
        if any(_share(denied, kept(topic.line, language).keys) == 1 for topic in ground.topics):
            return [(_without(correction.said, old, language), None)]
    return []


def denied_in(correction: Correction) -> str:
    """What a correction takes back, in its likeliest reading; empty where it does not say."""
    return correction.old[0] if correction.old and correction.clauses else ""


def _denied(
    correction: Correction, old: str, sentence: str, found: Sequence[Item], language: Language
) -> list[tuple[str, Item | None]]:
    """The items that hold what is denied, each as it reads now."""
    said = _without(correction.said, old, language)
    texts: list[tuple[str, Item | None]] = []
    for item in found:
        if correction.clauses:
            new = keys(correction.clauses[0], language) - keys(old, language)
            is_there = bool(new) and new <= kept(item.text, language).keys
            text = (takes_off(item.text, old, language) if is_there else "") or amended(
                item.text, old, correction.clauses, language
            )
            texts.append((text or said, item))
        elif correction.sure or correction.marked or correction.opened:
            texts.append((takes_off(item.text, old, language) or sentence, item))
    return texts


def _held(old: str, sentence: str, items: Sequence[Item], language: Language) -> list[Item]:
    """The items that say what is denied: the one that fits best, and others that say it of the same."""
    denied = keys(old, language)
    counted = {value.key for value in values(old, language)}
    named = [keys(name, language) for name in name_runs(old)]
    rest = keys(sentence, language) - denied
    rated: list[tuple[float, int, int, Item]] = []
    for at, item in enumerate(items):
        held_value = kept(item.text, language)
        share = _share(denied, held_value.keys)
        if share < LEAST_SHARE or not _says(counted, named, held_value):
            continue
        rated.append((share, len(rest & held_value.keys), at, item))
    if not rated:
        return []
    share, _, _, best = max(rated, key=lambda each: each[:3])
    about = (kept(best.text, language).keys | rest) - denied
    others = [
        item
        for of_it, _, _, item in rated
        if item is not best and of_it == share and about & (kept(item.text, language).keys - denied)
    ]
    return [best, *others[-MOST_SUPERSEDED + 1 :]]


def _says(counted: set[str], named: Sequence[frozenset[str]], held: Kept) -> bool:
    """Whether an item has one of the values and one of the names of what is denied, where there are such."""
    if counted:
        own = {number for value in held.values for number in _NUMBERS.findall(value.key)}
        if not any(not own.isdisjoint(_NUMBERS.findall(key)) for key in counted):
            return False
    return not named or any(name & held.keys for name in named)


def _share(denied: frozenset[str], held: frozenset[str]) -> float:
    return sum(key in held or near(key, held) for key in denied) / len(denied) if denied else 0.0


def _disagreed(
    correction: Correction, sentence: str, ground: Ground, language: Language
) -> list[tuple[str, Item | None]]:
    """A correction that does not say what it denies: something else of the same kind was said just before."""
    if planned := _planned(correction, sentence, ground, language):
        return planned
    said = frame(correction.said, language)
    own = values(correction.said, language)
    for item in reversed(ground.items[-RECENT:]):
        if said.isdisjoint(kept(item.text, language).frame):
            continue
        if text := revalued(item.text, correction.clauses, language):
            return [(_rest(text, correction, item, language), item)]
        if _names_differ(correction.said, item.text, language):
            return [(correction.said, item)]
    if not ground.items or not ground.topics or (ground.asked_back and not correction.marked):
        return []
    last = ground.items[-1]
    kinds = {value.kind for value in values(last.text, language)} & {value.kind for value in own}
    if last.number == ground.topics[-1].number and kinds:
        return [(revalued(last.text, correction.clauses, language) or correction.said, last)]
    return []


def _planned(
    correction: Correction, sentence: str, ground: Ground, language: Language
) -> list[tuple[str, Item | None]]:
    """The plan in our last answer as it reads now, in the place of the items that say its value too."""
    if not ground.topics:
        return []
    plan = answer_in(ground.topics[-1].line).rstrip(" ?")
    text = revalued(plan, correction.clauses, language)
    if not text or keys(text, language) == keys(plan, language):
        return []
    kinds = {value.kind for value in values(correction.said, language)}
    for value in values(plan, language):
        if value.kind not in kinds:
            continue
        old = plan[value.start : value.end]
        if found := _held(old, sentence, ground.items, language):
            return [(amended(item.text, old, correction.clauses, language) or correction.said, item) for item in found]
    return [(f"{text}.", None)] if frame(plan, language) & frame(correction.said, language) or ground.asked_back else []


def _rest(text: str, correction: Correction, item: Item, language: Language) -> str:
    """The sentence itself where it says more than the amended statement and nothing that was taken back."""
    more = keys(correction.said, language) - keys(text, language)
    taken_back = {value.key for value in values(item.text, language)}
    still = {value.key for value in values(correction.said, language)} & taken_back
    return correction.said if more and not still else text


def _names_differ(said: str, held: str, language: Language) -> bool:
    """Whether both give a name, and not the same one."""
    new, old = name_runs(said[:1].lower() + said[1:]), name_runs(held[:1].lower() + held[1:])
    return bool(new and old) and not keys(" ".join(new), language) & keys(" ".join(old), language)


def _without(said: str, old: str, language: Language) -> str:
    """The statement without the clauses that speak of what was taken back, as long as others are left."""
    denied = keys(old, language)
    clauses = said.rstrip(".").split(", ")
    kept = [clause for clause in clauses if not denied <= keys(clause, language)]
    text = ", ".join(kept or clauses)
    return f"{text[:1].upper()}{text[1:]}."
