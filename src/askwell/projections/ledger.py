"""The contents of a prompt as JSON and in plain words."""

from collections.abc import Mapping

from askwell.projections.common import Json
from askwell.projections.decisions import reason_text
from askwell.types import Language, Ledger, Reason, as_param


def ledger_json(ledger: Ledger | None, language: Language) -> Json | None:
    """What a prompt contained; `distribution` are shares of the context by origin, `explained` is the same in words."""
    if ledger is None:
        return None
    return {
        "composition": ledger.composition,
        "reason": reason_text(ledger.reason, language),
        "budget": ledger.budget,
        "reserve": ledger.reserve,
        "tokens": dict(ledger.tokens),
        "distribution": dict(ledger.distribution),
        "quality": ledger.quality,
        "trust": ledger.trust,
        "dropped": [reason_text(each, language) for each in ledger.dropped],
        "explained": explained(ledger, language),
    }


def explained(ledger: Ledger, language: Language) -> list[str]:
    """Tokens by slot, origins of the context and its quality, one text each, largest shares first."""
    slots = [as_param(Reason("pack.slot", {"slot": name, "tokens": size})) for name, size in _largest(ledger.tokens)]
    origins = [
        as_param(Reason("pack.origin", {"origin": name, "share": share}))
        for name, share in _largest(ledger.distribution)
    ]
    reasons = [
        *([Reason("pack.slots", {"slots": slots})] if slots else ()),
        *([Reason("pack.origins", {"origins": origins})] if origins else ()),
        *([Reason("pack.quality", {"quality": ledger.quality})] if ledger.quality is not None else ()),
    ]
    return [reason_text(reason, language) for reason in reasons]


def _largest(sizes: Mapping[str, float]) -> list[tuple[str, float]]:
    return sorted(((name, size) for name, size in sizes.items() if size), key=lambda pair: -pair[1])
