"""Reads fields of old turns from their decisions, where earlier versions stored them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from askwell.types import Antecedent, Decision, Resolution, Turn, TurnOptions

_OPTIONS = "options"
"""Step of a decision that contained the options of the caller. No current step has this name."""


def with_fields_of_trace(turn: Turn) -> Turn:
    """The turn with `resolution`, `options`, `things` and `among`; a turn that already has them is not changed.

    Earlier versions stored them in the details of decisions.
    """
    old = {each.step: each for each in turn.decisions if each.step in {"resolve", "look_up", _OPTIONS} and each.detail}
    changed: dict[str, Any] = {}
    if "resolve" in old and turn.resolution is None and (resolution := _resolution(old["resolve"], turn)):
        changed["resolution"] = resolution
    if _OPTIONS in old and turn.options == TurnOptions():
        changed["options"] = _options(old[_OPTIONS].detail)
        changed["decisions"] = tuple([each for each in turn.decisions if each.step != _OPTIONS])
    if "look_up" in old and not turn.things:
        looked_up = [each.detail for each in turn.decisions if each.step == "look_up"]
        changed["things"] = tuple([name for detail in looked_up for name in _texts(detail.get("things"))])
        changed["among"] = tuple([name for detail in looked_up for name in _texts(detail.get("among"))])
    return replace(turn, **changed) if changed else turn


def _resolution(decision: Decision, turn: Turn) -> Resolution | None:
    detail: Mapping[str, Any] = decision.detail
    if "question" not in detail:
        return None
    features, antecedents = detail.get("features"), detail.get("antecedents")
    return Resolution(
        kind=turn.kind,
        question=str(detail["question"]),
        score=1.0 if decision.score is None else decision.score,
        reason=decision.reason,
        features=dict(features) if isinstance(features, Mapping) else {},
        antecedents=tuple(map(_antecedent, antecedents)) if isinstance(antecedents, Sequence) else (),
        by=str(detail.get("by", "rules")),
    )


def _antecedent(stored: Mapping[str, Any]) -> Antecedent:
    return Antecedent(stored["expression"], stored["refers_to"], stored["turn"])


def _options(detail: Mapping[str, Any]) -> TurnOptions:
    window = detail.get("window_turns")
    return TurnOptions(
        labels=_texts(detail.get("labels")),
        window_turns=window if isinstance(window, int) else None,
        use_memory=bool(detail.get("use_memory", True)),
        standalone_question=str(detail.get("standalone_question", "")),
    )


def _texts(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, list | tuple) else ()
