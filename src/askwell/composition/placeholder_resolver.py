"""Lets a resolver read placeholders as names, so that follow-ups work on them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from askwell.ports import Resolver
from askwell.privacy.placeholders import PLACEHOLDER, Change
from askwell.privacy.values import changed
from askwell.types import Language, Recalled, Resolution


@dataclass(slots=True)
class _Names:
    """Placeholders as words of letters and digits, which every rule takes for a name: `Person1`."""

    of: dict[str, str] = field(default_factory=dict)

    def to_names(self, text: str) -> Sequence[Change]:
        """The changes from placeholders to names."""
        if "[[" not in text:
            return ()
        found = [each for each in PLACEHOLDER.finditer(text) if not each["escapes"]]
        return [Change(each.start(), each.end(), self._name(each["name"])) for each in found]

    def to_placeholders(self, text: str) -> Sequence[Change]:
        """The changes back."""
        if not self.of:
            return ()
        names = re.compile(
            rf"(?<![^\W_])(?:{'|'.join(sorted(map(re.escape, self.of), key=len, reverse=True))})(?![^\W_])"
        )
        return [Change(each.start(), each.end(), self.of[each[0]]) for each in names.finditer(text)]

    def _name(self, name: str) -> str:
        word = "".join(part.capitalize() for part in name.split("_"))
        self.of[word] = f"[[{name}]]"
        return word


@dataclass(frozen=True, slots=True)
class PlaceholderResolver:
    """A resolver for conversations with placeholders."""

    inner: Resolver

    async def resolve(self, question: str, recalled: Recalled, language: Language) -> Resolution:
        """The resolution by the inner resolver; without a placeholder it is the same."""
        names = _Names()
        plain, earlier = changed(question, names.to_names), changed(recalled, names.to_names)
        resolution = await self.inner.resolve(plain, earlier, language)
        return changed(resolution, names.to_placeholders)
