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
    character, and a text may have 64 KB. Threads may call it at the same time.
    """

    def __init__(self, function: Callable[[*Ts], T], max_chars: int) -> None:
        self.max_chars = max_chars
        self.chars = 0
        """Characters of the arguments of all entries, `_ENTRY_CHARS` added for each."""
        self._function = function
        self._results: OrderedDict[tuple[*Ts], T] = OrderedDict()
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

    def clear(self) -> None:
        """Drop all results."""
        with self._lock:
            self._results.clear()
            self.chars = 0

    def _add(self, args: tuple[*Ts], result: T) -> None:
        size = _size(args)
        if size > self.max_chars:
            return
        with self._lock:
            if args not in self._results:
                self.chars += size
            self._results[args] = result
            while self.chars > self.max_chars:
                dropped, _ = self._results.popitem(last=False)
                self.chars -= _size(dropped)


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
