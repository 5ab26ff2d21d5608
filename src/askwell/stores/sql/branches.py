"""Finds the turns on a path of the conversation tree.

The turns of a session are a tree, numbered in the order in which they were asked. The path to a turn is the turns from
the first one to it. The table `stretches` stores runs of consecutive numbers on one path. A new sibling starts a
stretch, and so does continuing an earlier branch; any other turn extends the last stretch. A path is therefore a few
ranges of numbers, whose count depends on the branch points and not on the number of turns. A conversation without
branches has no rows.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Select, bindparam, func, insert, select

from askwell.stores.sql.schema import stretches

MAX_VALUES = 500
"""Maximum number of values in one statement, because databases limit the number of parameters."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Consecutive turns of one path, from number `first` up to the start of the next stretch."""

    first: int
    branch: int
    after: int
    """Number of the parent of the first turn; 0 for none."""
    root: int
    """Number of the first turn of the path."""


FIRST = Stretch(first=1, branch=0, after=0, root=1)
"""The first stretch of every conversation. It has no row."""

_IN_SESSION = stretches.c.session_id == bindparam("session_id")
_COLUMNS = (stretches.c.first_number, stretches.c.branch, stretches.c.after_number, stretches.c.root_number)
_ALL = select(*_COLUMNS).where(_IN_SESSION).order_by(stretches.c.first_number)
_AT = (
    select(*_COLUMNS)
    .where(_IN_SESSION, stretches.c.first_number <= bindparam("number"))
    .order_by(stretches.c.first_number.desc())
    .limit(1)
)
_BEGIN_AT = select(*_COLUMNS).where(_IN_SESSION, stretches.c.first_number.in_(bindparam("numbers", expanding=True)))
_AFTER = select(*_COLUMNS).where(
    _IN_SESSION,
    stretches.c.after_number.in_(bindparam("parents", expanding=True))
    | stretches.c.first_number.in_(bindparam("following", expanding=True)),
)


def _chain() -> Select[tuple[int, int, int]]:
    """Stretches of the path to the turn `end`, newest first, as (first, last, after)."""
    earlier = stretches.alias("earlier")

    def stretch_start(number: object) -> Select[tuple[int | None]]:
        """First number of the stretch that contains a number."""
        return select(func.max(earlier.c.first_number)).where(
            earlier.c.session_id == bindparam("session_id"), earlier.c.first_number <= number
        )

    chain = (
        select(
            stretches.c.first_number,
            bindparam("end", type_=stretches.c.after_number.type).label("last"),
            stretches.c.after_number,
        )
        .where(_IN_SESSION, stretches.c.first_number == stretch_start(bindparam("end")).scalar_subquery())
        .cte("chain", recursive=True)
    )
    parent_stretch = stretch_start(chain.c.after_number).correlate(chain).scalar_subquery()
    chain = chain.union_all(
        select(stretches.c.first_number, chain.c.after_number, stretches.c.after_number)
        .join_from(chain, stretches, stretches.c.first_number == parent_stretch)
        .where(_IN_SESSION, chain.c.after_number > bindparam("above"))
    )
    return select(chain.c.first_number, chain.c.last, chain.c.after_number).limit(bindparam("max_ranges"))


_CHAIN = _chain()


def path(tx: Connection, session_id: str, end: int, *, above: int = 0, max_ranges: int = 2**31 - 1) -> list[range]:
    """The path to the turn `end`, which it includes, as ranges of turn numbers above `above`; the latest range first.

    At most `max_ranges` ranges.
    """
    values = {"session_id": session_id, "end": end, "above": above, "max_ranges": max_ranges}
    rows = tx.execute(_CHAIN, values).all()
    ranges = [range(max(row.first_number, above + 1), row.last + 1) for row in rows]
    rest = rows[-1].after_number if rows else end
    if rest > above and len(rows) < max_ranges:
        ranges.append(range(above + 1, rest + 1))
    return ranges


def first_numbers(ranges: Iterable[range], limit: int) -> Iterator[int]:
    """The first `limit` numbers of the ranges, in order."""
    left = limit
    for each in ranges:
        yield from each[:left]
        left -= len(each)
        if left <= 0:
            return


def at(tx: Connection, session_id: str, number: int) -> Stretch:
    """The stretch that contains a turn."""
    row = tx.execute(_AT, {"session_id": session_id, "number": number}).first()
    return Stretch(*row) if row else FIRST


def add(tx: Connection, session_id: str, added: Sequence[Stretch]) -> None:
    """Store stretches."""
    rows = [
        {
            "session_id": session_id,
            "first_number": each.first,
            "branch": each.branch,
            "after_number": each.after,
            "root_number": each.root,
        }
        for each in added
    ]
    if rows:
        tx.execute(insert(stretches), rows)


def last_through(tx: Connection, session_id: str, number: int, head: int) -> tuple[int, int]:
    """Branch and number of the newest turn in the subtree of a turn; `head` is the last number of the session."""
    all_stretches = [FIRST, *(Stretch(*row) for row in tx.execute(_ALL, {"session_id": session_id}))]
    firsts = [each.first for each in all_stretches]
    own = bisect_right(firsts, number) - 1
    first_below = {own: number}
    """Index of each stretch with turns in the subtree to the first of these turns."""
    for index, stretch in enumerate(all_stretches[own + 1 :], start=own + 1):
        parent_index = bisect_right(firsts, stretch.after) - 1
        if stretch.after >= first_below.get(parent_index, head + 1):
            first_below[index] = stretch.first
    last = max(first_below)
    return all_stretches[last].branch, firsts[last + 1] - 1 if last + 1 < len(all_stretches) else head


def siblings(tx: Connection, session_id: str, numbers: Sequence[int]) -> Mapping[int, tuple[int, ...]]:
    """Turn number to the numbers of all turns with the same parent, itself included. Only children are absent."""
    found: dict[int, tuple[int, ...]] = {}
    batch = MAX_VALUES // 2
    for start in range(0, len(numbers), batch):
        found |= _siblings(tx, session_id, numbers[start : start + batch])
    return found


def _siblings(tx: Connection, session_id: str, numbers: Sequence[int]) -> Mapping[int, tuple[int, ...]]:
    starts = tx.execute(_BEGIN_AT, {"session_id": session_id, "numbers": numbers})
    parent_of_start = {row.first_number: row.after_number for row in starts}
    parents = {number: parent_of_start.get(number, number - 1) for number in numbers}
    unique = sorted(set(parents.values()))
    nearby = tx.execute(
        _AFTER, {"session_id": session_id, "parents": unique, "following": [parent + 1 for parent in unique]}
    ).all()
    starts_stretch = {row.first_number for row in nearby}
    children: dict[int, list[int]] = {}
    for row in nearby:
        children.setdefault(row.after_number, []).append(row.first_number)
    for parent in unique:
        if parent in children and parent + 1 not in starts_stretch:  # the parent's stretch goes on
            children[parent].append(parent + 1)
    return {
        number: tuple(sorted(children[parent]))
        for number, parent in parents.items()
        if len(children.get(parent, ())) > 1
    }
