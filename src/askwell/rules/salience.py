"""Which of the things spoken of an expression most likely refers to."""

import json
import math
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from importlib.resources import files

from askwell.rules.background import Background, Referent, fit
from askwell.rules.cues import Cue, Reading


@cache
def weights() -> Mapping[str, Mapping[str, float]]:
    """The learnt weights, `lean` of a question and `salience` of a referent; made by `bench train-followup`."""
    loaded: Mapping[str, Mapping[str, float]] = json.loads(
        files("askwell.rules").joinpath("weights.json").read_text(encoding="utf-8")
    )
    return loaded


def score(values: Mapping[str, float], table: str) -> tuple[float, dict[str, float]]:
    """Probability by a logistic model, and what each feature contributed to its logit."""
    learnt = weights()[table]
    parts = {name: round(learnt.get(name, 0.0) * value, 4) for name, value in values.items()}
    return 1 / (1 + math.exp(-(learnt.get("bias", 0.0) + sum(parts.values())))), parts


def rank(
    question: Reading, background: Background, cue: Cue | None, *, without: Collection[frozenset[str]] = ()
) -> list[Referent]:
    """Referents that may fill a cue (None: what the question leaves out), best first."""
    learnt = weights()["salience"]
    rated = [
        (
            sum(learnt.get(name, 0.0) * value for name, value in {**each.traits, **fit(each, cue, question)}.items()),
            each,
        )
        for each in eligible(question, background, cue)
        if each.stems not in without
    ]
    rated.sort(key=lambda pair: -pair[0])
    return [each for _, each in rated]


def eligible(question: Reading, background: Background, cue: Cue | None) -> list[Referent]:
    """Referents worth comparing: an attribute gives way to its owner unless the cue names it."""
    new = [each for each in background.referents if not each.stems <= question.stems]
    fitting = [each for each in new if not _gives_way(each) or fit(each, cue, question)["same_head"]] or new
    return [each for each in fitting if cue is None or _agrees(each, cue)] or fitting


def _agrees(referent: Referent, cue: Cue) -> bool:
    """Whether number and person let a pronoun stand for a referent; `they` may stand for a kind in the singular."""
    mention = referent.mention
    if cue.kind == "stand_in":
        return not mention.name
    if cue.kind not in {"pronoun", "possessive"}:
        return True
    if cue.refers == "person":
        return mention.person or (mention.name and not mention.plural)
    if cue.refers == "thing":
        return not mention.person and (mention.name or not mention.plural)
    return cue.refers != "plural" or mention.plural or mention.name or mention.determiner != "definite"


def _gives_way(referent: Referent) -> bool:
    traits = referent.traits
    return bool(traits["attribute"] or traits["attribute_of"] or traits.get("genitive_of_older"))


def best(ranked: Sequence[Referent]) -> Referent | None:
    """The first of a ranking, if there is one."""
    return ranked[0] if ranked else None
