"""Where the keys and values of a YAML text stand: lines and columns for error messages."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import yaml

from askwell.errors import BadConfig

_HINT = "Check the indentation and the quotes."

Path = tuple[str | int, ...]
"""Keys and list indexes from the root to a value."""


class Place(NamedTuple):
    """A position in a text, both counted from 1."""

    line: int
    column: int


class Places(NamedTuple):
    """The positions of a YAML text."""

    keys: Mapping[Path, Place]
    """Path to the position of its last key; a list item has that of its value."""
    values: Mapping[Path, Place]
    """Path to the position of its value."""

    def of(self, path: Sequence[str | int], *, is_key: bool = False) -> Place:
        """The position of a path, or of the nearest part of the file that contains it."""
        known = self.keys if is_key else self.values
        for length in range(len(path), -1, -1):
            if found := known.get(tuple(path[:length])) or self.values.get(tuple(path[:length])):
                return found
        return Place(1, 1)


class WithoutAliases(yaml.SafeLoader):
    """Refuses aliases, with which a short text may grow without limit."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            raise yaml.composer.ComposerError(None, None, "aliases are refused", self.peek_event().start_mark)  # type: ignore[no-untyped-call]
        return super().compose_node(parent, index)


def read_places(text: str, name: str, loader: type[yaml.SafeLoader] = WithoutAliases) -> tuple[object, Places]:
    """The value of a YAML text, and the positions in it.

    Raises BadConfig, with line and column, for a text that is not YAML, one with an alias unless the loader takes it,
    and a mapping with the same key twice.
    """
    try:
        root = yaml.compose(text, Loader=loader)
        if root is None:
            return None, Places({}, {(): Place(1, 1)})
        keys: dict[Path, Place] = {}
        values: dict[Path, Place] = {}
        for path, key, node in _walk(root, (), None, name):
            keys[path], values[path] = _place(key or node), _place(node)
        return yaml.safe_load(text), Places(keys, values)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        where = f"{name}:{mark.line + 1}:{mark.column + 1}" if mark else name
        raise BadConfig(
            f"{where} is not YAML: {error.problem}", hint="Check the indentation and the quotes."
        ) from error
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise BadConfig(f"{name} is not YAML: {error}", hint=_HINT) from error


def _walk(
    node: yaml.Node, path: Path, key: yaml.Node | None, name: str
) -> Iterator[tuple[Path, yaml.Node | None, yaml.Node]]:
    yield path, key, node
    if isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            yield from _walk(item, (*path, index), None, name)
    elif isinstance(node, yaml.MappingNode):
        seen: set[str] = set()
        for each, value in node.value:
            if not isinstance(each, yaml.ScalarNode):
                continue
            if each.value in seen:
                line, column = _place(each)
                raise BadConfig(
                    f"{name}:{line}:{column}: `{each.value}` is there twice", hint="Remove one of the two keys."
                )
            seen.add(str(each.value))
            yield from _walk(value, (*path, str(each.value)), each, name)


def _place(node: yaml.Node) -> Place:
    return Place(node.start_mark.line + 1, node.start_mark.column + 1)
