"""The values of one conversation and their placeholders."""

import re
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import cast

from askwell.privacy.canonical import canonical
from askwell.privacy.find import Recognise, find
from askwell.privacy.placeholders import PLACEHOLDER, Change, escape, mask, placeholder
from askwell.privacy.spans import PERSONAL_KINDS, Kind, Span, without_overlaps

SHORTEST_KNOWN = 4
"""Values of fewer characters are not looked for again by themselves: they may be words."""


@dataclass(slots=True)
class Placeholders:
    """The placeholders of one conversation: a value has the same one in all its messages, files and tool results."""

    values: dict[str, str] = field(default_factory=dict)
    """Placeholder to its value, as it was first written."""
    recognise: Recognise = find
    _names: dict[tuple[Kind, str], str] = field(default_factory=dict)
    _last: dict[Kind, int] = field(default_factory=dict)
    _known: re.Pattern[str] | None = None

    @classmethod
    def of(cls, values: Mapping[str, str], recognise: Recognise = find) -> "Placeholders":
        """The placeholders that a conversation has."""
        made = cls(recognise=recognise)
        made.learn(values)
        return made

    def learn(self, values: Mapping[str, str]) -> None:
        """Take in placeholders that were given elsewhere."""
        for name, value in values.items():
            found = PLACEHOLDER.fullmatch(name)
            if found is not None and name not in self.values:
                kind, _, number = found["name"].rpartition("_")
                self._add(cast(Kind, kind), int(number), value)

    def name_of(self, kind: Kind, value: str) -> str:
        """The placeholder of a value, a new one for a new value."""
        known = self._names.get((kind, canonical(kind, value)))
        return known or self._add(kind, self._last.get(kind, 0) + 1, value)

    def spans(self, text: str, kinds: AbstractSet[Kind] = PERSONAL_KINDS) -> tuple[Span, ...]:
        """What is to be hidden in a text: what is found in it, and the known values, in any case."""
        found = [*self.recognise(text, kinds), *self._known_spans(text)]
        typed = [(each.start(), each.end()) for each in PLACEHOLDER.finditer(text)]
        return without_overlaps(span for span in found if all(span.end <= a or span.start >= b for a, b in typed))

    def changes(self, text: str, kinds: AbstractSet[Kind] = PERSONAL_KINDS) -> list[Change]:
        """The changes that hide the personal data of a person's text, and escape what looks like a placeholder."""
        typed = [Change(each.start(), each.end(), escape(each[0])) for each in PLACEHOLDER.finditer(text)]
        return sorted([*self.replacements(text, kinds), *typed])

    def replacements(self, text: str, kinds: AbstractSet[Kind] = PERSONAL_KINDS) -> list[Change]:
        """The changes that hide the personal data of a text that may have placeholders of this conversation."""
        return [
            Change(span.start, span.end, self.name_of(span.kind, text[span.start : span.end]))
            for span in self.spans(text, kinds)
        ]

    def missing(self, text: str, kinds: AbstractSet[Kind] = PERSONAL_KINDS) -> dict[str, dict[str, str]]:
        """Kind to the values of a text that have no placeholder yet, each by its canonical form."""
        found: dict[str, dict[str, str]] = {}
        for span in self.spans(text, kinds):
            value = text[span.start : span.end]
            form = canonical(span.kind, value)
            if (span.kind, form) not in self._names:
                found.setdefault(span.kind, {}).setdefault(form, value)
        return found

    def _add(self, kind: Kind, number: int, value: str) -> str:
        name = placeholder(kind, number)
        self.values[name] = value
        self._names[kind, canonical(kind, value)] = name
        self._last[kind] = max(number, self._last.get(kind, 0))
        self._known = None
        return name

    def _known_spans(self, text: str) -> Iterable[Span]:
        if not self.values:
            return
        if self._known is None:
            ordered = sorted(
                {each for each in self.values.values() if len(each) >= SHORTEST_KNOWN}, key=len, reverse=True
            )
            self._known = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, ordered)) or '(?!)'})(?!\w)", re.IGNORECASE)
        kinds = {self.values[name].casefold(): kind for (kind, _), name in self._names.items()}
        for found in self._known.finditer(text):
            if kind := kinds.get(found[0].casefold()):
                yield Span(found.start(), found.end(), kind)


def masks(text: str, kinds: AbstractSet[Kind] = PERSONAL_KINDS, recognise: Recognise = find) -> list[Change]:
    """The changes that leave nothing of the personal data of a text but its kinds."""
    return [Change(span.start, span.end, mask(span.kind)) for span in recognise(text, kinds)]
