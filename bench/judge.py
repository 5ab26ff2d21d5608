"""How well the judges of turns agree with people: `python -m bench judge --data DIR [--judge rules|llm]`.

The set `rated` has the answers that people rated, `rated, by models` those of them that are not the reference answer.
Each figure is a rank correlation with the mean rating: of the judge's factual accuracy with faithfulness, of its
composite with appropriateness, of its completeness with completeness. The judge's support of claims has weights that
were learnt without the conversation of the answer, in 8 folds. `reference-...` are the shares of words that answer and
reference have in common, `support` is the mean support of the claims alone.

The sets `turns ...` are the turns of `judged/*.jsonl`. `accuracy` is the share whose label the judge meets, with 70 to
pass; `right` and `wrong` are the same of one label; `fluent_caught` is the share of fluent, wrongly resolved turns that
fail; `earlier_unfaithful` counts right turns that rest on earlier ones and that the judge finds unfaithful. The sets
`others' turns ...` are the same turns, judged by weights that were learnt without their author, with vectors and by
words alone; these are the figures for strangers.

The set `questions` has pairs of wordings of our own dialogues (`question_pairs`): `accuracy`, with weights that were
learnt without the conversation, and `right` and `wrong` of pairs that ask the same and that do not.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from statistics import mean
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from askwell.composition.judges import turn_judge
from askwell.composition.models import make_judge_embedder, make_model
from askwell.evals.run import passes
from askwell.evals.scores import composite
from askwell.rules.turn_claims import claims
from askwell.rules.turn_judge import judge
from askwell.settings import load_settings
from askwell.text.same_question import SAME
from askwell.text.support.reading import read, read_passage, read_question
from askwell.text.support.score import Measured, Table, measured, signs
from askwell.types import JudgedTurn, Language, Passage, TurnVerdict
from bench.bootstrap import resampled
from bench.grounding_data import claims as written_claims
from bench.grounding_data import rated_answers
from bench.judge_learning import FLUENT, author_of, examples
from bench.judge_learning import left_out as author_left_out
from bench.judged_turns import RATINGS, LabelledTurn, RatedTurn, labelled_turns, rated_turns
from bench.options import Options
from bench.question_pairs import left_out, pairs
from bench.ranked import Numbers, spearman
from bench.report import Report, Row
from bench.support_learning import FOLDS, learn, read_data

CORRELATIONS = tuple(f"{name}_spearman" for name in RATINGS)
SHARES = ("accuracy", "right", "wrong", "fluent_caught", "earlier_unfaithful")
EARLIER = "right_from_earlier_turn"
_WORD = re.compile(r"[a-z0-9]+")

Scored = Mapping[str, Numbers]
"""Rating to the score of each answer that is compared with it."""


def run(options: Options) -> Report:
    """Rows of rated answers, of labelled turns, and of pairs of questions."""
    rows: list[Row] = []
    if options.set in {"", "rated"}:
        rows += _rated_rows(options)
    if options.set in {"", "turns"}:
        rows += _turn_rows(labelled_turns(), options)
    if options.set in {"", "questions"}:
        rows.append(_question_row())
    return Report("judge", (*CORRELATIONS, *SHARES), tuple(rows))


def _rated_rows(options: Options) -> list[Row]:
    rated = rated_turns(options.data)
    verdicts = _left_out(options, rated) if options.judge == "rules" else _by_model(options, [r.turn for r in rated])
    overlaps = [_overlap(each.turn.answer, each.reference) for each in rated]
    support = [mean([claim.measured.score for claim in claims(each.turn)] or [0.0]) for each in rated]
    systems: dict[str, Scored] = {"askwell": _scored(verdicts), "support": dict.fromkeys(RATINGS, np.array(support))}
    for name in ("F1", "recall", "precision"):
        systems[f"reference-{name}"] = dict.fromkeys(RATINGS, np.array([each[name] for each in overlaps]))
    by_models = np.array([not each.is_reference for each in rated])
    rows: list[Row] = []
    for chosen, kept in (("rated", np.ones(len(rated), dtype=np.bool_)), ("rated, by models", by_models)):
        for system, scored in systems.items():
            row = _rated_row(system, (scored, systems["askwell"]), rated, np.flatnonzero(kept))
            rows.append({"set": chosen, **row} | ({"judge": options.judge} if system == "askwell" else {}))
    return rows


def _scored(verdicts: Sequence[TurnVerdict]) -> Scored:
    return {
        "faithfulness": np.array([each.factual_accuracy for each in verdicts]),
        "appropriateness": np.array([composite(each) for each in verdicts]),
        "completeness": np.array([each.completeness for each in verdicts]),
    }


def _rated_row(
    system: str,
    scores: tuple[Scored, Scored],
    rated: Sequence[RatedTurn],
    kept: NDArray[np.int64],
) -> Row:
    wanted = {name: np.array([each.ratings[name] for each in rated])[kept] for name in RATINGS}
    conversations = [rated[int(at)].conversation for at in kept]

    def figures(scored: Scored, at: NDArray[np.int64]) -> dict[str, float]:
        return {f"{name}_spearman": spearman(scored[name][kept][at], wanted[name][at]) for name in RATINGS}

    own, ours = scores
    found = figures(own, np.arange(len(kept)))
    row: dict[str, object] = {"system": system, "n": len(kept)}
    row |= {name: round(value, 4) for name, value in found.items()}
    row["interval"] = _interval(lambda at: figures(own, at), conversations)
    if system == "askwell":
        return row
    row["difference"] = _interval(
        lambda at: {name: figures(ours, at)[name] - value for name, value in figures(own, at).items()}, conversations
    )
    return row


def _interval(
    figures: Callable[[NDArray[np.int64]], dict[str, float]], conversations: Sequence[str]
) -> dict[str, tuple[float, float]]:
    """The 95 % interval over drawn conversations."""
    drawn = [figures(at) for at in resampled(conversations)]
    low_high = {name: np.nanquantile([each[name] for each in drawn], [0.025, 0.975]) for name in drawn[0]}
    return {name: (round(float(low), 4), round(float(high), 4)) for name, (low, high) in low_high.items()}


def _left_out(options: Options, rated: Sequence[RatedTurn]) -> list[TurnVerdict]:
    """The verdicts of rules, with weights of support that were learnt from the other folds."""
    answers = rated_answers(options.data)
    data = read_data(answers, written_claims(options.data, answers))
    verdicts: dict[int, TurnVerdict] = {}
    for fold in range(FOLDS):
        tables = learn(data, data.answer_folds != fold, data.claim_folds != fold)
        for at in np.flatnonzero(data.answer_folds == fold):
            verdicts[int(at)] = judge(rated[int(at)].turn, _measuring(tables))
    return [verdicts[at] for at in range(len(rated))]


def _measuring(tables: Mapping[str, Table]) -> Callable[[str, Language, Sequence[Passage], str], Measured]:
    def measuring(text: str, language: Language, passages: Sequence[Passage], asked: str) -> Measured:
        if not passages:
            return Measured(0.0, 0.0, "words")
        held = [read_passage(each) for each in passages]
        return measured(*signs(read(text, language), held, read_question(asked, language)), tables)

    return measuring


def _by_model(options: Options, turns: Sequence[JudgedTurn]) -> list[TurnVerdict]:
    """The verdicts of the judge that the options name, with the model of the settings."""
    settings = load_settings().settings
    by: Literal["llm", "rules"] = "llm" if options.judge == "llm" else "rules"
    chosen = turn_judge(by, make_model(settings), embedder=make_judge_embedder(settings))

    async def scored() -> list[TurnVerdict]:
        return [await chosen.score_turn(turn) for turn in turns]

    return asyncio.run(scored())


def _overlap(answer: str, reference: str) -> dict[str, float]:
    ours, theirs = (Counter(_WORD.findall(text.lower())) for text in (answer, reference))
    common = (ours & theirs).total()
    precision, recall = common / max(1, ours.total()), common / max(1, theirs.total())
    return {"F1": 2 * precision * recall / (precision + recall or 1.0), "recall": recall, "precision": precision}


def _turn_rows(labelled: Sequence[LabelledTurn], options: Options) -> list[Row]:
    verdicts = _by_model(options, [each.turn for each in labelled])
    rows = _turn_sets(labelled, verdicts, "turns", options.judge)
    if options.judge == "rules":
        for name, with_meaning in (("others' turns", True), ("others' turns, by words", False)):
            made = examples(labelled, with_meaning=with_meaning)
            rows += _turn_sets(labelled, author_left_out(made, with_meaning=with_meaning), name, options.judge)
    return rows


def _turn_sets(labelled: Sequence[LabelledTurn], verdicts: Sequence[TurnVerdict], first: str, by: str) -> list[Row]:
    """Rows of all turns, each file, author, kind and language."""
    judged = list(zip(labelled, verdicts, strict=True))
    names = sorted({each.file for each in labelled})
    sets = [(first, judged)]
    sets += [(f"{first} {name}", [each for each in judged if each[0].file == name]) for name in names]
    for key in ("author", "kind", "language"):
        values = sorted({_value(each, key) for each in labelled})
        sets += [(f"{first} {value}", [each for each in judged if _value(each[0], key) == value]) for value in values]
    return [_turn_row(name, held, by) for name, held in sets if held]


def _value(each: LabelledTurn, key: str) -> str:
    if key == "author":
        return f"author {author_of(each.file)}"
    return each.kind if key == "kind" else each.turn.language


def _turn_row(name: str, judged: Sequence[tuple[LabelledTurn, TurnVerdict]], by: str) -> Row:
    met = np.array([passes(verdict) == each.is_right for each, verdict in judged])
    right = np.array([each.is_right for each, _ in judged])
    fluent = np.array([each.kind == FLUENT for each, _ in judged])
    earlier = [verdict for each, verdict in judged if each.kind == EARLIER]
    row: dict[str, object] = {"system": "askwell", "judge": by, "set": name, "n": len(judged)}
    for metric, kept in (
        ("accuracy", np.ones(len(judged), dtype=np.bool_)),
        ("right", right),
        ("wrong", ~right),
        ("fluent_caught", fluent),
    ):
        if kept.any():
            row[metric] = round(float(met[kept].mean()), 4)
    if earlier:
        row["earlier_unfaithful"] = sum(bool(verdict.faults) or verdict.factual_accuracy < 3 for verdict in earlier)
    return row


def _question_row() -> Row:
    found = pairs()
    same = np.array([each.kind == "same" for each in found])
    is_same = left_out(found) >= SAME
    right, wrong = float(is_same[same].mean()), float((~is_same[~same]).mean())
    return {
        "system": "askwell",
        "model": "left out",
        "set": "questions",
        "n": len(found),
        "accuracy": round((right + wrong) / 2, 4),
        "right": round(right, 4),
        "wrong": round(wrong, 4),
    }
