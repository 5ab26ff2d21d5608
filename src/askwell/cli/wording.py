"""Texts of the terminal in each language, read from its `cli.toml` on first use."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from askwell.languages import folder
from askwell.projections.decisions import Sentences, sentences
from askwell.types import Language

_PLACE = re.compile(r"\{([^{}]+)\}")


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language."""

    language: Language
    tables: Mapping[str, Mapping[str, str]]
    sentences: Sentences
    """Its sentences for decisions, and its number format."""

    def name(self, table: str, name: str) -> str:
        """The text for a name, such as that of a feature; the name itself, with spaces, if the table lacks it."""
        return self.tables.get(table, {}).get(name) or name.replace("_", " ")

    def line(self, name: str, *, table: str = "lines", **values: str) -> str:
        """A line of the explanation, or of another table, with its values filled in."""
        return _PLACE.sub(lambda place: values[place.group(1)], self.tables[table][name])

    def quoted(self, text: str) -> str:
        """The text in the quotation marks of the language."""
        return f"{self._form('open')}{text}{self._form('close')}"

    def share(self, score: float) -> str:
        """A number from 0 to 1: `.81` in English, `0,81` in Dutch; 0 and 1 have no decimals."""
        if not 0 < round(score, 2) < 1:
            return f"{score:.0f}"
        return f"{self._form('zero')}{self._form('decimal')}{f'{score:.2f}'[2:]}"

    def signed(self, value: float) -> str:
        """A number with two decimals and its sign."""
        return f"{value:+.2f}".replace(".", self._form("decimal"))

    def whole(self, number: int) -> str:
        """A whole number with separated thousands."""
        return self.sentences.whole(number)

    def counted(self, number: int, noun: str) -> str:
        """A number with its noun; `noun` is English and singular."""
        return self.sentences.counted(number, noun)

    def took(self, ms: float) -> str:
        """A duration: in milliseconds, or in seconds from 10 s."""
        if ms < 10_000:
            return f"{self.whole(round(ms))} ms"
        seconds, tenths = divmod(round(ms / 100), 10)
        return f"{self.whole(seconds)}{self._form('decimal')}{tenths} s"

    def _form(self, name: str) -> str:
        return self.sentences.form[name]


@cache
def words_of(language: Language) -> Words:
    """The words of a language; English for a language without a folder."""
    tables = tomllib.loads((folder(language) / "cli.toml").read_text(encoding="utf-8"))
    return Words(language, tables, sentences(language))
