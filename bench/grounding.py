"""How well the score of support follows people: `python -m bench grounding --data DIR`.

The set `rated` has the answers that people rated. `spearman` is the rank correlation of the mean support of an answer's
statements with the mean rating of its faithfulness, `auroc` the area under the curve for answers with a median below
3. `askwell (left out)` has weights that were learnt without the conversation of the answer, `askwell` the weights as
they are installed; `overlap` is the share of an answer's words that occur in its passages.

The other sets have statements: `rated` of answers that all raters gave 4, `quoted` sentences of passages, both without
and with one number, date, negation or entity changed. `caught` is the share of changed ones below the value that 3 % of
the right ones are below, `alarms` and `marked` the shares of right and of changed ones that are marked as unsupported.
`caught_moved` has a name of the same passages in the place of another. `reference` has statements that people wrote and
nobody rated; some of them are not supported.
"""

import re
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from askwell.text.support import SUPPORTED
from askwell.text.support.score import weights
from bench.bootstrap import resampled
from bench.grounding_data import Rated, claims, rated_answers
from bench.mutations import CLAIM_KINDS
from bench.options import Options
from bench.ranked import Numbers, area, spearman
from bench.report import Report, Row
from bench.support_learning import FOLDS, Data, learn, read_data, scores

METRICS = ("spearman", "auroc", "caught", "alarms", "marked", *(f"caught_{kind}" for kind in (*CLAIM_KINDS, "moved")))
ALARMS = 0.03
_WORD = re.compile(r"[a-z0-9]+")
_LEFT_OUT = "left out"


def run(options: Options) -> Report:
    """Rows of the rated answers, and of the statements of each set."""
    rated = rated_answers(options.data)
    data = read_data(rated, claims(options.data, rated))
    answer_scores = {_LEFT_OUT: np.zeros(len(rated)), "": _answer_scores(data, weights())}
    checked = {_LEFT_OUT: np.zeros(len(data.kinds)), "": _checked(data, weights())}
    for fold in range(FOLDS):
        tables = learn(data, data.answer_folds != fold, data.claim_folds != fold)
        own, own_claims = data.answer_folds == fold, data.claim_folds == fold
        answer_scores[_LEFT_OUT][own] = _answer_scores(data, tables)[own]
        checked[_LEFT_OUT][own_claims] = _checked(data, tables)[own_claims]
    systems = [("askwell", name, values) for name, values in answer_scores.items()]
    systems += [("overlap", "", np.array([_overlap(each) for each in rated]))]
    systems += [(name, "", np.array([each.others[name] for each in rated])) for name in rated[0].others]
    rows = [_answer_row(system, name, values, rated, systems[0][2]) for system, name, values in systems]
    for sets in (("rated", "quoted"), ("rated",), ("quoted",), ("reference",)):
        rows += [_claim_row(name, sets, values, data) for name, values in checked.items()]
    return Report("grounding", METRICS, tuple(rows))


def _answer_scores(data: Data, tables: Mapping[str, Mapping[str, float]]) -> Numbers:
    return np.array([scores(tables, rows)[0].mean() for rows in data.answer_signs])


def _checked(data: Data, tables: Mapping[str, Mapping[str, float]]) -> Numbers:
    score, clash = scores(tables, data.claim_signs)
    return score * (1 - clash)


def _overlap(each: Rated) -> float:
    held = set(_WORD.findall("\n".join(passage.chunk.text for passage in each.passages).lower()))
    said = _WORD.findall(each.answer.lower())
    return sum(word in held for word in said) / max(1, len(said))


def _answer_row(system: str, model: str, values: Numbers, rated: Sequence[Rated], ours: Numbers) -> Row:
    ratings = np.array([each.faithfulness for each in rated])
    faithful = np.array([each.is_faithful for each in rated], dtype=np.float64)
    conversations = [each.conversation for each in rated]

    def figures(scored: Numbers, at: NDArray[np.int64]) -> dict[str, float]:
        return {"spearman": spearman(scored[at], ratings[at]), "auroc": area(scored[at], faithful[at])}

    row: dict[str, object] = {"system": system, "model": model, "set": "rated", "n": len(rated)}
    row |= {name: round(value, 4) for name, value in figures(values, np.arange(len(rated))).items()}
    row["interval"] = _interval(lambda at: figures(values, at), conversations)
    if system != "askwell":
        row["difference"] = _interval(
            lambda at: {name: figures(ours, at)[name] - value for name, value in figures(values, at).items()},
            conversations,
        )
    return row


def _interval(
    figures: Callable[[NDArray[np.int64]], dict[str, float]], conversations: Sequence[str]
) -> dict[str, tuple[float, float]]:
    """The 95 % interval over drawn conversations."""
    drawn = [figures(at) for at in resampled(conversations)]
    low_high = {name: np.nanquantile([each[name] for each in drawn], [0.025, 0.975]) for name in drawn[0]}
    return {name: (round(float(low), 4), round(float(high), 4)) for name, (low, high) in low_high.items()}


def _claim_row(model: str, sets: Sequence[str], checked: Numbers, data: Data) -> Row:
    own = np.isin(data.sets, sets)
    right = own & data.is_right
    wrong = own & np.isin(data.kinds, CLAIM_KINDS)
    threshold = float(np.quantile(checked[right], ALARMS))
    row: dict[str, object] = {
        "system": "askwell",
        "model": model,
        "set": "+".join(sets),
        "n": int(own.sum()),
        "caught": round(float((checked[wrong] < threshold).mean()), 4),
        "alarms": round(float((checked[right] < SUPPORTED).mean()), 4),
        "marked": round(float((checked[wrong] < SUPPORTED).mean()), 4),
        "threshold": round(threshold, 4),
    }
    for kind in (*CLAIM_KINDS, "moved"):
        made = own & (data.kinds == kind)
        row |= {f"caught_{kind}": round(float((checked[made] < threshold).mean()), 4), f"n_{kind}": int(made.sum())}
    return row
