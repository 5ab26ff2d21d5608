"""What rows with a model say besides their figures: which model, how long, and how often it was heard."""

from collections import Counter
from collections.abc import Sequence
from statistics import fmean

from askwell.types import Resolution
from bench.report import Row
from bench.resolvers import EARLIER_BY_RULES, LLM, model_name


def model_cells(by: str, took_s: Sequence[float]) -> Row:
    """The model's name and the mean seconds a turn on the wall, for a resolver that is a model; nothing for others."""
    return {"model": model_name(), "s_turn": round(fmean(took_s), 2)} if by == LLM else {}


def model_notes(resolutions: Sequence[Resolution]) -> tuple[str, ...]:
    """How many turns a model was asked about, and what became of its wordings, the reasons by name."""
    asked = [each for each in resolutions if each.by != "rules" or each.refused]
    refused = Counter(each.refused for each in asked if each.refused)
    reasons = ", ".join(f"{reason} {count}" for reason, count in refused.most_common())
    return (
        f"note: {EARLIER_BY_RULES}",
        f"note: the model was asked about {len(asked)} of {len(resolutions)} turns, the rules alone read the others",
        f"note: no wording of the model was used on {refused.total()} of {len(asked)}"
        + (f": {reasons}" if reasons else ""),
    )
