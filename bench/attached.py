"""Conversations about files of one's own, by authors who saw nothing of askwell: `attached/<language>/*.json`.

A person attaches files to a conversation with an assistant that has documents of its own, asks about a file, speaks of
other things, and three turns later or more asks something that only the file answers. No question says that it is about
a file but by its words.
"""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from askwell.engine import Engine
from askwell.llm.write import LlmWriter
from askwell.models.scripted import ScriptedChat
from askwell.settings import load_settings
from askwell.types import Answer
from bench.attached_files import file_of
from bench.blind import holds, plain
from bench.bootstrap import measured
from bench.options import Options
from bench.report import Report, Row
from bench.scores import Counts

FOLDER = Path(__file__).parent / "attached"
ASSISTANTS = {"en": "childcare", "nl": "policy", "it": "tax"}
"""The assistant that the conversations of a language are with."""
METRICS = ("follow_up", "follow_up_held", "follow_up_shown", "dialogues", "first", "wrong", "stray")
REPLY = "It is written there [1]."
"""What the scripted model answers to every question: its history teaches it nothing."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A question of a dialogue with its answer."""

    dialogue: str
    file: str | None
    """Name of the file that answers it, without its ending; null if no file does."""
    facts: tuple[tuple[str, ...], ...]
    """What a right answer has: of each entry one spelling."""
    is_follow_up: bool
    """Whether the file was given three turns earlier, or more."""
    given: frozenset[str]
    """All files of the dialogue so far, without their endings."""
    answer: Answer
    prompt: str = ""
    """All that a model would have got; empty without a model."""

    @property
    def is_in_prompt(self) -> bool:
        """Whether a model has got every fact."""
        return self.file is not None and _has(self.facts, self.prompt)

    @property
    def cites_file(self) -> bool:
        """Whether the answer, or the places that it shows, are from the right file."""
        return self.file is not None and self.file in self.cited

    @property
    def cited(self) -> frozenset[str]:
        """Names of the documents that the answer cites, without their endings."""
        return frozenset(_stem(source.document) for source in self.answer.sources)

    @property
    def has_facts(self) -> bool:
        """Whether every fact is in it."""
        return _has(self.facts, self.answer.answer)

    @property
    def is_right(self) -> bool:
        """Whether it is answered from the file with every fact."""
        return self.answer.outcome == "answered" and self.cites_file and self.has_facts

    @property
    def is_held(self) -> bool:
        """Whether it is right, or the words that it shows of the file have every fact."""
        return self.is_right or (self.is_shown and self.has_facts)

    @property
    def is_shown(self) -> bool:
        """Whether it is right, or shows a place of the file without being sure."""
        return self.is_right or (self.answer.outcome == "passages" and self.cites_file)

    @property
    def is_wrong(self) -> bool:
        """Whether it is answered, about a file, without its facts."""
        return self.file is not None and self.answer.outcome == "answered" and not self.has_facts

    @property
    def is_stray(self) -> bool:
        """Whether it is about no file, and answered from one."""
        return self.file is None and self.answer.outcome == "answered" and not self.given.isdisjoint(self.cited)


def run(options: Options) -> Report:
    """A row for each language, and of all; and how often a model that writes would get the facts."""
    turns: dict[str, list[Turn]] = {}
    prompted: dict[str, list[Turn]] = {}
    for language, assistant in ASSISTANTS.items():
        if options.set in {"", "all", language}:
            files = sorted((FOLDER / language).glob("*.json"))[: options.limit]
            dialogues, folder = [*map(_read, files)], FOLDER / language / "files"
            turns[language] = asyncio.run(ask(dialogues, folder, assistant))
            prompted[language] = asyncio.run(ask(dialogues, folder, assistant, ScriptedChat([REPLY])))
    rows = [row(language, each) for language, each in turns.items() if each]
    rows.append(row("all", [turn for each in turns.values() for turn in each]))
    rows += [prompt_row(language, each) for language, each in prompted.items() if each]
    rows.append(prompt_row("all", [turn for each in prompted.values() for turn in each]))
    notes = (
        "follow_up: questions about a file given three turns earlier or more, answered from it with every fact; ",
        "follow_up_held: or with every fact in what is shown; follow_up_shown: or a place of the file shown; ",
        "dialogues: all follow-ups of a dialogue right; first: the other questions about files; ",
        "wrong: answered without the facts; stray: questions about no file, answered from one. ",
        "prompts: with a model that writes, questions about files with every fact in the prompt.",
    )
    return Report("attached", METRICS, tuple(rows), ("".join(notes),))


async def ask(
    dialogues: Sequence[Mapping[str, Any]], folder: Path, assistant: str, model: ScriptedChat | None = None
) -> list[Turn]:
    """All turns, each dialogue in a session of its own; the files are in the folder. A model only writes."""
    settings = load_settings().settings.model_copy(update={"model": ""})
    turns: list[Turn] = []
    async with await Engine.open(settings) as engine:
        async for _ in engine.prepare(assistant):
            pass
        if model is not None:
            runtime = engine.container.runtimes[assistant]
            runtime.services = replace(runtime.services, writer=LlmWriter(model, runtime.assistant))
        for dialogue in dialogues:
            turns += await _asked(engine, assistant, dialogue, folder, model)
    return turns


async def _asked(
    engine: Engine, assistant: str, dialogue: Mapping[str, Any], folder: Path, model: ScriptedChat | None
) -> list[Turn]:
    kinds = {each["name"]: each.get("as", "") for each in dialogue["files"]}
    session = (await engine.create_session(assistant)).id
    turns: list[Turn] = []
    given: set[str] = set()
    for turn in dialogue["turns"]:
        given.update(map(_stem, turn.get("attach", ())))
        for name in turn.get("attach", ()):
            await engine.attach(session, *file_of(folder, name, kinds[name]))
        await engine.attachments.settled(session)
        calls = len(model.calls) if model else 0
        answer = await engine.ask(turn["question"], session=session)
        prompts = model.calls[calls:] if model else ()
        prompt = "\n".join(message.content for call in prompts for message in call.messages)
        file = turn.get("from")
        facts = tuple([tuple(spellings) for spellings in turn.get("facts", ())])
        is_follow_up = bool(turn.get("follow_up"))
        turns.append(Turn(dialogue["id"], file and _stem(file), facts, is_follow_up, frozenset(given), answer, prompt))
    await engine.delete_session(session)
    return turns


def row(name: str, turns: Sequence[Turn]) -> Row:
    """The metrics of these turns, with their intervals; dialogues are what is drawn."""
    of_dialogue: dict[str, list[Turn]] = {}
    for turn in turns:
        of_dialogue.setdefault(turn.dialogue, []).append(turn)
    counts = np.array([_count(each) for each in of_dialogue.values()])
    return {"system": "askwell", "set": name, "n": len(of_dialogue), **measured(counts, list(of_dialogue), _measure)}


def prompt_row(name: str, turns: Sequence[Turn]) -> Row:
    """Shares of questions about files whose facts reach a model, and of dialogues of which all later ones do."""
    dialogues: dict[str, bool] = {}
    for turn in turns:
        if turn.is_follow_up:
            dialogues[turn.dialogue] = dialogues.get(turn.dialogue, True) and turn.is_in_prompt
    later = [turn.is_in_prompt for turn in turns if turn.is_follow_up]
    first = [turn.is_in_prompt for turn in turns if turn.file and not turn.is_follow_up]
    shares = {"follow_up": later, "dialogues": list(dialogues.values()), "first": first}
    figures = {name: round(fmean(each), 3) for name, each in shares.items()}
    return {"system": "prompts", "set": name, "n": len({turn.dialogue for turn in turns})} | figures


def _has(facts: Sequence[Sequence[str]], text: str) -> bool:
    """Whether every fact is in a text in one of its spellings."""
    said = plain(text)
    return all(any(holds(said, plain(each)) for each in spellings) for spellings in facts)


def _count(turns: Sequence[Turn]) -> Counts:
    """Numerator and denominator of each metric, in the order of `METRICS`."""
    later = [turn for turn in turns if turn.is_follow_up]
    first = [turn for turn in turns if turn.file and not turn.is_follow_up]
    about_files, others = later + first, [turn for turn in turns if not turn.file]
    return np.array(
        [
            *(sum(turn.is_right for turn in later), len(later)),
            *(sum(turn.is_held for turn in later), len(later)),
            *(sum(turn.is_shown for turn in later), len(later)),
            *(bool(later) and all(turn.is_right for turn in later), bool(later)),
            *(sum(turn.is_right for turn in first), len(first)),
            *(sum(turn.is_wrong for turn in about_files), len(about_files)),
            *(sum(turn.is_stray for turn in others), len(others)),
        ],
        dtype=np.float64,
    )


def _measure(sums: Counts) -> dict[str, float]:
    return {
        name: float(hits) / max(float(of), 1) for name, hits, of in zip(METRICS, sums[::2], sums[1::2], strict=True)
    }


def _read(file: Path) -> dict[str, Any]:
    dialogue: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return dialogue


def _stem(name: str) -> str:
    return name.rpartition("/")[2].rpartition(".")[0]
