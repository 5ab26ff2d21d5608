"""The difference between two runs of the same scenarios, with a paired test over conversations."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from askwell.errors import BadInput
from askwell.evals.reports.report import Report, ReportTurn
from askwell.evals.reports.statistics import at_least, mcnemar
from askwell.evals.run import asked_alone
from askwell.evals.scenario import Scenario

SIGNIFICANT = 0.05
"""A loss whose one-sided p over conversations is below this is significant; the usual convention."""


@dataclass(frozen=True, slots=True)
class Flip:
    """A turn that passed in one run and failed in the other."""

    assistant: str
    conversation: str
    at: int
    """Position of the conversation in the new report, from 1."""
    before: ReportTurn
    after: ReportTurn


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs between an old and a new run, over the turns that both have."""

    before: Report
    after: Report
    turns: int
    """Turns that were compared, judged in both runs: same assistant, conversation, number and question."""
    lost: tuple[Flip, ...]
    """Turns that passed and now fail, in the order of the new run."""
    gained: tuple[Flip, ...]
    conversations_lost: int
    """Conversations that lost more turns than they gained."""
    conversations_gained: int
    only_before: tuple[str, ...]
    """Turns that only the old run has, or that ask something else now."""
    only_after: tuple[str, ...]

    @property
    def p_turns(self) -> float:
        """Two-sided p of the exact McNemar test over turns. It takes them as independent, which they are not."""
        return mcnemar(len(self.lost), len(self.gained))

    @property
    def p_loss(self) -> float:
        """Probability of as many losing conversations or more, among those that changed, if losses were chance.

        An exact sign test, one-sided. Turns of a conversation fail together, so each conversation is one throw of the
        coin, however many of its turns changed. Below five changed conversations it is never under 5 %.
        """
        return at_least(self.conversations_lost, self.conversations_lost + self.conversations_gained)

    @property
    def is_significant_loss(self) -> bool:
        """Whether the new run is worse by more than chance explains."""
        return self.p_loss < SIGNIFICANT


def compare(before: Report, after: Report) -> Comparison:
    """The difference of two runs."""
    old, new = dict(_turns(before)), dict(_turns(after))
    shared = [key for key in new if key in old]
    changed = [
        Flip(key.assistant, key.conversation, new[key][0], old[key][1], new[key][1])
        for key in shared
        if old[key][1].passed != new[key][1].passed
    ]
    lost = tuple(flip for flip in changed if flip.before.passed)
    gained = tuple(flip for flip in changed if flip.after.passed)
    balance = _balance(lost, gained)
    return Comparison(
        before=before,
        after=after,
        turns=len(shared),
        lost=lost,
        gained=gained,
        conversations_lost=sum(each < 0 for each in balance),
        conversations_gained=sum(each > 0 for each in balance),
        only_before=tuple(str(key) for key in old if key not in new),
        only_after=tuple(str(key) for key in new if key not in old),
    )


def check_comparable(before: Report, chosen: Sequence[tuple[str, Scenario]]) -> None:
    """Return if an old run has a turn of these pairs of assistant and scenario.

    Raises BadInput (`nothing_to_compare`).
    """
    known = {(key.assistant, key.conversation, key.number, key.question) for key, _ in _turns(before)}
    for assistant, scenario in chosen:
        for turn in scenario.conversation:
            if {(assistant, scenario.name, turn.turn, asked) for asked in (turn.user, asked_alone(turn))} & known:
                return
    talks = dict.fromkeys(f"{each.assistant}, {each.name}" for each in before.conversations)
    raise BadInput(
        f"The old run has no turn of these scenarios; it has {'; '.join(list(talks)[:3]) or 'none'}",
        code="nothing_to_compare",
        hint="Compare with a run of the same scenarios: `askwell eval` with the same targets and `--json`.",
    )


def compare_lines(found: Comparison) -> list[str]:
    """The difference as lines: flips in both directions, then the tests."""
    lines = [f"turns compared: {found.turns}, {len(found.lost)} lost, {len(found.gained)} gained"]
    lines += judge_lines(found)
    lines += [f"  lost    {_flip(flip)}" for flip in found.lost]
    lines += [f"  gained  {_flip(flip)}" for flip in found.gained]
    for what, names in (("only in the old run", found.only_before), ("only in the new run", found.only_after)):
        if names:
            lines.append(f"{what}: {len(names)} ({', '.join(names[:3])}{', …' if len(names) > 3 else ''})")
    return [*lines, *test_lines(found), verdict(found)]


def judge_lines(found: Comparison) -> list[str]:
    """A line if the runs have different judges; nothing if they have the same."""
    if (found.before.judge, found.before.judge_prompt) == (found.after.judge, found.after.judge_prompt):
        return []
    was, now = (f"{each.judge or 'no judge'} {each.judge_prompt}".rstrip() for each in (found.before, found.after))
    return [f"another judge: {was} before, {now} now; a flip may come from the judge"]


def test_lines(found: Comparison) -> list[str]:
    """The two tests; nothing if no turn flipped."""
    if not found.lost and not found.gained:
        return []
    return [
        f"conversations: {found.conversations_lost} lost, {found.conversations_gained} gained; "
        f"p of a loss by chance {found.p_loss:.3f} (exact sign test)",
        f"turns: p {found.p_turns:.3f} (exact McNemar test, as if turns were independent)",
    ]


def verdict(found: Comparison) -> str:
    """One sentence."""
    if found.is_significant_loss:
        return f"significantly worse than the old run (p {found.p_loss:.3f} < {SIGNIFICANT})"
    if not found.turns:
        return "no turn is in both runs"
    if not found.lost and not found.gained:
        return "no turn flipped"
    return "no significant loss"


class _Key(NamedTuple):
    """What a turn is found by in another run."""

    assistant: str
    conversation: str
    number: int
    question: str
    same: int
    """Number of turns before it with the same of all that, in conversations of one name."""

    def __str__(self) -> str:
        return f"{self.assistant}, {self.conversation}, turn {self.number}"


def _turns(report: Report) -> Iterator[tuple[_Key, tuple[int, ReportTurn]]]:
    """The turns that were judged, with the positions of their conversations."""
    seen: Counter[tuple[str, str, int, str]] = Counter()
    for at, conversation in enumerate(report.conversations, 1):
        for turn in conversation.turns:
            place = conversation.assistant, conversation.name, turn.turn_number, turn.user_query
            if not turn.judge_error:
                yield _Key(*place, seen[place]), (at, turn)
            seen[place] += 1


def _balance(lost: Sequence[Flip], gained: Sequence[Flip]) -> list[int]:
    """Gained minus lost turns of each conversation in which a turn flipped."""
    balance: Counter[int] = Counter()
    for flips, step in ((lost, -1), (gained, 1)):
        for flip in flips:
            balance[flip.at] += step
    return list(balance.values())


def _flip(flip: Flip) -> str:
    turn = flip.after
    scores = f"{flip.before.composite_score:.0f} to {turn.composite_score:.0f}"
    return f"{flip.assistant}, {flip.conversation}, turn {turn.turn_number} ({scores}): {turn.user_query}"
