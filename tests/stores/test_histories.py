"""The checker finds every kind of violation in histories written by hand; a short real run has none."""

from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

from askwell.types import Status
from tests.stores.histories.checker import KINDS, Final, by_kind, check
from tests.stores.histories.history import Ask, Call, Outcome, Read, Seen
from tests.stores.histories.soak import on_sqlite, soak


def turn(number: int, status: Status = "completed", answer: str = "Twice.", *, key: str = "") -> Seen:
    return Seen(f"turn-{number}", number, status, f"Question {key or number}?", "" if status == "running" else answer)


def ask(number: int, at: float, outcome: Outcome = "answered", *, key: str = "", status: Status = "completed") -> Ask:
    """An attempt that takes a second and knows its turn, unless the outcome says that it does not."""
    key = key or str(number)
    shown = turn(number, "running" if outcome == "failed" else status, key=key)
    knows = outcome in {"answered", "failed"}
    accepted = at + 0.9 if knows else inf
    return Ask("talk", key, f"Question {key}?", at, at + 1, outcome, shown if knows else None, accepted)


def accepted(number: int, at: float) -> Ask:
    """An attempt whose stream broke off after the turn was accepted."""
    return replace(ask(number, at, "unknown"), turn=turn(number, "running"), accepted=at + 0.5, code="ReadError")


def read(at: float, *turns: Seen, after: int = 0) -> Read:
    """A read of a tenth of a second."""
    return Read("talk", at, at + 0.1, turns, after)


GOOD: list[Call] = [
    ask(1, 0),
    read(2, turn(1)),
    ask(2, 3, "unknown"),
    read(3.5, turn(1), turn(2, "running")),
    ask(2, 5, "in_progress"),
    ask(2, 9, status="interrupted"),
    ask(3, 11, "failed"),
    read(12.5, turn(2, "interrupted"), turn(3, "failed"), after=1),
    ask(4, 13, "refused", key="refused"),
    ask(5, 14, "unknown", key="lost on the way"),
    accepted(4, 15),
    read(17, turn(4, "running"), after=3),
    ask(5, 20),
]
STORED = [turn(1), turn(2, "interrupted"), turn(3, "failed"), turn(4, "interrupted", ""), turn(5)]


def test_a_good_history_has_no_violation() -> None:
    assert check(GOOD, {"talk": STORED}, [ask(5, 20)]) == []


def test_clients_may_overlap_in_any_order() -> None:
    history = [replace(ask(2, 0), returned=9, accepted=9), replace(ask(1, 5), returned=9, accepted=9), ask(3, 9.5)]
    assert check(history, {"talk": [turn(1), turn(2), turn(3)]}) == []


def without(number: int) -> list[Seen]:
    return [each for each in STORED if each.number != number]


def instead(of: int, stored: Seen) -> list[Seen]:
    return [stored if each.number == of else each for each in STORED]


@pytest.mark.parametrize(
    ("kind", "added", "stored"),
    [
        pytest.param("answers lost", [ask(6, 30)], STORED, id="an answer is gone"),
        pytest.param("answers lost", [], instead(1, turn(1, answer="Daily.")), id="an answer has another text"),
        pytest.param("answers lost", [], instead(1, turn(1, "interrupted")), id="an answer is interrupted"),
        pytest.param("answers lost", [read(30, turn(6), after=5)], STORED, id="an answer that was read is gone"),
        pytest.param("questions lost", [accepted(6, 30)], STORED, id="an accepted question is gone"),
        pytest.param("questions lost", [ask(6, 30, "failed")], STORED, id="a failed turn is gone"),
        pytest.param("questions lost", [ask(6, 30, "in_progress")], STORED, id="a question in progress is gone"),
        pytest.param("questions lost", [], instead(4, turn(4, "interrupted", key="x")), id="its text is another"),
        pytest.param("turns repeated", [], [*STORED, replace(turn(6, key="5"))], id="a key has two turns"),
        pytest.param("turns repeated", [ask(6, 30, key="5")], STORED, id="a key was acknowledged as two turns"),
        pytest.param("stored though refused", [], [*STORED, turn(6, key="refused")], id="a refused question is stored"),
        pytest.param("never asked", [], [*STORED, turn(6)], id="nobody asked it"),
        pytest.param("numbers", [], without(2), id="a number is missing"),
        pytest.param("numbers", [], [*STORED, replace(turn(5, key="lost on the way"), id="x")], id="a number twice"),
        pytest.param("order", [ask(7, 30), ask(6, 40)], [*STORED, turn(6), turn(7)], id="the later has the lower"),
        pytest.param(
            "order",
            [accepted(7, 30), read(31, turn(7, "running"), after=6), ask(6, 40, "unknown")],
            [*STORED, turn(6), turn(7)],
            id="the later has the lower, without an answer",
        ),
        pytest.param(
            "two at once", [read(30, turn(4, "running"), turn(5, "running"), after=3)], STORED, id="two in a read"
        ),
        pytest.param(
            "two at once",
            [accepted(6, 30), accepted(7, 31), read(40, turn(6, "running"), after=5), read(41, turn(7, "running"))],
            [*STORED, turn(6), turn(7)],
            id="two in several reads",
        ),
        pytest.param("sessions stuck", [], instead(4, turn(4, "running")), id="a turn still runs"),
        pytest.param("final turns changed", [], instead(2, turn(2)), id="interrupted, then completed"),
        pytest.param("final turns changed", [], instead(3, turn(3)), id="failed, then completed"),
        pytest.param(
            "final turns changed", [], instead(2, turn(2, "interrupted", "Thrice.")), id="interrupted with another text"
        ),
        pytest.param("stale reads", [read(30, *STORED[:4])], STORED, id="a turn has disappeared"),
        pytest.param("stale reads", [read(30, turn(5, "running"), after=4)], STORED, id="a turn runs again"),
        pytest.param("stale reads", [read(30, turn(5, answer=""), after=4)], STORED, id="an answer has disappeared"),
        pytest.param(
            "stale reads",
            [read(18, replace(turn(4, "running"), answer="Two")), read(19, turn(4, "running"), after=3)],
            STORED,
            id="a partial answer shrinks",
        ),
        pytest.param("unforeseen errors", [replace(ask(6, 30, "unknown"), code="internal")], STORED, id="a 500"),
    ],
)
def test_every_kind_of_violation_is_found(kind: str, added: list[Call], stored: list[Seen]) -> None:
    final: Final = {"talk": stored}
    found = by_kind(check([*GOOD, *added], final))
    assert found[kind] > 0, found


def test_a_session_that_does_not_answer_in_the_end_is_stuck() -> None:
    found = check(GOOD, {"talk": STORED}, [ask(6, 30, "refused")])
    assert [each.kind for each in found] == ["sessions stuck"]


def test_the_cases_cover_all_kinds() -> None:
    cases = test_every_kind_of_violation_is_found.pytestmark[0].args[1]  # type: ignore[attr-defined]
    assert {each.values[0] for each in cases} == set(KINDS)


LEASE_S = 0.6


async def test_two_servers_on_a_file_in_trouble_break_no_guarantee(tmp_path: Path) -> None:
    """`make soak` does the same for longer, and on PostgreSQL."""
    async with on_sqlite(tmp_path, LEASE_S) as (servers, line, address):
        outcome = await soak(servers, line, address, seconds=2, seed=16, lease_s=LEASE_S, pause_s=0.5)
    assert outcome.is_clean, (outcome.line("SQLite"), outcome.violations, outcome.broken)
    assert "answered" in {each.outcome for each in outcome.history if isinstance(each, Ask)}
    assert outcome.done["kills"] > 0
