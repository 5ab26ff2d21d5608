"""Everyday follow-ups in dialogues of our own: is each wording right, or a complete question rightly left alone?

Reads the part `test` of `dialogues/*.jsonl`, which no model has learnt from. A turn is right if

- it is complete, and stays as typed: no other wording, no search terms; or
- it is incomplete, and its wording has the content words of one of its complete rewrites: F1 of at least `ENOUGH`; or
- it is incomplete and stays as typed, and the question with its search terms does; or
- it is about the last answer ("shorter please"), which no wording completes, and stays as typed.

Rows by language, and by form in each language; `worded` is the share of right wordings among the new wordings that are
shown, `exact` the share of incomplete turns with exactly the content words of one of its complete rewrites, `as_typed`
the share of turns that stay as typed. The system `second person` has wordings of other authors for a
part of the turns (`dialogues/second.jsonl`), judged in the same way: what people reach who agree with each other. The
set `same turns` are those of askwell for that part. The sets `held` are of the part `held`, of three authors: nothing
learns from it, no test holds it, and nobody looks at its failures. The sets `asked` are conversations of three other
authors with askwell (`dialogues/asked.jsonl`), of which nothing learns either; those about manuals need `--data DIR`.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from askwell.types import Kind, Language, Resolution
from askwell.understanding.texts import content_words
from bench.asked import conversations, later_turns
from bench.bootstrap import measured
from bench.cast import Sample
from bench.options import Options
from bench.report import Report, Row
from bench.resolvers import play
from bench.scores import Counts
from bench.typed import FOLDER, dialogues, follow_ups

LANGUAGES: tuple[Language, ...] = ("en", "nl", "it")
METRICS = ("right", "complete", "incomplete", "exact", "worded", "as_typed")

ENOUGH = 0.8
"""F1 of the content words with a person's wording from which a wording counts as right: one word of five may differ."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A turn with what was made of it."""

    sample: Sample
    form: str
    is_complete: bool
    resolution: Resolution
    is_right: bool
    is_exact: bool
    """Whether it is incomplete and gets exactly the words of a person's wording."""


def run(options: Options) -> Report:
    """Rows of each language and its forms, and of all."""
    found = {language: judge(language, options.resolver, options.limit) for language in LANGUAGES}
    rows: list[Row] = [_row("all", [one for each in found.values() for one in each])]
    for language, judged in found.items():
        rows.append(_row(language, judged))
        forms = sorted({one.form for one in judged})
        rows += [_row(f"{language} {form}", [one for one in judged if one.form == form]) for form in forms]
    held = {language: judge(language, options.resolver, options.limit, "held") for language in LANGUAGES}
    rows.append(_row("held", [one for each in held.values() for one in each]))
    rows += [_row(f"{language} held", judged) for language, judged in held.items()]
    asked = {language: judge_asked(language, options) for language in LANGUAGES}
    rows.append(_row("asked", [one for each in asked.values() for one in each]))
    rows += [_row(f"{language} asked", judged) for language, judged in asked.items()]
    people = {language: judge_people(language) for language in LANGUAGES}
    by_people = {one.sample.id for judged in people.values() for one in judged}
    same = [one for judged in found.values() for one in judged if one.sample.id in by_people]
    rows.append(_row("same turns", same))
    for name, judged in {"same turns": [one for each in people.values() for one in each], **people}.items():
        rows.append({**_row(name, judged), "system": "second person"})
    named = [row for row in rows if not options.set or row["set"] == options.set]
    return Report("everyday", METRICS, tuple(named), (f"{ENOUGH} or more of a person's content words count as right.",))


def judge(language: Language, resolver: str = "rules", limit: int | None = None, part: str = "test") -> list[Judged]:
    """All turns after the first of the dialogues of a language and part, resolved and judged."""
    turns = _turns(dialogues(language, part))
    resolved = play(follow_ups(language, part)[:limit], resolver, language=language)
    return [_judged(each.sample, each.resolution, turns[each.sample.id], language) for each in resolved]


def judge_asked(language: Language, options: Options) -> list[Judged]:
    """All turns after the first of the held conversations with askwell in a language, resolved and judged."""
    turns = _turns(conversations("held"))
    resolved = play(later_turns(language, "held", options.data)[: options.limit], options.resolver, language=language)
    return [_judged(each.sample, each.resolution, turns[each.sample.id], language) for each in resolved]


def judge_people(language: Language) -> list[Judged]:
    """The turns that a second author has worded, judged."""
    turns = _turns(dialogues(language, "test"))
    asked = {sample.id: sample for sample in follow_ups(language, "test")}
    judged = []
    for line in (FOLDER / "second.jsonl").read_text(encoding="utf-8").splitlines():
        said = json.loads(line)
        if sample := asked.get(said["id"]):
            kind: Kind = "standalone" if said["complete"] else "follow_up"
            made = Resolution(kind, sample.utterance if said["complete"] else said["wording"])
            judged.append(_judged(sample, made, turns[sample.id], language))
    return judged


def _turns(found: Iterable[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    return {
        f"{dialogue['id']}_{number}": turn for dialogue in found for number, turn in enumerate(dialogue["turns"], 1)
    }


def _judged(sample: Sample, made: Resolution, turn: Mapping[str, Any], language: Language) -> Judged:
    asked = sample.utterance
    is_complete = not turn["needs_context"]
    likeness = 0.0
    if is_complete:
        is_right = made.question == asked and not made.terms
    elif not turn["rewrites"]:
        is_right = made.question == asked
    else:
        searched = content_words(made.searched, language)
        likeness = max(_f1(searched, content_words(each, language)) for each in turn["rewrites"])
        is_right = likeness >= ENOUGH
    return Judged(sample, turn.get("form", ""), is_complete, made, is_right, likeness == 1.0)


def _f1(found: frozenset[str], right: frozenset[str]) -> float:
    return 2 * len(found & right) / (len(found) + len(right)) if found or right else 1.0


def _row(name: str, judged: Sequence[Judged]) -> Row:
    counts = np.array([_count(one) for one in judged])
    return {
        "system": "askwell",
        "set": name,
        "n": len(judged),
        **measured(counts, [one.sample.conversation for one in judged], _measure),
    }


def _count(one: Judged) -> Counts:
    """Turn 1, right, complete and right, complete, incomplete and right, exact, worded and right, worded."""
    is_worded = one.resolution.question != one.sample.utterance
    return np.array(
        [
            1,
            one.is_right,
            one.is_right and one.is_complete,
            one.is_complete,
            one.is_right and not one.is_complete,
            one.is_exact,
            one.is_right and is_worded,
            is_worded,
        ],
        dtype=np.float64,
    )


def _measure(sums: Counts) -> dict[str, float]:
    turns, right, right_complete, complete, right_incomplete, exact, right_worded, worded = map(float, sums)
    return {
        "right": right / max(turns, 1),
        "complete": right_complete / max(complete, 1),
        "incomplete": right_incomplete / max(turns - complete, 1),
        "exact": exact / max(turns - complete, 1),
        "worded": right_worded / max(worded, 1),
        "as_typed": 1 - worded / max(turns, 1),
    }
