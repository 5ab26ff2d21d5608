"""Sentences of decisions and reasons in a reader's language, from `languages/*/decisions.toml`."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from askwell.languages import folder
from askwell.types import Decision, Language, Params, Why

_PLACE = re.compile(r"\{([#~+%.]?)(\w+)(?: ([^{}]+))?\}")
"""A place in a sentence; `languages/en/decisions.toml` explains the signs."""

_TABLES = {"form", "names", "nouns"}
"""Tables of the file that hold no codes."""

_CACHED = 16
"""Languages in memory; a caller may send any code."""


@dataclass(frozen=True, slots=True)
class Sentences:
    """What one language says of decisions, and how it writes numbers."""

    form: Mapping[str, str]
    """Signs: `decimal`, `thousands`, `zero` (before the decimal sign of a share), `open` and `close` of a quotation."""
    nouns: Mapping[str, tuple[str, str]]
    """English singular to singular and plural."""
    names: Mapping[str, Mapping[str, str]]
    """Table to name to words."""
    codes: Mapping[str, tuple[str, ...]]
    """`step.name` to its texts: choice and reason of a decision, the one text of a reason."""

    def text(self, template: str, params: Params) -> str:
        """A sentence with its places filled in; a value that is missing reads as `…`."""
        return _PLACE.sub(lambda place: self._fill(place[1], place[2], place[3], params), template)

    def why(self, why: object) -> str:
        """A value of `Params`: a reason worded, a list joined, anything else as text."""
        if isinstance(why, Mapping):
            code, params = str(why.get("code", "")), why.get("params")
            texts = self.codes.get(code)
            return self.text(texts[-1], params if isinstance(params, Mapping) else {}) if texts else code
        if isinstance(why, list | tuple):
            return ", ".join(map(self.why, why))
        return f"{why:g}" if isinstance(why, float) else str(why)

    def whole(self, number: int) -> str:
        """A whole number with separated thousands."""
        return f"{number:,}".replace(",", self.form["thousands"])

    def counted(self, number: int, noun: str) -> str:
        """A number with its noun, which is given in English and in the singular."""
        one, many = self.nouns.get(noun, (noun, noun))
        return f"{self.whole(number)} {one if number == 1 else many}"

    def _fill(self, sign: str, name: str, noun: str, params: Params) -> str:
        value = params.get(name, "…")
        if sign == "~":
            return self.names.get(name, {}).get(str(value)) or str(value).replace("_", " ")
        if not sign or not isinstance(value, int | float):
            return self.why(value)
        if sign == "%":
            return f"{value:.0%}"
        if sign == ".":
            return f"{value:.2f}".replace(".", self.form["decimal"])
        return self.counted(int(value), noun) if sign == "#" else self.whole(int(value))


@lru_cache(maxsize=_CACHED)
def sentences(language: Language) -> Sentences:
    """The sentences of a language; English ones for a language without a folder."""
    tables = tomllib.loads((folder(language) / "decisions.toml").read_text(encoding="utf-8"))
    return Sentences(
        form=tables["form"],
        nouns={noun: (forms[0], forms[1]) for noun, forms in tables["nouns"].items()},
        names=tables["names"],
        codes={
            f"{step}.{name}": (texts,) if isinstance(texts, str) else tuple(texts)
            for step, named in tables.items()
            if step not in _TABLES
            for name, texts in named.items()
        },
    )


def choice_and_reason(decision: Decision, language: Language) -> tuple[str, str]:
    """What was chosen and why, in a language.

    Words of a plugged-in step and of a turn stored without codes are given as they are, in whatever language they are.
    A code without a sentence, as a newer version may have stored, is given as the choice.
    """
    if not decision.code:
        return decision.choice, decision.reason
    known = sentences(language)
    texts = known.codes.get(decision.code)
    if texts is None:
        return decision.code, ""
    return known.text(texts[0], decision.params), known.text(texts[-1], decision.params)


def reason_text(why: Why, language: Language) -> str:
    """A reason in a language; words of a model or a plug-in as they are."""
    if isinstance(why, str):
        return why
    return sentences(language).why({"code": why.code, "params": why.params})
