"""The words in which reasons are told: `cli.toml` of each language, read when it is first needed."""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from askwell.languages import LANGUAGES, folder
from askwell.types import Language

_PLACE = re.compile(r"\{([#~+]?)([^{}]+)\}")
"""A place in a template; `languages/en/cli.toml` says what the signs mean."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language."""

    tables: Mapping[str, Mapping[str, str]]
    nouns: Mapping[str, tuple[str, str]]
    """English singular to singular and plural."""
    said: Mapping[str, Mapping[str, str]]
    """Step to the templates of what it says."""

    def name(self, table: str, name: str) -> str:
        """What a name means, like that of a feature; the name itself, with spaces, where nobody gave it words."""
        return self.tables.get(table, {}).get(name) or name.replace("_", " ")

    def line(self, name: str, *, table: str = "lines", **values: str) -> str:
        """A line of the explanation, or of another table, with its values filled in."""
        return _PLACE.sub(lambda place: values[place.group(2)], self.tables[table][name])

    def tell(self, step: str, english: str) -> str:
        """What a step says of itself, in this language; as it is where it is not known, like the words of a model."""
        for name, pattern in _patterns(step):
            found = pattern.fullmatch(english)
            template = self.said.get(step, {}).get(name)
            if found and template:
                return _PLACE.sub(self._filling(step, found.groups(), name), template)
        return english

    def quoted(self, text: str) -> str:
        """The text between this language's quotation marks."""
        return f"{self._form('open')}{text}{self._form('close')}"

    def share(self, score: float) -> str:
        """A number from 0 to 1: `.81` in English, `0,81` in Dutch; 1 and 0 stay whole."""
        if not 0 < round(score, 2) < 1:
            return f"{score:.0f}"
        return f"{self._form('zero')}{self._form('decimal')}{f'{score:.2f}'[2:]}"

    def signed(self, value: float) -> str:
        """A number with two decimals and its sign."""
        return f"{value:+.2f}".replace(".", self._form("decimal"))

    def whole(self, number: int) -> str:
        """A whole number, its thousands set apart."""
        return f"{number:,}".replace(",", self._form("thousands"))

    def counted(self, number: int, noun: str) -> str:
        """A number with its noun, which is given in English and in the singular."""
        one, many = self.nouns.get(noun, (noun, noun))
        return f"{self.whole(number)} {one if number == 1 else many}"

    def took(self, ms: float) -> str:
        """A time for a person: milliseconds, or seconds from ten of them on."""
        if ms < 10_000:
            return f"{self.whole(round(ms))} ms"
        seconds, tenths = divmod(round(ms / 100), 10)
        return f"{self.whole(seconds)}{self._form('decimal')}{tenths} s"

    def _form(self, name: str) -> str:
        return self.tables["form"][name]

    def _filling(self, step: str, found: tuple[str, ...], name: str) -> Callable[[re.Match[str]], str]:
        """What stands in a place of this language for what was found in the same place of the English template."""
        places = [place.group(2) for place in _PLACE.finditer(_english(step)[name])]
        values = dict(zip(places, found, strict=True))

        def fill(place: re.Match[str]) -> str:
            kind, key = place.groups()
            value = values[key]
            if kind == "#":
                return self.counted(_number(value.split(" ", 1)[0]), key)
            if kind == "+":
                return self.whole(_number(value))
            if kind == "~":
                return self.tables["codes"].get(value) or self.tell(step, value)
            return value

        return fill


@cache
def words_of(language: Language) -> Words:
    """The words of a language; English ones for a language without a folder."""
    tables = tomllib.loads((folder(language) / "cli.toml").read_text(encoding="utf-8"))
    said, nouns = tables.pop("said"), tables.pop("nouns")
    return Words(tables, {one: (forms[0], forms[1]) for one, forms in nouns.items()}, said)


def _english(step: str) -> Mapping[str, str]:
    return words_of(LANGUAGES[0]).said.get(step, {})


@cache
def _patterns(step: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Name and pattern of all that a step is known to say."""
    return tuple((name, _pattern(template)) for name, template in _english(step).items())


def _pattern(template: str) -> re.Pattern[str]:
    parts: list[str] = []
    at = 0
    for place in _PLACE.finditer(template):
        kind, key = place.groups()
        number = r"\d[\d,]*"
        parts += [
            re.escape(template[at : place.start()]),
            {"#": rf"({number} {re.escape(key)}s?)", "+": f"({number})"}.get(kind, "(.+?)"),
        ]
        at = place.end()
    return re.compile("".join((*parts, re.escape(template[at:]))), re.DOTALL)


def _number(written: str) -> int:
    return int(written.replace(",", ""))
