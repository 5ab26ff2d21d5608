"""Texts inside values: turns, answers, events and what they hold."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from askwell.privacy.placeholders import Change, rewritten

T = TypeVar("T")
Changes = Callable[[str], Sequence[Change]]
"""The changes of a text."""

_OFFSETS: Mapping[str, Collection[str]] = {"answer": ("marks", "support")}
"""Field with a text to the fields with places in it, each with `start` and `end`."""


def changed(value: T, changes: Changes, *, without: Collection[str] = ()) -> T:
    """A value with changed texts, at any depth of dataclasses, tuples, lists and mappings; places in them move along.

    The same value if nothing changes. `without` names fields that stay as they are.
    """
    found: Any = _changed(value, changes, without)
    return found  # type: ignore[no-any-return]


def changed_within(value: T, names: Collection[str], changes: Changes) -> T:
    """A value with changed texts in the fields with these names, at any depth; all other texts stay."""
    found: Any = value
    if isinstance(value, tuple | list):
        parts = [changed_within(each, names, changes) for each in value]
        if any(new is not old for new, old in zip(parts, value, strict=True)):
            found = type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    elif is_dataclass(value) and not isinstance(value, type):
        made: dict[str, Any] = {}
        for each in fields(value):
            old = getattr(value, each.name)
            new = changed(old, changes) if each.name in names else changed_within(old, names, changes)
            if new is not old:
                made[each.name] = new
        found = replace(value, **made) if made else value
    return found  # type: ignore[no-any-return]


def _changed(value: Any, changes: Changes, without: Collection[str]) -> Any:
    if isinstance(value, str):
        made = changes(value)
        return rewritten(value, made).text if made else value
    if isinstance(value, tuple | list):
        parts = [_changed(each, changes, without) for each in value]
        if all(new is old for new, old in zip(parts, value, strict=True)):
            return value
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    if isinstance(value, Mapping):
        pairs = {_changed(key, changes, without): _changed(each, changes, without) for key, each in value.items()}
        return value if pairs == value else pairs
    if is_dataclass(value) and not isinstance(value, type):
        return _changed_fields(value, changes, without)
    return value


def _changed_fields(value: Any, changes: Changes, without: Collection[str]) -> Any:
    found: dict[str, Any] = {}
    moved: dict[str, Any] = {}
    for each in fields(value):
        if each.name in without:
            continue
        old = getattr(value, each.name)
        new = _changed(old, changes, without)
        if new is not old:
            found[each.name] = new
            for places in _OFFSETS.get(each.name, ()):
                if getattr(value, places, None):
                    moved[places] = _moved(getattr(value, places), rewritten(old, changes(old)).moved)
    return replace(value, **{**found, **moved}) if found else value


def _moved(places: Sequence[Any], to: Callable[[int], int]) -> tuple[Any, ...]:
    return tuple(replace(each, start=to(each.start), end=to(each.end)) for each in places)
