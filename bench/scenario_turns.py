"""Turns of the bundled scenarios to learn from: `dialogues/scenarios.jsonl`, a conversation on each line.

Answers are those of the bundled assistants, complete wordings those that passed the checks of the scenarios. After a
change of scenarios: `askwell eval --json FILE`, then `python -m bench.scenario_turns FILE`.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from askwell.types import Language
from bench.cast import Sample

FILE = Path(__file__).parent / "dialogues" / "scenarios.jsonl"
LANGUAGES: dict[str, Language] = {"policy": "nl"}
"""Languages of assistants that are not English."""


def scenario_turns(language: Language) -> list[Sample]:
    """The turns after the first whose complete wording is known."""
    talks = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    return [sample for talk in talks if talk["language"] == language for sample in _samples(talk)]


def _samples(talk: dict[str, Any]) -> Iterator[Sample]:
    exchanges: list[tuple[str, str]] = []
    for number, turn in enumerate(talk["turns"], 1):
        if exchanges and turn["rewrite"]:
            yield Sample(
                set=f"scenario_{talk['language']}",
                id=f"{talk['name']}/{number}",
                conversation=talk["name"],
                number=number,
                utterance=turn["user"],
                rewrite=turn["rewrite"],
                exchanges=tuple(exchanges),
            )
        exchanges.append((turn["user"], turn["answer"]))


def convert(results: dict[str, Any]) -> Iterator[str]:
    """The lines of the file that results of `askwell eval --json` make; a turn that failed has no wording."""
    for talk in results["conversations"]:
        turns = [
            {
                "user": turn["user_query"],
                "answer": turn["response"],
                "rewrite": turn["reformulated_query"] if turn["passed"] else "",
            }
            for turn in talk["turns"]
        ]
        language = LANGUAGES.get(talk["assistant"], "en")
        yield json.dumps({"name": talk["name"], "language": language, "turns": turns}, ensure_ascii=False)


if __name__ == "__main__":
    found = convert(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
    FILE.write_text("".join(f"{line}\n" for line in found), encoding="utf-8")
