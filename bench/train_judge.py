"""Learn the weights of the judge of turns: `python -m bench train-judge`.

Turns are those of `judged/*.jsonl` except of `UNLEARNT`. Each author's expected questions and answers are worded in his
own way, so `python -m bench judge` has rows for weights that were learnt without the author of a turn. There are three
chances, each with weights for words alone and with vectors of `e5-small`:

- `understood`: whether a question was understood (`text/same_question.py`);
- `faithful`: whether an answer is faithful to sources and earlier turns (`rules/turn_weights.py`). Right answers
  against those with another fact, an invention or a contradiction;
- `answers`: whether it answers. Right answers against the other wrong ones, and against right ones made wrong
  (`judge_mutations`);
- `BY_WORDS` of `text/same_question.py`: how alike two wordings are, from pairs of our own dialogues.

The same files give the same weights on the same processor.
"""

from bench.judge_learning import UNLEARNT, examples, learn
from bench.judged_turns import labelled_turns
from bench.options import Options
from bench.question_pairs import learn as learn_wording
from bench.question_pairs import pairs
from bench.report import Report, Row


def run(_: Options) -> Report:
    """The weights."""
    turns = [each for each in labelled_turns() if each.file not in UNLEARNT]
    rows: list[Row] = []
    for name, with_meaning in (("words", False), ("meaning", True)):
        weights = learn(examples(turns, with_meaning=with_meaning), with_meaning=with_meaning)
        for table, values in weights._asdict().items():
            rows += _rows(f"{name} {table}", values)
    rows += _rows("BY_WORDS", learn_wording(pairs()))
    return Report("train-judge", ("weight",), tuple(rows))


def _rows(name: str, weights: dict[str, float]) -> list[Row]:
    return [{"system": sign, "set": name, "n": 0, "weight": value} for sign, value in weights.items()]
