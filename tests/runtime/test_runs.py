"""The ended runs that are kept for returning readers."""

from askwell.events import Token
from askwell.runtime.run import Run, Runs


def ended(number: int, text: str) -> Run:
    run = Run(f"turn {number}", "s")
    run.add(Token(0, text))
    return run


def test_ended_runs_are_bounded_by_their_characters() -> None:
    runs = Runs(kept=200, kept_chars=100_000)
    for number in range(30):
        runs.end(ended(number, "word " * 2_000))
    assert len(runs) == 10
    assert [number for number in range(30) if runs.find(f"turn {number}")] == list(range(20, 30))


def test_runs_of_a_forgotten_session_do_not_count() -> None:
    runs = Runs(kept=200, kept_chars=25_000)
    for number in range(2):
        runs.end(ended(number, "word " * 2_000))
    runs.forget("s")
    for number in range(2, 4):
        runs.end(ended(number, "word " * 2_000))
    assert len(runs) == 2
