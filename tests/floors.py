"""The floors of the source as text: `make floors`.

A room is a folder or a file directly in `src/askwell`; an arrow says that one room imports another. A room's floor is
one above the highest room that it imports, so no arrow goes up. `make check` holds the rules; this prints the result.
"""

import ast
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import grimp

SOURCE = Path(__file__).parents[1] / "src" / "askwell"


def rooms(graph: grimp.ImportGraph, package: str = "askwell") -> dict[str, set[str]]:
    """Room to the rooms that it imports."""
    found: dict[str, set[str]] = {child.split(".")[1]: set() for child in graph.find_children(package)}
    for module in graph.modules:
        for target in graph.find_modules_directly_imported_by(module):
            importer, imported = module.split("."), target.split(".")
            if len(importer) > 1 and len(imported) > 1 and importer[1] != imported[1]:
                found[importer[1]].add(imported[1])
    return found


def floors(arrows: Mapping[str, set[str]]) -> list[list[str]]:
    """The rooms by floor, the lowest first, each floor in alphabetical order. Raises ValueError for a circle."""
    under_way: set[str] = set()

    @cache
    def floor(room: str) -> int:
        if room in under_way:
            raise ValueError(f"the rooms import each other in a circle through {room!r}")
        under_way.add(room)
        height = 1 + max((floor(each) for each in arrows[room]), default=-1)
        under_way.discard(room)
        return height

    top = max(map(floor, arrows), default=-1)
    return [sorted(room for room in arrows if floor(room) == height) for height in range(top + 1)]


def purpose(room: str) -> str:
    """The first line of what the room says of itself."""
    path = SOURCE / room / "__init__.py" if (SOURCE / room).is_dir() else SOURCE / f"{room}.py"
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return docstring.partition("\n")[0]


def size(room: str) -> int:
    """Lines of Python in the room."""
    files = (SOURCE / room).rglob("*.py") if (SOURCE / room).is_dir() else [SOURCE / f"{room}.py"]
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)


def report(arrows: Mapping[str, set[str]]) -> list[str]:
    """A line for each room, the top floor first, then the counts."""
    stacked = floors(arrows)
    lines = []
    for height in range(len(stacked), 0, -1):
        for room in stacked[height - 1]:
            lines.append(f"{height:>2}  {room:<15}{size(room):>6} lines  {purpose(room)}")
    count = sum(len(each) for each in arrows.values())
    return [*lines, "", f"{len(arrows)} rooms, {len(stacked)} floors, {count} arrows between rooms"]


if __name__ == "__main__":
    print("\n".join(report(rooms(grimp.build_graph("askwell")))))  # noqa: T201
