"""The rest of a list that the end of a chunk has cut, so that an answer without a model does not lose it."""

from dataclasses import replace

from askwell.pipeline.passages import cost_of, follows
from askwell.pipeline.state import TurnRuntime, TurnState
from askwell.text.sentences import LIST_ITEM
from askwell.text.tokens import count_tokens_once
from askwell.types import Passage


async def with_whole_lists(
    passages: tuple[Passage, ...], spare: int, state: TurnState, runtime: TurnRuntime
) -> tuple[Passage, ...]:
    """The passages, each that ends with a list item with the items that the next chunk begins with.

    Only items of the same section are added, as far as `spare` tokens allow, the best passage first.
    """
    cut = [each for each in passages if _ends_in_list(each.chunk.text)]
    if not cut:
        return passages
    around = await runtime.context.searcher.around([each.chunk.id for each in cut], labels=state.options.labels)
    found = {**{each.chunk.id: each for each in passages}, **{each.chunk.id: each for each in around}}
    whole: list[Passage] = []
    for each in passages:
        following = next((other for other in found.values() if each in cut and _goes_on(each, other)), None)
        longer = _with(each, _first_items(following.chunk.text), following.chunk.start) if following else each
        added = cost_of(longer) - cost_of(each)
        whole.append(longer if added <= spare else each)
        spare -= added if added <= spare else 0
    return tuple(whole)


def _ends_in_list(text: str) -> bool:
    return LIST_ITEM.match(text.rstrip().rpartition("\n")[2]) is not None


def _goes_on(one: Passage, other: Passage) -> bool:
    """Whether a chunk directly follows another one in the same section."""
    return follows(one, other) and one.chunk.headings == other.chunk.headings


def _first_items(text: str) -> str:
    """The list items that a text begins with."""
    lines = text.split("\n")
    is_item = [not line.strip() or LIST_ITEM.match(line) is not None for line in lines]
    return "\n".join(lines[: is_item.index(False)] if False in is_item else lines).rstrip()


def _with(passage: Passage, items: str, start: int) -> Passage:
    """A passage that goes on with text that begins at `start` of the document."""
    chunk = passage.chunk
    if not items:
        return passage
    text = chunk.text + "\n" * (start - chunk.start - len(chunk.text)) + items
    return replace(passage, chunk=replace(chunk, text=text, end=start + len(items), tokens=count_tokens_once(text)))
