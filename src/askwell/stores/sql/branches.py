"""Which turns a line consists of, when a conversation has several.

The turns of a session are a tree, numbered as they were asked. They are kept as stretches: turns of one line with
consecutive numbers. A sibling opens a stretch, and so does going on with an earlier branch; everything else lengthens
the last one. A line is therefore a chain of ranges of numbers, as many as somebody turned off it, however long it is:
nothing here walks from turn to turn, and a conversation that never branched has no rows to look up.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, Select, bindparam, func, insert, select

from askwell.stores.sql.schema import stretches

AT_ONCE = 500
"""Values in one statement; a database takes only so many parameters."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Turns of one line from number `first` on, up to where the next stretch begins."""

    first: int
    branch: int
    after: int
    """Number of the turn that the first one continues; 0 for none."""
    root: int
    """Number of the turn that its line begins with."""


FIRST = Stretch(first=1, branch=0, after=0, root=1)
"""What every conversation begins with; it has no row."""

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
    """Stretches of the line that ends with the turn `end`, newest first, as (first, last, after)."""
    earlier = stretches.alias("earlier")

    def holding(number: object) -> Select[tuple[int | None]]:
        return select(func.max(earlier.c.first_number)).where(
            earlier.c.session_id == bindparam("session_id"), earlier.c.first_number <= number
        )

    line = (
        select(
            stretches.c.first_number,
            bindparam("end", type_=stretches.c.after_number.type).label("last"),
            stretches.c.after_number,
        )
        .where(_IN_SESSION, stretches.c.first_number == holding(bindparam("end")).scalar_subquery())
        .cte("line", recursive=True)
    )
    held_by = holding(line.c.after_number).correlate(line).scalar_subquery()
    line = line.union_all(
        select(stretches.c.first_number, line.c.after_number, stretches.c.after_number)
        .join_from(line, stretches, stretches.c.first_number == held_by)
        .where(_IN_SESSION, line.c.after_number > bindparam("beyond"))
    )
    return select(line.c.first_number, line.c.last, line.c.after_number).limit(bindparam("depth"))


_CHAIN = _chain()


def line(tx: Connection, session_id: str, end: int, *, beyond: int = 0, depth: int = 2**31 - 1) -> list[range]:
    """Ranges of the numbers above `beyond` that lead to the turn `end`, itself included, the latest range first.

    At most `depth` ranges.
    """
    rows = tx.execute(_CHAIN, {"session_id": session_id, "end": end, "beyond": beyond, "depth": depth}).all()
    found = [range(max(row.first_number, beyond + 1), row.last + 1) for row in rows]
    rest = rows[-1].after_number if rows else end
    if rest > beyond and len(rows) < depth:
        found.append(range(beyond + 1, rest + 1))
    return found


def first_numbers(ranges: Iterable[range], most: int) -> Iterator[int]:
    """At most that many numbers of the ranges, in their order."""
    left = most
    for each in ranges:
        yield from each[:left]
        left -= len(each)
        if left <= 0:
            return


def at(tx: Connection, session_id: str, number: int) -> Stretch:
    """The stretch that a turn is in."""
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
    """Branch and last turn of the line through a turn whose last turn is the newest; `head` is the session's."""
    every = [FIRST, *(Stretch(*row) for row in tx.execute(_ALL, {"session_id": session_id}))]
    firsts = [each.first for each in every]
    own = bisect_right(firsts, number) - 1
    through = {own: number}
    """Index of a stretch that holds such a line to the number of its first turn that is on it."""
    for index, stretch in enumerate(every[own + 1 :], start=own + 1):
        turned_off = bisect_right(firsts, stretch.after) - 1
        if stretch.after >= through.get(turned_off, head + 1):
            through[index] = stretch.first
    last = max(through)
    return every[last].branch, firsts[last + 1] - 1 if last + 1 < len(every) else head


def siblings(tx: Connection, session_id: str, numbers: Sequence[int]) -> Mapping[int, tuple[int, ...]]:
    """Number of a turn to the numbers of all turns with its parent; turns that have no sibling are absent."""
    found: dict[int, tuple[int, ...]] = {}
    for start in range(0, len(numbers), AT_ONCE // 2):
        found |= _siblings(tx, session_id, numbers[start : start + AT_ONCE // 2])
    return found


def _siblings(tx: Connection, session_id: str, numbers: Sequence[int]) -> Mapping[int, tuple[int, ...]]:
    begin = tx.execute(_BEGIN_AT, {"session_id": session_id, "numbers": numbers})
    turned_off = {row.first_number: row.after_number for row in begin}
    parents = {number: turned_off.get(number, number - 1) for number in numbers}
    unique = sorted(set(parents.values()))
    near = tx.execute(
        _AFTER, {"session_id": session_id, "parents": unique, "following": [parent + 1 for parent in unique]}
    ).all()
    first = {row.first_number for row in near}
    children: dict[int, list[int]] = {}
    for row in near:
        children.setdefault(row.after_number, []).append(row.first_number)
    for parent in unique:
        if parent in children and parent + 1 not in first:
            children[parent].append(parent + 1)
    return {
        number: tuple(sorted(children[parent]))
        for number, parent in parents.items()
        if len(children.get(parent, ())) > 1
    }
