"""Tasks with what the search found for them and what is right: data to learn grading and choosing sentences from.

    for example in asyncio.run(load_examples(Path(DIR))): ...

The first call takes minutes, the next ones seconds: examples are kept in the user's cache folder, under a hash of the
data, the embedder and the code of search and ranking. Files: `examples-SET-HASH.pkl`.
"""

import hashlib
import pickle
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import platformdirs
from langgraph.runtime import Runtime

import askwell
from askwell.pipeline.rank import rank
from askwell.pipeline.state import TurnState
from askwell.types import Passage, Recalled
from bench.answer_gold import passage_of
from bench.answer_tasks import DEBIAN, STACKFAQ, Corpus, Task, corpus
from bench.library import embedder_named, open_library
from bench.mtrag import DOMAINS
from bench.retrieval import recalled_before, resolved

ALL = (*DOMAINS, *DEBIAN, STACKFAQ)
"""Sets that have examples."""

_CODE = ("knowledge/*.py", "pipeline/search*.py", "pipeline/rank.py", "rules/rank.py", "text/fuse.py")
"""Code of search and ranking; a change of other code, such as the resolver, needs the files to be deleted."""


@dataclass(frozen=True, slots=True)
class Example:
    """A task after `rank`."""

    task: Task
    """The question with its relevant entries and its reference answer; `set` and `conversation` to fold by."""
    state: TurnState
    """The turn after `rank`: `resolution`, `recalled`, and `found`, 24 passages with their scores."""
    searched: tuple[Passage, ...]
    """The candidates of the search before `rank`, best first by fused score."""
    found: tuple[str, ...]
    """Entry of each passage in `state.found`."""
    candidates: tuple[str, ...]
    """Entry of each passage in `searched`."""
    gold: tuple[Passage, ...]
    """The relevant passages; those that the search did not find are without scores."""

    @property
    def relevant(self) -> tuple[bool, ...]:
        """For each passage in `state.found`, whether it is relevant."""
        return tuple(entry in self.task.gold for entry in self.found)


async def load_examples(data: Path, sets: Iterable[str] = ALL, embedder: str = "") -> list[Example]:
    """Examples of some sets, each over its own corpus; `embedder` replaces the one of the set.

    Questions of MTRAG are resolved by the rules from the turns before them; the others have no history.
    """
    found: list[Example] = []
    for name in sets:
        asked = corpus(data, name)
        file = _file(asked, embedder or asked.embedder)
        if not file.exists():
            examples = await _gather(asked, embedder or asked.embedder)
            file.parent.mkdir(parents=True, exist_ok=True)
            half_written = file.with_suffix(".part")
            half_written.write_bytes(pickle.dumps(examples))
            half_written.replace(file)
        found += pickle.loads(file.read_bytes())  # noqa: S301 - our own file
    return found


async def _gather(asked: Corpus, embedder: str) -> list[Example]:
    async with open_library(asked.entries, embedder_named(embedder)) as library:
        passages = {entry.id: passage_of(entry, 0.0, {}) for entry in asked.entries}
        examples = []
        for task in asked.tasks:
            recalled = await recalled_before(task.exchanges, "rules") if task.exchanges else Recalled()
            turn = await resolved(task.question, recalled, "rules", task.language)
            searched = await library.candidates(turn)
            ranked = await rank(searched, Runtime(context=library.services))
            state = replace(searched, found=ranked["found"], kept=ranked["kept"])
            own = {library.entry(each): each for each in searched.found}
            examples.append(
                Example(
                    task=task,
                    state=state,
                    searched=searched.found,
                    found=tuple(map(library.entry, state.found)),
                    candidates=tuple(map(library.entry, searched.found)),
                    gold=tuple(own.get(each) or passages[each] for each in sorted(task.gold)),
                )
            )
    return examples


def _file(asked: Corpus, embedder: str) -> Path:
    digest = hashlib.sha256(repr((embedder, asked.tasks, asked.entries)).encode())
    root = Path(askwell.__file__).parent
    for source in sorted(file for pattern in _CODE for file in root.glob(pattern)):
        digest.update(source.read_bytes())
    return platformdirs.user_cache_path("askwell") / "bench" / f"examples-{asked.set}-{digest.hexdigest()[:24]}.pkl"
