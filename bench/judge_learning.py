"""Learning the judge of turns: what is learnt from labelled turns, and what it gives on authors that were left out."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from askwell.composition.models import make_judge_embedder
from askwell.rules.turn_chances import AnswerSigns, answer_signs
from askwell.rules.turn_claims import claims
from askwell.rules.turn_judge import judge
from askwell.rules.turn_meaning import Meaning, read_meaning
from askwell.rules.turn_topics import answered
from askwell.rules.turn_weights import Weights
from askwell.settings import load_settings
from askwell.text.same_question import Evidence, evidence
from askwell.types import JudgedTurn, TurnVerdict
from bench.judge_mutations import made_wrong
from bench.judged_turns import LabelledTurn
from bench.support_learning import fit

FLUENT = "wrongly_resolved_fluent"
UNFAITHFUL = frozenset({"wrong_fact", "wrong_invented", "wrong_contradicts_earlier"})
UNLEARNT = frozenset({"fifth_held"})
"""Files whose turns are only measured."""
OF_MEANING = frozenset({"alike", "typed_expected", "typed_resolved", "answer_expected"})
"""Signs of vectors."""
AGAINST = frozenset((
    "other_words", "other_form", "opposite", "typed_expected", "typed_resolved", "number", "date", "name", "negation",
    "invented", "clash", "elsewhere", "unrelated", "yes", "no", "no_value", "missing", "other_number", "other_value",
    "refused", "other_language", "repeats",
))  # fmt: skip
"""Signs that can only speak against a turn; all others can only speak for it."""
_RIDGE = 10.0
_FIRST_COUNTS = 0.5
"""Weight of a reading of the first author, whose expected questions are mostly the words of the resolved ones."""
_MUTATED_COUNT = 1.0
"""Weight of all mutated answers together, of that of the labelled wrong ones."""


@dataclass(frozen=True, slots=True)
class Example:
    """A labelled turn as the judge learns from it."""

    labelled: LabelledTurn
    meaning: Meaning | None
    reading: Evidence | None
    """None without an expected question."""
    answer: AnswerSigns
    mutated: tuple[AnswerSigns, ...] = ()
    """Of answers that do not answer any more; none for a wrong turn."""


def author_of(file: str) -> str:
    """The author of a file of `judged`."""
    return file.split("_", maxsplit=1)[0] if "_" in file else "first"


def examples(turns: Sequence[LabelledTurn], *, with_meaning: bool) -> list[Example]:
    """The turns with their signs."""
    meanings = _meanings([each.turn for each in turns]) if with_meaning else [None] * len(turns)
    learnt = [each for each in turns if each.file not in UNLEARNT and each.is_right]
    return [_example(each, meaning, learnt) for each, meaning in zip(turns, meanings, strict=True)]


def learn(found: Iterable[Example], *, with_meaning: bool) -> Weights:
    """The weights that these turns give; those that are only measured are left out."""
    known = [each for each in found if each.labelled.file not in UNLEARNT]
    read = [each for each in known if each.reading is not None]
    kinds = [each.labelled.kind for each in read]
    counts = [_FIRST_COUNTS if author_of(each.labelled.file) == "first" else 1.0 for each in read]
    understood = _fit([each.reading for each in read if each.reading], [kind != FLUENT for kind in kinds], counts)
    met = [each for each in known if each.labelled.kind != FLUENT]
    right = [each for each in met if each.labelled.is_right]
    unfaithful = [each for each in met if each.labelled.kind in UNFAITHFUL]
    other = [each for each in met if not each.labelled.is_right and each.labelled.kind not in UNFAITHFUL]
    mutated = [signs for each in right for signs in each.mutated]
    faithful = _fit([each.answer for each in (*right, *unfaithful)], [True] * len(right) + [False] * len(unfaithful))
    share = _MUTATED_COUNT * len(other) / max(1, len(mutated))
    answers = _fit(
        [*[each.answer for each in (*right, *other)], *mutated],
        [True] * len(right) + [False] * (len(other) + len(mutated)),
        [1.0] * (len(right) + len(other)) + [share] * len(mutated),
    )
    return Weights(understood if with_meaning else _of_words(understood), faithful, answers)


def left_out(found: Sequence[Example], *, with_meaning: bool) -> list[TurnVerdict]:
    """The verdict of each turn, by weights that were learnt without its author."""
    authors = [author_of(each.labelled.file) for each in found]
    weights = {
        author: learn(
            [each for each, own in zip(found, authors, strict=True) if own != author], with_meaning=with_meaning
        )
        for author in dict.fromkeys(authors)
    }
    return [
        judge(each.labelled.turn, meaning=each.meaning, weights=weights[author])
        for each, author in zip(found, authors, strict=True)
    ]


def _example(each: LabelledTurn, meaning: Meaning | None, right: Sequence[LabelledTurn]) -> Example:
    turn = each.turn
    mutated: tuple[AnswerSigns, ...] = ()
    if each.is_right and each.file not in UNLEARNT:
        others = [other.turn for other in right if other.turn.language == turn.language and other.turn.sources]
        mutated = tuple(_signs(made) for _, made in made_wrong(turn, others))
    return Example(each, meaning, _reading(turn, meaning), _signs(turn), mutated)


def _signs(turn: JudgedTurn) -> AnswerSigns:
    return answer_signs(turn, claims(turn))


def _reading(turn: JudgedTurn, meaning: Meaning | None) -> Evidence | None:
    if not turn.expected_questions:
        return None
    expected = turn.expected_questions[0]
    return evidence(
        expected,
        turn.resolved or "",
        turn.question,
        turn.language,
        answer=turn.answer,
        answered=answered(turn, expected),
        likeness=meaning.likeness(0) if meaning else None,
    )


def _meanings(turns: Sequence[JudgedTurn]) -> list[Meaning | None]:
    embedder = make_judge_embedder(load_settings().settings)
    if embedder is None:
        return [None] * len(turns)

    async def read() -> list[Meaning | None]:
        return [await read_meaning(turn, embedder) for turn in turns]

    return asyncio.run(read())


def _fit(
    rows: Sequence[Evidence] | Sequence[AnswerSigns], right: Sequence[bool], counts: Sequence[float] = ()
) -> dict[str, float]:
    """Weights of signs that can only speak for a turn or only against it; both labels count the same."""
    names = rows[0]._fields
    turned = np.array([-1.0 if name in AGAINST else 1.0 for name in names])
    is_right = np.array(right)
    own = np.array(counts) if counts else np.ones(len(rows))
    share = {label: own[is_right == label].sum() * 2 / len(rows) for label in (True, False)}
    weighted: NDArray[np.float64] = own / np.where(is_right, share[True], share[False])
    found = fit(np.array(rows) * turned, is_right.astype(np.float64), weighted, ridge=_RIDGE) * np.append(turned, 1.0)
    return {name: round(float(value), 2) for name, value in zip((*names, "constant"), found, strict=True)}


def _of_words(table: Mapping[str, float]) -> dict[str, float]:
    return {name: value for name, value in table.items() if name not in OF_MEANING}
