"""Bounds on what is analysed of a text and on what is cached of its analysis."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from functools import update_wrapper
from threading import Lock
from typing import Generic, TypeVar, TypeVarTuple

ANALYSED_CHARS = 4_000
"""Characters of a question that are analysed. Several rules compare words with each other: their time is quadratic."""
_END_CHARS = 1_000
"""Of these, from the end: a question often follows the text that it is about."""
_ENTRY_CHARS = 50
"""Characters that an entry of a cache counts in addition to its texts."""
_LONG_CHARS = 1_200
"""An entry of more characters is long: no passage or heading, but part of a long question."""
_LONG_SHARE = 0.1
"""Share of a cache that long entries may fill: the latest ones, which the steps of a turn use again."""

Ts = TypeVarTuple("Ts")
T = TypeVar("T")

caches: dict[str, "TextCache[*tuple[Hashable, ...], object]"] = {}
"""All caches by the name of their function, for metrics and tests."""


def analysed(text: str) -> str:
    """The part of a text that is analysed: all of it, or its beginning and its end in `ANALYSED_CHARS` characters."""
    if len(text) <= ANALYSED_CHARS:
        return text
    return f"{text[: ANALYSED_CHARS - _END_CHARS - 1]}\n{text[-_END_CHARS:]}"


class TextCache(Generic[*Ts, T]):
    """A function of texts with its results, the least recently used of which are dropped.

    It is bounded by the characters of the arguments, not by their number: results take up to a hundred bytes a
    character, and a text may have 64 KB. Long texts seldom come back, so only the latest ones are kept. Threads may
    call it at the same time.
    """

    def __init__(self, function: Callable[[*Ts], T], max_chars: int) -> None:
        self.max_chars = max_chars
        self.chars = 0
        """Characters of the arguments of all entries, `_ENTRY_CHARS` added for each."""
        self._function = function
        self._results: OrderedDict[tuple[*Ts], T] = OrderedDict()
        self._long: OrderedDict[tuple[*Ts], int] = OrderedDict()
        """Characters of the long entries."""
        self._long_chars = 0
        self._lock = Lock()
        update_wrapper(self, function)

    def __call__(self, *args: *Ts) -> T:
        try:
            result = self._results[args]
            self._results.move_to_end(args)
        except KeyError:
            result = self._function(*args)
            self._add(args, result)
        return result

    def __len__(self) -> int:
        return len(self._results)

    @property
    def max_long_chars(self) -> int:
        """Most characters of long entries; one entry may have more."""
        return int(self.max_chars * _LONG_SHARE)

    def clear(self) -> None:
        """Drop all results."""
        with self._lock:
            self._results.clear()
            self._long.clear()
            self.chars = self._long_chars = 0

    def _add(self, args: tuple[*Ts], result: T) -> None:
        size = _size(args)
        if size > self.max_chars:
            return
        with self._lock:
            if args not in self._results:
                self.chars += size
                if size > _LONG_CHARS:
                    self._long[args] = size
                    self._long_chars += size
            self._results[args] = result
            while self._long_chars > self.max_long_chars and len(self._long) > 1:
                self._drop(next(iter(self._long)))
            while self.chars > self.max_chars:
                self._drop(next(iter(self._results)))

    def _drop(self, args: tuple[*Ts]) -> None:
        del self._results[args]
        self.chars -= _size(args)
        self._long_chars -= self._long.pop(args, 0)


def text_cache(max_chars: int) -> Callable[[Callable[[*Ts], T]], TextCache[*Ts, T]]:
    """Cache the results of a function of texts, up to so many characters of arguments."""

    def cached(function: Callable[[*Ts], T]) -> TextCache[*Ts, T]:
        made = TextCache(function, max_chars)
        caches[f"{function.__module__}.{function.__qualname__}"] = made  # type: ignore[assignment]
        return made

    return cached


def _size(values: Iterable[object]) -> int:
    """Characters of all texts in these values."""
    size = _ENTRY_CHARS
    for value in values:
        if isinstance(value, str):
            size += len(value)
        elif isinstance(value, (tuple, frozenset)):
            size += _size(value)
    return size
