"""What a question speaks of doing, and the clause it holds under, can be meant by a later one."""

import pytest

from askwell.understanding.grammar.context import survey
from askwell.understanding.grammar.events import condition, task
from tests.understanding.grammar.test_resolve import recalled


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("What happens to my lease if I get married?", "if I get married"),
        ("Do I keep my card when I move to Boston?", "when I move to Boston"),
        ("When do I get the money?", ""),
        ("What happens if it rains?", ""),
    ],
)
def test_the_clause_about_the_speaker_is_the_condition(question: str, wanted: str) -> None:
    last = survey(recalled(question).turns, "en").last
    assert last is not None
    assert condition(last) == wanted


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("How do I apply for a parking permit?", "apply for a parking permit"),
        ("How can I pay when I am abroad?", "pay"),
        ("What is a parking permit?", ""),
    ],
)
def test_what_the_speaker_wants_to_do_is_the_task(question: str, wanted: str) -> None:
    last = survey(recalled(question).turns, "en").last
    assert last is not None
    assert task(last) == wanted
