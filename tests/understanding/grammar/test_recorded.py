"""What the grammar makes of conversations, as recorded: kind, confidence, reason, features, referents and wordings.

The gate says which wordings are right. The record says what a change of a rule changes, right or wrong.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from askwell.types import Recalled, Resolution, Source
from askwell.understanding.candidates import candidates
from askwell.understanding.grammar.context import Context
from askwell.understanding.grammar.cues import Reading
from askwell.understanding.grammar.resolve import draft
from askwell.understanding.grammar.salience import fit, rank
from tests.recorded import assert_as_recorded, shown
from tests.understanding.grammar.test_resolve import GATE, history, recalled

RECORD = Path(__file__).with_name("recorded.txt")
SPOKEN = yaml.safe_load(Path(__file__).with_name("spoken.yaml").read_text(encoding="utf-8"))
REFERENTS = 2


def conversation(case: dict[str, Any]) -> Recalled:
    """What was said before the question of a case."""
    said = recalled(*history(case), language=case["l"])
    titles = case.get("titles", ())
    sources = tuple(Source(at, title, title, title, "", ()) for at, title in enumerate(titles, 1))
    return Recalled((*said.turns[:-1], replace(said.turns[-1], sources=sources)))


def _described(made: Resolution) -> Iterator[str]:
    yield f"  {made.kind} {shown(made.score)} {made.reason_code}: {made.question}"
    if made.features:
        yield f"  features: {shown(dict(made.features))}"
    for each in made.antecedents:
        yield f"  {each.expression!r} is {each.refers_to!r} of turn {each.turn}"


def _referents(reading: Reading, context: Context) -> Iterator[str]:
    """What each reference, and what the question leaves out, may mean, the likeliest first, with what speaks for it."""
    for cue in (*reading.cues, None):
        name = "left out" if cue is None else f"{cue.kind} {reading.text[cue.start : cue.end]!r}"
        for each in rank(reading, context, cue)[:REFERENTS]:
            signs = {sign: value for sign, value in {**each.traits, **fit(each, cue, reading)}.items() if value}
            yield f"  {name} may be {each.text!r} of turn {each.turn}: {shown(signs)}"


def _lines() -> Iterator[str]:
    for at, case in enumerate([*SPOKEN, *GATE]):
        said = conversation(case)
        found = draft(case["q"], said, case["l"])
        yield f"{case['l']} {' | '.join([*[turn.question for turn in said.turns], case['q']])}"
        yield from _described(found.resolution)
        if found.reading is not None and found.context is not None and (at < len(SPOKEN) or at % 8 == 0):
            yield from _referents(found.reading, found.context)
            for wording in candidates(found.reading, found.context):
                yield f"  {wording.source} {wording.back} {wording.reason}: {wording.question}"


def test_every_dialogue_is_understood_as_recorded() -> None:
    assert_as_recorded(RECORD, _lines())
