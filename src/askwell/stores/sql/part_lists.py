"""Parts of a turn as short lists, for data that is never queried by its parts.

New elements are added at the end; missing elements at the end have their default:

- decision: `[step, choice, reason, score, took_ms, detail, code, params]`
- passage: `[chunk_id, start, end, score, page, headings, text]`
- usage: `[input_tokens, output_tokens, calls]`, and the cost if there is one
- ledger: `[composition, budget, tokens by slot, dropped, reason, quality, reserve, trust]`; a reason is like that
  of a resolution
- evidence: `[supports, warnings, resolution, options, things, among, retrieved, packed,
  facts]`; a support is `[start, end, score, numbers, lacks, places]`, a place `[number, start, end]`, and a fact
  `[kind, text, start, end, canonical, language, others, is_relative]`
- resolution: `[kind, question, score, reason, features, antecedents, by, refused, terms]`; a reason is a text or
  `[code, params]`; the question is null if it equals the turn's standalone question; a term is `[text, weight]`
- options: `[labels, window_turns, use_memory, standalone_question, store]`
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from json import loads as load
from typing import Any

from askwell.stores.common.encoding import dump, is_plain
from askwell.stores.common.validation import storable
from askwell.types import (
    Antecedent,
    CitedPassage,
    Decision,
    Fact,
    FactKind,
    Kind,
    Lack,
    Language,
    Ledger,
    Place,
    Reason,
    Resolution,
    SearchTerm,
    Support,
    Turn,
    TurnOptions,
    Usage,
    Why,
)


def decision_list(decision: Decision) -> list[object]:
    """The list of a decision."""
    score = None if decision.score is None else round(decision.score, 6)
    took_ms, detail = round(decision.took_ms, 3), dict(decision.detail)
    values = [
        decision.step,
        decision.choice,
        decision.reason,
        score,
        took_ms,
        detail,
        decision.code,
        dict(decision.params),
    ]
    return _trimmed(values, defaults=[None, "", "", None, 0, {}, "", {}])


def support_as_read(support: Support) -> Support:
    """The support as it will be read back."""
    score = round(support.score, 6)
    return support if score == support.score else replace(support, score=score)


def decision_as_read(decision: Decision) -> Decision:
    """The decision as it will be read back."""
    score = None if decision.score is None else round(decision.score, 6)
    took_ms = round(decision.took_ms, 3)
    if (
        score == decision.score
        and took_ms == decision.took_ms
        and is_plain(decision.detail)
        and is_plain(decision.params)
    ):
        return decision
    return decision_from(load(dump(decision_list(decision))))


def decision_from(values: Sequence[Any]) -> Decision:
    """The decision of a list."""
    return Decision(*values)


def passage_from(values: Sequence[Any]) -> CitedPassage:
    """The cited passage of a list."""
    chunk_id, start, end, score, page, headings, text = values[:7]
    return CitedPassage(chunk_id, text, tuple(headings), page, start, end, score)


def usage_list(usage: Usage) -> list[float] | None:
    """The list of a usage; None for none."""
    if usage == Usage():
        return None
    return [usage.input_tokens, usage.output_tokens, usage.calls, *([usage.cost] if usage.cost else [])]


def ledger_as_read(ledger: Ledger) -> Ledger:
    """The ledger as it will be read back."""
    return ledger if is_plain(ledger.tokens) else ledger_from(load(dump(ledger_list(ledger))))


def ledger_list(ledger: Ledger) -> list[object]:
    """The list of a ledger."""
    dropped = [_reason_value(each) for each in ledger.dropped]
    values: list[object] = [ledger.composition, ledger.budget, dict(ledger.tokens), dropped]
    values += [_reason_value(ledger.reason), ledger.quality, ledger.reserve, ledger.trust]
    return _trimmed(values, defaults=[None, None, None, [], "", None, 0, "normal"])


def ledger_from(values: Sequence[Any]) -> Ledger:
    """The ledger of a list."""
    composition, budget, tokens = values[:3]
    dropped = tuple([_reason(each) for each in values[3]]) if len(values) > 3 else ()
    reason = _reason(values[4]) if len(values) > 4 else ""
    return Ledger(composition, budget, tokens, dropped, reason, *values[5:])


def evidence_list(turn: Turn) -> list[object] | None:
    """The list of what a turn found out besides its answer; None if that is nothing."""
    supports = [_support_list(each) for each in turn.support]
    warnings = [storable(each) for each in turn.warnings]
    options = [] if turn.options == TurnOptions() else _options_list(turn.options)
    resolution = (
        None if turn.resolution is None else _resolution_list(turn.resolution, storable(turn.standalone_question))
    )
    row_names = [list(map(storable, turn.things)), list(map(storable, turn.among))]
    passages = [list(turn.retrieved), list(turn.packed)]
    facts = [fact_list(each) for each in turn.facts]
    defaults: list[object] = [[], [], None, [], [], [], [], [], []]
    return _trimmed([supports, warnings, resolution, options, *row_names, *passages, facts], defaults=defaults) or None


def fact_list(fact: Fact) -> list[Any]:
    """The list of a value of the question."""
    values = [fact.kind, storable(fact.text), fact.start, fact.end, storable(fact.canonical), fact.language]
    return _trimmed([*values, list(map(storable, fact.others)), fact.is_relative], defaults=[None] * 6 + [[], False])


def fact_from(  # noqa: PLR0917  # the elements of a stored list
    kind: FactKind,
    text: str,
    start: int,
    end: int,
    canonical: str,
    language: Language,
    others: Iterable[str] = (),
    is_relative: bool = False,
) -> Fact:
    """The value of the elements of a list."""
    return Fact(kind, text, start, end, canonical, language, tuple(others), is_relative)


def _support_list(support: Support) -> list[object]:
    places = [
        _trimmed([each.number, each.start, each.end, each.page], defaults=[None, None, None, None])
        for each in support.places
    ]
    values = [support.start, support.end, round(support.score, 6), list(support.numbers), support.lacks, places]
    return _trimmed(values, defaults=[None, None, None, None, "", []])


def _support(  # noqa: PLR0917  # the elements of a stored list
    start: int,
    end: int,
    score: float,
    numbers: Iterable[int],
    lacks: Lack = "",
    places: Iterable[Sequence[int]] = (),
) -> Support:
    return Support(start, end, score, tuple(numbers), lacks, tuple([Place(*each) for each in places]))


def evidence_from(  # noqa: PLR0917  # the elements of a stored list
    standalone_question: str,
    supports: Iterable[Sequence[Any]] = (),
    warnings: Iterable[str] = (),
    resolution: Sequence[Any] | None = None,
    options: Sequence[Any] = (),
    things: Iterable[str] = (),
    among: Iterable[str] = (),
    retrieved: Iterable[str] = (),
    packed: Iterable[str] = (),
    facts: Iterable[Sequence[Any]] = (),
) -> dict[str, Any]:
    """Field name of a turn to its value."""
    return {
        "support": tuple([_support(*each) for each in supports]),
        "warnings": tuple(warnings),
        "resolution": None if resolution is None else _resolution(standalone_question, *resolution),
        "options": _options(*options),
        "things": tuple(things),
        "among": tuple(among),
        "retrieved": tuple(retrieved),
        "packed": tuple(packed),
        "facts": tuple([fact_from(*each) for each in facts]),
    }


def resolution_as_read(turn: Turn) -> dict[str, Any]:
    """The resolution, options, `things` and `among` of a turn as they will be read back."""
    if turn.resolution is None and turn.options == TurnOptions() and not turn.things and not turn.among:
        return {}
    fields = evidence_from(storable(turn.standalone_question), *load(dump(evidence_list(turn))))
    return {name: fields[name] for name in ("resolution", "options", "things", "among")}


def _resolution_list(resolution: Resolution, standalone_question: str) -> list[object]:
    question = storable(resolution.question)
    values = [
        resolution.kind,
        None if question == standalone_question else question,
        resolution.score,
        _reason_value(resolution.reason),
        dict(resolution.features),
        [[storable(each.expression), storable(each.refers_to), each.turn] for each in resolution.antecedents],
        resolution.by,
        resolution.refused,
        [[storable(term.text), term.weight] for term in resolution.terms],
    ]
    return _trimmed(values, defaults=["", None, 1.0, "", {}, [], "rules", "", []])


def _resolution(standalone_question: str, kind: Kind, question: str | None = None, *rest: Any) -> Resolution:
    """The resolution from the standalone question of its turn and the elements of its list."""
    defaults: tuple[Any, ...] = (1.0, "", {}, [], "rules", "", [])
    score, why, features, antecedents, by, refused, terms = *rest, *defaults[len(rest) :]
    question = standalone_question if question is None else question
    resolved = tuple([Antecedent(*each) for each in antecedents])
    found = tuple([SearchTerm(*each) for each in terms])
    return Resolution(kind, question, score, _reason(why), features, resolved, by, refused=refused, terms=found)


def _options_list(options: TurnOptions) -> list[object]:
    labels, question = list(map(storable, options.labels)), storable(options.standalone_question)
    values = [labels, options.window_turns, options.use_memory, question, options.store]
    return _trimmed(values, defaults=[[], None, True, "", True])


def _options(labels: Iterable[str] = (), *rest: Any) -> TurnOptions:
    return TurnOptions(tuple(labels), *rest)


def _reason_value(why: Why) -> object:
    return storable(why) if isinstance(why, str) else [why.code, dict(why.params)]


def _reason(value: Any) -> Why:
    return value if isinstance(value, str) else Reason(*value)


def _trimmed(values: Sequence[object], *, defaults: Sequence[object]) -> list[object]:
    """The values without trailing ones that equal their defaults."""
    length = len(values)
    while length and values[length - 1] == defaults[length - 1]:
        length -= 1
    return list(values[:length])
