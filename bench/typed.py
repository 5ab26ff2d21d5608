"""Conversations of our own as people type them: `dialogues/*.jsonl`, one file a language, one dialogue a line.

A dialogue has a `part`, `train`, `dev`, `test` or `held`, a `domain` and its `turns`: what the `user` typed, the
`answer`, whether it `needs_context`, complete `rewrites` with the best first, and its `form`, like `pronoun` or
`correction`. The authors knew neither the code nor the questions of any benchmark. The parts were drawn once, by
dialogue; `held` are all dialogues of three authors.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from askwell.types import Language
from bench.cast import Sample

FOLDER = Path(__file__).parent / "dialogues"


def dialogues(language: Language, *parts: str) -> Iterator[Mapping[str, Any]]:
    """The dialogues of a language in these parts; of all parts if none is given."""
    for line in (FOLDER / f"{language}.jsonl").read_text(encoding="utf-8").splitlines():
        dialogue = json.loads(line)
        if not parts or dialogue["part"] in parts:
            yield dialogue


def follow_ups(language: Language, *parts: str) -> list[Sample]:
    """All turns after the first of each dialogue."""
    return [sample for each in dialogues(language, *parts) for sample in samples(each, f"typed_{language}")]


def samples(dialogue: Mapping[str, Any], name: str) -> Iterator[Sample]:
    """The turns after the first of a dialogue, as samples of a set."""
    exchanges: list[tuple[str, str]] = []
    for number, turn in enumerate(dialogue["turns"], 1):
        if exchanges:
            yield Sample(
                set=name,
                id=f"{dialogue['id']}_{number}",
                conversation=dialogue["id"],
                number=number,
                utterance=turn["user"],
                rewrite=turn["rewrites"][0] if turn["rewrites"] else turn["user"],
                exchanges=tuple(exchanges),
            )
        exchanges.append((turn["user"], turn["answer"]))
