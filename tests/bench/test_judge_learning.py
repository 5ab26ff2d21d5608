import pytest
from bench.judge_learning import UNLEARNT, author_of, examples, learn
from bench.judged_turns import labelled_turns

from askwell.rules.turn_weights import BY_WORDS


def test_files_have_an_author() -> None:
    assert [author_of(each) for each in ("read", "held", "third_read", "third_held", "fourth_read")] == [
        "first",
        "first",
        "third",
        "third",
        "fourth",
    ]


def test_the_weights_are_what_the_labelled_turns_teach() -> None:
    turns = [each for each in labelled_turns() if each.file not in UNLEARNT]
    learnt = learn(examples(turns, with_meaning=False), with_meaning=False)
    for own, found in zip(BY_WORDS, learnt, strict=True):
        assert {name: value for name, value in found.items() if value} == pytest.approx(dict(own), abs=0.05)
