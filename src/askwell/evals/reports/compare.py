"""The difference between two runs of the same scenarios, with a paired test over conversations."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from askwell.evals.reports.report import Report, ReportConversation, ReportTurn
from askwell.evals.reports.statistics import at_least, mcnemar

SIGNIFICANT = 0.05
"""A loss whose one-sided p over conversations is below this is significant; the usual convention."""


@dataclass(frozen=True, slots=True)
class Flip:
    """A turn that passed in one run and failed in the other."""

    assistant: str
    conversation: str
    before: ReportTurn
    after: ReportTurn


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs between an old and a new run, over the turns that both have."""

    before: Report
    after: Report
    turns: int
    """Turns that were compared: same assistant, conversation and number, and the same question."""
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
    changed = [Flip(key[0], key[1], old[key], new[key]) for key in shared if old[key].passed != new[key].passed]
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
        only_before=tuple(_name(key) for key in old if key not in new),
        only_after=tuple(_name(key) for key in new if key not in old),
    )


def compare_lines(found: Comparison) -> list[str]:
    """The difference as lines: flips in both directions, then the tests."""
    lines = [f"turns compared: {found.turns}, {len(found.lost)} lost, {len(found.gained)} gained"]
    lines += [f"  lost    {_flip(flip)}" for flip in found.lost]
    lines += [f"  gained  {_flip(flip)}" for flip in found.gained]
    for what, names in (("only in the old run", found.only_before), ("only in the new run", found.only_after)):
        if names:
            lines.append(f"{what}: {len(names)} ({', '.join(names[:3])}{', …' if len(names) > 3 else ''})")
    return [*lines, *test_lines(found), verdict(found)]


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
    if not found.lost and not found.gained:
        return "no turn flipped"
    return "no significant loss"


def _turns(report: Report) -> Iterator[tuple[tuple[str, str, int, str], ReportTurn]]:
    for conversation in report.conversations:
        for turn in conversation.turns:
            yield (*_place(conversation), turn.turn_number, turn.user_query), turn


def _place(conversation: ReportConversation) -> tuple[str, str]:
    return conversation.assistant, conversation.name


def _balance(lost: Sequence[Flip], gained: Sequence[Flip]) -> list[int]:
    """Gained minus lost turns of each conversation in which a turn flipped."""
    balance: dict[tuple[str, str], int] = {}
    for flips, step in ((lost, -1), (gained, 1)):
        for flip in flips:
            place = flip.assistant, flip.conversation
            balance[place] = balance.get(place, 0) + step
    return list(balance.values())


def _name(key: tuple[str, str, int, str]) -> str:
    return f"{key[0]}, {key[1]}, turn {key[2]}"


def _flip(flip: Flip) -> str:
    turn = flip.after
    scores = f"{flip.before.composite_score:.0f} to {turn.composite_score:.0f}"
    return f"{flip.assistant}, {flip.conversation}, turn {turn.turn_number} ({scores}): {turn.user_query}"
