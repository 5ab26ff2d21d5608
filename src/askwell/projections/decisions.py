"""Words decisions and reasons in a reader's language, with the sentences of `languages/*/decisions.toml`."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from askwell.languages import folder
from askwell.types import Decision, Language, Params, Why

_PLACE = re.compile(r"\{([#~+%.=]?)(\w+)(?: ([^{}]+))?\}")
"""A placeholder in a sentence; `languages/en/decisions.toml` explains the signs."""

_TABLES = {"form", "names", "nouns"}
"""Tables of the file that contain no codes."""

_GUARDED = {"route.scope", "route.scope_by_rules", "route.intent", "route.otherwise"}
"""Codes of decisions that have the score of the guard; that of an intent is its own, and the guard's a parameter."""

_CACHED = 16
"""Maximum languages in the cache; bounded because callers may send any language code."""


@dataclass(frozen=True, slots=True)
class Sentences:
    """The sentences and number formats of one language."""

    form: Mapping[str, str]
    """Characters: `decimal`, `thousands`, `zero` (before the decimal sign of a share), `open` and `close` quotes."""
    nouns: Mapping[str, tuple[str, str]]
    """English singular to the singular and plural in this language."""
    names: Mapping[str, Mapping[str, str]]
    """Table and name to words."""
    codes: Mapping[str, tuple[str, ...]]
    """`step.name` to its texts: choice and reason for a decision, one text for a reason."""

    def text(self, template: str, params: Params) -> str:
        """A sentence with its placeholders filled in; missing values become `…`."""
        return _PLACE.sub(lambda place: self._fill(place[1], place[2], place[3], params), template)

    def why(self, why: object) -> str:
        """A value of `Params` as text: reasons are worded and lists joined."""
        if isinstance(why, Mapping):
            code, params = str(why.get("code", "")), why.get("params")
            texts = self.codes.get(code)
            return self.text(texts[-1], params if isinstance(params, Mapping) else {}) if texts else code
        if isinstance(why, list | tuple):
            return ", ".join(map(self.why, why))
        return f"{why:g}" if isinstance(why, float) else str(why)

    def whole(self, number: int) -> str:
        """An integer with thousands separators."""
        return f"{number:,}".replace(",", self.form["thousands"])

    def counted(self, number: int, noun: str) -> str:
        """A number with a noun; `noun` is its English singular."""
        one, many = self.nouns.get(noun, (noun, noun))
        return f"{self.whole(number)} {one if number == 1 else many}"

    def _fill(self, sign: str, name: str, noun: str, params: Params) -> str:
        value = params.get(name, "…")
        if sign == "~":
            return self.names.get(name, {}).get(str(value)) or str(value).replace("_", " ")
        if sign == "=" and isinstance(value, list | tuple):
            return ", ".join(f"{self.form['open']}{self.why(each)}{self.form['close']}" for each in value)
        if not sign or not isinstance(value, int | float):
            return self.why(value)
        if sign == "%":
            return f"{value:.0%}"
        if sign == ".":
            return f"{value:.2f}".replace(".", self.form["decimal"])
        return self.counted(int(value), noun) if sign == "#" else self.whole(int(value))


@lru_cache(maxsize=_CACHED)
def sentences(language: Language) -> Sentences:
    """The sentences of a language; the English ones if the language has no folder."""
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


def guard_score(decisions: Iterable[Decision]) -> int | None:
    """The score of the scope guard, 0 to 100; None if it did not judge, as for small talk or without a scope."""
    for decision in decisions:
        if decision.code in _GUARDED:
            score = decision.params.get("guard", decision.score)
            return round(100 * score) if isinstance(score, int | float) else None
    return None


def composition_score(decisions: Iterable[Decision]) -> float | None:
    """How sure the composition of the prompt is, 0 to 1; None if a model decided, or if no prompt was made."""
    return next((each.score for each in decisions if each.code == "pack.composed"), None)


def choice_and_reason(decision: Decision, language: Language) -> tuple[str, str]:
    """The choice and the reason of a decision, in a language.

    Decisions without a code (from a plug-in step, or stored by an earlier version) are returned as they are. For an
    unknown code, for example from a newer version, the choice is the code and the reason is empty.
    """
    if not decision.code:
        return decision.choice, decision.reason
    known = sentences(language)
    texts = known.codes.get(decision.code)
    if texts is None:
        return decision.code, ""
    return known.text(texts[0], decision.params), known.text(texts[-1], decision.params)


def reason_text(why: Why, language: Language) -> str:
    """A reason in a language; a text by a model or a plug-in is returned as it is."""
    if isinstance(why, str):
        return why
    return sentences(language).why({"code": why.code, "params": why.params})
