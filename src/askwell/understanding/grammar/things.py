"""Names of table rows that the last answers were about: the strongest antecedents of a question."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from askwell.languages import LANGUAGES, wording
from askwell.text.mentions import Mention
from askwell.text.words import content_stems
from askwell.types import Antecedent, Language
from askwell.understanding.grammar.context import Candidate, Context, Said
from askwell.understanding.grammar.cues import Reading
from askwell.understanding.grammar.edits import Edit

RECENT = 4
"""Turns in which several things named together are looked for."""
MOST = 5
"""Things that are spoken of together at most."""


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing by its name, its form in a question, and the turn that named it."""

    name: str
    text: str
    turn: int


@dataclass(frozen=True, slots=True)
class Things:
    """The things that a question may refer to; all are empty if no answer came from a table."""

    active: tuple[Thing, ...]
    """What the last turn was about."""
    group: tuple[Thing, ...]
    """The latest ones that one turn named together; at least two."""
    pair: tuple[Thing, ...]
    """Those, or else the last two that consecutive turns named."""
    known: tuple[Thing, ...]
    """All of them, the latest first."""

    @property
    def one(self) -> Thing | None:
        """What `it` means; of several the first, which answers put foremost."""
        return self.active[0] if self.active else None

    @property
    def several(self) -> tuple[Thing, ...]:
        """What `they` means."""
        within = {thing.name for thing in self.group}
        together = self.active and {thing.name for thing in self.active} <= within
        return self.group if together else self.active


def things_of(context: Context) -> Things:
    """The things of a conversation."""
    turns = context.turns
    names = list(dict.fromkeys(name for turn in reversed(turns) for name in (*turn.things, *turn.among)))
    if not names:
        return Things((), (), (), ())
    article = _article(turns, names)
    named: dict[str, Thing] = {}
    for turn in turns:
        for name in (*turn.among, *turn.things):
            named[name] = Thing(name, article + name, turn.number)
    active: Iterable[str] = _about(turns[-1], names)
    group = next((found for turn in reversed(turns[-RECENT:]) if len(found := _together(turn, names)) > 1), ())
    singles = dict.fromkeys(turn.things[0] for turn in reversed(turns[-RECENT:]) if len(turn.things) == 1)
    pair = group or tuple(reversed(list(singles)[:2]))
    parts = [tuple(named[name] for name in each)[:MOST] for each in (active, group, pair if len(pair) > 1 else ())]
    return Things(parts[0], parts[1], parts[2], tuple(named[name] for name in names))


def _about(turn: Said, names: Sequence[str]) -> tuple[str, ...]:
    return turn.things or tuple(dict.fromkeys(name for _, _, name in named_in(turn.question, names)))


def _together(turn: Said, names: Sequence[str]) -> tuple[str, ...]:
    if len(turn.among) > 1 or len(turn.things) > 1:
        return turn.among if len(turn.among) > 1 else turn.things
    return tuple(dict.fromkeys(name for _, _, name in named_in(turn.question, names)))


def named_in(text: str, names: Iterable[str]) -> list[tuple[int, int, str]]:
    """Where names stand in a text, in its order: whole words, longer names before shorter ones."""
    found: list[tuple[int, int, str]] = []
    for name in sorted(names, key=len, reverse=True):
        for match in re.finditer(rf"(?<!\w){re.escape(name)}(?![\w+])", text, re.IGNORECASE):
            if not any(match.start() < end and start < match.end() for start, end, _ in found):
                found.append((match.start(), match.end(), name))
    return sorted(found)


def _article(turns: Sequence[Said], names: Sequence[str]) -> str:
    """The article that things take once one of them was asked about with it, or where they are named like models."""
    article = _article_of(turns[-1].reading.language)
    words = {word.lower() for name in names for word in name.split()}
    said = (m for turn in turns for m in turn.reading.simple if m.name and m.determiner == "definite")
    models = any(any(char.isdigit() for char in name) and name[:1].isalpha() and " " in name for name in names)
    return article if models or any(m.core.split()[0].lower() in words for m in said) else ""


def joined(things: Sequence[Thing], word: str) -> str:
    """Things in a row, the last after a word: `A, B and C`."""
    texts = [thing.text for thing in things]
    return f"{', '.join(texts[:-1])} {word} {texts[-1]}" if len(texts) > 1 else "".join(texts)


def as_candidate(things: Sequence[Thing], word: str, language: Language) -> Candidate:
    """Things as one referent, for expressions that leave out whose they are."""
    text = joined(things, word)
    core = text.removeprefix(_article_of(language) or " ")
    stems = frozenset(content_stems(text, language))
    several = len(things) > 1
    mention = Mention(
        text=text, core=core, start=0, end=len(text), head=core.split()[-1].lower(), stems=stems,
        determiner="definite" if core != text else None, plural=several, name=True, person=False, subject=True,
        preposition="", complement="", joined=several, words=len(core.split()), proper=True,
    )  # fmt: skip
    return Candidate(mention, stems, things[0].turn, defaultdict(float))


def names_of(things: Sequence[Thing]) -> list[str]:
    """Their names."""
    return [thing.name for thing in things]


def words_of(name: str) -> list[str]:
    """The words of a name, in lower case."""
    return re.findall(r"[^\W_]+(?:[-.&][^\W_]+)*\+?", name.lower())


def edit_for(question: Reading, start: int, end: int, things: Sequence[Thing], reason: str) -> Edit:
    """Things, joined, in the place of an expression."""
    text = joined(things, question.lexicon.joiners[0])
    return Edit(start, end, text, Antecedent(question.text[start:end], text, things[0].turn), reason)


def _article_of(language: Language) -> str:
    """The article of things that were said with one; empty where gender decides it."""
    return wording(language).rewriting.named_the if language in LANGUAGES else ""
