"""Decides over a history and the final state: which guarantees of conversations it violates. A pure function.

Every rule is sound for any delay of requests and replies: it compares times only where one call returned before another
was invoked.
"""

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf

from tests.stores.histories.history import ANSWERED, Ask, Call, Read, Seen

KINDS = (
    "answers lost", "questions lost", "turns repeated", "stored though refused", "never asked", "numbers", "order",
    "two at once", "sessions stuck", "final turns changed", "stale reads", "unforeseen errors",
)  # fmt: skip

UNFORESEEN = "internal"
"""Code of an error that the server did not foresee."""

Final = Mapping[str, Sequence[Seen]]
"""Session to all its turns, read after everything has been repaired."""


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken guarantee."""

    kind: str
    message: str


def check(history: Sequence[Call], final: Final, closing: Sequence[Ask] = ()) -> list[Violation]:
    """The violations; empty if there are none. `closing` are questions asked at the end, which must be answered."""
    asks = [*(each for each in history if isinstance(each, Ask)), *closing]
    reads = [each for each in history if isinstance(each, Read)]
    return [
        *_kept(asks, reads, final),
        *_keys(asks, final),
        *_numbers(final),
        *_order(asks, reads, final),
        *_alone(asks, reads),
        *_stuck(final, closing),
        *_stale(asks, reads),
        *(Violation("unforeseen errors", repr(each)) for each in history if each.code == UNFORESEEN),
    ]


def by_kind(violations: Iterable[Violation]) -> dict[str, int]:
    """Number of violations of each kind."""
    return dict.fromkeys(KINDS, 0) | Counter(each.kind for each in violations)


def _kept(asks: Sequence[Ask], reads: Sequence[Read], final: Final) -> Iterator[Violation]:
    """Every turn that a client has seen is stored, and a final one as it was seen."""
    stored = {turn.id: turn for turns in final.values() for turn in turns}
    questions = {turn.question for turn in stored.values()}
    reported: set[tuple[str, str]] = set()
    answered = [each.turn for each in asks if each.turn is not None and each.outcome == "answered"]
    seen = [*answered, *(turn for read in reads for turn in read.turns)]
    begun = [each.turn for each in asks if each.turn is not None and each.outcome != "answered"]
    for turn in (*seen, *begun):
        is_answer = turn.status in ANSWERED
        kept = stored.get(turn.id)
        if kept is None:
            kind = "answers lost" if is_answer else "questions lost"
        elif kept.number != turn.number or turn.question not in {"", kept.question}:
            kind = "questions lost"
        else:
            continue
        if (kind, turn.id) not in reported:
            reported.add((kind, turn.id))
            yield Violation(kind, f"seen was {turn}, stored is {kept}")
    for turn in seen:
        kept = stored.get(turn.id)
        if kept is None or not turn.is_final or (kept.status, kept.answer) == (turn.status, turn.answer):
            continue
        kind = "answers lost" if turn.status in ANSWERED else "final turns changed"
        if (kind, turn.id) not in reported:
            reported.add((kind, turn.id))
            yield Violation(kind, f"seen was {turn}, stored is {kept}")
    for ask in asks:
        kept = stored.get(ask.turn.id) if ask.turn else None
        if ask.outcome == "in_progress" and ask.question not in questions:
            yield Violation("questions lost", f"its turn was running: {ask}")
        elif ask.outcome == "failed" and _is_another(ask, kept):
            yield Violation("final turns changed", f"reported as failed was {ask}, stored is {kept}")


def _is_another(failed: Ask, kept: Seen | None) -> bool:
    """Whether a turn that was reported as failed is stored with another answer.

    The same answer is allowed: a commit that was not confirmed may have succeeded.
    """
    is_answered = kept is not None and kept.status in ANSWERED
    return is_answered and kept is not None and failed.turn is not None and kept.answer != failed.turn.answer


def _keys(asks: Sequence[Ask], final: Final) -> Iterator[Violation]:
    """A key has at most one turn, a refused question none, and every turn was asked for."""
    stored = Counter(turn.question for turns in final.values() for turn in turns)
    acknowledged: dict[str, set[str]] = defaultdict(set)
    attempts: dict[str, list[Ask]] = defaultdict(list)
    for ask in asks:
        attempts[ask.question].append(ask)
        if ask.turn is not None:
            acknowledged[ask.question].add(ask.turn.id)
    for question, times in stored.items():
        if times > 1:
            yield Violation("turns repeated", f"{question!r} is stored {times} times")
        if question not in attempts:
            yield Violation("never asked", f"{question!r} is stored")
        elif all(each.outcome == "refused" for each in attempts[question]):
            yield Violation("stored though refused", f"{question!r} is stored: {attempts[question]}")
    for question, ids in acknowledged.items():
        if len(ids) > 1 and stored[question] < 2:
            yield Violation("turns repeated", f"{question!r} was acknowledged as the turns {sorted(ids)}")


def _numbers(final: Final) -> Iterator[Violation]:
    """Turns are numbered from 1 without gaps."""
    for session, turns in final.items():
        numbers = [turn.number for turn in turns]
        if numbers != list(range(1, len(turns) + 1)):
            yield Violation("numbers", f"session {session} has the turns {numbers}")


def _order(asks: Sequence[Ask], reads: Sequence[Read], final: Final) -> Iterator[Violation]:
    """A turn that was known to be stored before another was asked for has the lower number."""
    invoked: dict[str, float] = defaultdict(lambda: inf)
    known: dict[str, float] = defaultdict(lambda: inf)
    for ask in asks:
        invoked[ask.question] = min(invoked[ask.question], ask.invoked)
        known[ask.question] = min(known[ask.question], ask.accepted)
    for read in reads:
        for turn in read.turns:
            if turn.question:
                known[turn.question] = min(known[turn.question], read.returned)
    for session, turns in final.items():
        by_known = sorted(turns, key=lambda turn: known[turn.question])
        latest, at = None, 0
        for turn in sorted(turns, key=lambda turn: invoked[turn.question]):
            if invoked[turn.question] == inf:
                break
            while at < len(by_known) and known[by_known[at].question] < invoked[turn.question]:
                if latest is None or by_known[at].number > latest.number:
                    latest = by_known[at]
                at += 1
            if latest is not None and latest.number > turn.number:
                yield Violation("order", f"session {session}: {turn} was asked after {latest} was known")


def _alone(asks: Sequence[Ask], reads: Sequence[Read]) -> Iterator[Violation]:
    """At most one turn of a session runs at a time.

    A turn runs without pause from when it is accepted until it is final. It therefore ran at least from the first reply
    that showed it running to the last call whose reply did.
    """
    begins: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(lambda: inf))
    ends: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(lambda: -inf))
    for ask in asks:
        if ask.turn is not None:
            begins[ask.session][ask.turn.id] = min(begins[ask.session][ask.turn.id], ask.accepted)
    for read in reads:
        running = [turn.id for turn in read.turns if not turn.is_final]
        if len(running) > 1:
            yield Violation("two at once", f"session {read.session} has the running turns {running}")
        for turn_id in running:
            begins[read.session][turn_id] = min(begins[read.session][turn_id], read.returned)
            ends[read.session][turn_id] = max(ends[read.session][turn_id], read.invoked)
    for session, of_session in begins.items():
        spans = [(start, ends[session][turn_id], turn_id) for turn_id, start in of_session.items()]
        until, before = -inf, ""
        for start, end, turn_id in sorted(span for span in spans if span[0] <= span[1]):
            if start <= until:
                yield Violation("two at once", f"session {session}: {turn_id} ran while {before} did")
            if end > until:
                until, before = end, turn_id


def _stuck(final: Final, closing: Sequence[Ask]) -> Iterator[Violation]:
    """Nothing runs in the end, and every session answers."""
    for session, turns in final.items():
        for turn in turns:
            if not turn.is_final:
                yield Violation("sessions stuck", f"session {session}: {turn} still runs")
    answered = {ask.session for ask in closing if ask.outcome == "answered"}
    for session in sorted({ask.session for ask in closing} - answered):
        yield Violation("sessions stuck", f"session {session} did not answer the last question: {closing}")


@dataclass
class _Known:
    """The most advanced state of each turn of a session that some client knows, by number."""

    turns: dict[int, Seen] = field(default_factory=dict)
    head: int = 0

    def learn(self, turn: Seen) -> None:
        old = self.turns.get(turn.number)
        if old is None or (not old.is_final and (turn.is_final or len(turn.answer) > len(old.answer))):
            self.turns[turn.number] = turn
            self.head = max(self.head, turn.number)


def _stale(asks: Sequence[Ask], reads: Sequence[Read]) -> Iterator[Violation]:
    """A read shows at least what any client knew when it was invoked: turns do not disappear, restart or shrink.

    This is stricter than reads that are monotonic per client, and includes that a client reads its own writes.
    """
    learned: list[tuple[float, int, str, Seen]] = []
    for ask in asks:
        if ask.turn is not None and ask.outcome == "answered":
            learned.append((ask.returned, len(learned), ask.session, ask.turn))
        elif ask.turn is not None:
            begun = Seen(ask.turn.id, ask.turn.number, "running", ask.question, "")
            learned.append((ask.accepted, len(learned), ask.session, begun))
    for read in reads:
        for turn in read.turns:
            learned.append((read.returned, len(learned), read.session, turn))
    heapq.heapify(learned)
    known: dict[str, _Known] = defaultdict(_Known)
    for read in sorted(reads, key=lambda read: read.invoked):
        while learned and learned[0][0] < read.invoked:
            _, _, session, turn = heapq.heappop(learned)
            known[session].learn(turn)
        of_session = known[read.session]
        shown = {turn.number: turn for turn in read.turns}
        for number in range(read.after + 1, int(min(read.until, of_session.head)) + 1):
            before = of_session.turns.get(number)
            if before is not None and (fault := _gone_back(before, shown.get(number))):
                yield Violation("stale reads", f"session {read.session}: {fault}")


def _gone_back(before: Seen, shown: Seen | None) -> str:
    """What a later reply does not show any more; empty if nothing."""
    if shown is None or shown.id != before.id:
        return f"{before} has disappeared, there is {shown}"
    if before.is_final and (shown.status, shown.answer) != (before.status, before.answer):
        return f"{before} has become {shown}"
    if shown.status not in ANSWERED and not before.is_final and not shown.answer.startswith(before.answer):
        return f"the partial answer of {before} has become {shown}"
    return ""
