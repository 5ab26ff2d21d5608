"""What the border of a chunk has cut: lists, and what a chunk ends with announcing, for answers without a model."""

from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

from askwell.pipeline.passages import cost_of, follows
from askwell.pipeline.state import TurnRuntime, TurnState
from askwell.text.sentences import LIST_ITEM, sentences
from askwell.text.tokens import count_tokens_once
from askwell.types import Passage


async def with_whole_lists(
    passages: tuple[Passage, ...], spare: int, state: TurnState, runtime: TurnRuntime
) -> tuple[Passage, ...]:
    """The passages, each with the parts of a list that are in the chunks next to it.

    A chunk that ends with a list item gets the items that the next one begins with, one that ends with a colon also
    the first block of other text, and one that begins with an item the items and the introduction before it. Only what
    is in the same section is added, as far as `spare` tokens allow, the best passage first.
    """
    cut = [each for each in passages if _begins_in_list(each.chunk.text) or _is_cut(each.chunk.text)]
    if not cut:
        return passages
    around = await runtime.context.searcher.around([each.chunk.id for each in cut], labels=state.options.labels)
    near = list({each.chunk.id: each for each in (*passages, *around)}.values())
    whole: list[Passage] = []
    for each in passages:
        longer = _with_last(_with_first(each, near), near) if each in cut else each
        added = cost_of(longer) - cost_of(each)
        whole.append(longer if added <= spare else each)
        spare -= added if added <= spare else 0
    return tuple(whole)


def _begins_in_list(text: str) -> bool:
    return LIST_ITEM.match(text.lstrip()) is not None


def _is_cut(text: str) -> bool:
    """Whether a text ends with a list item or announces something."""
    last = text.rstrip().rpartition("\n")[2]
    return last.endswith(":") or LIST_ITEM.match(last) is not None


def _with_last(passage: Passage, near: Sequence[Passage]) -> Passage:
    """A passage with what the next chunk begins with, if it belongs to what this one ends with."""
    chunk = passage.chunk
    following = next((each for each in near if _goes_on(passage, each)), None)
    if following is None or not _is_cut(chunk.text):
        return passage
    lines = following.chunk.text.split("\n")
    count = _items(lines)
    if not count and chunk.text.rstrip().endswith(":"):
        count = lines.index("") if "" in lines else len(lines)
    added = "\n".join(lines[:count]).rstrip()
    if not added:
        return passage
    text = chunk.text + "\n" * (following.chunk.start - chunk.start - len(chunk.text)) + added
    end = following.chunk.start + len(added)
    return replace(passage, chunk=replace(chunk, text=text, end=end, tokens=count_tokens_once(text)))


def _with_first(passage: Passage, near: Sequence[Passage]) -> Passage:
    """A passage with the items and their introduction that the chunk before ends with, if it begins with an item."""
    chunk = passage.chunk
    before = next((each for each in near if _goes_on(each, passage)), None)
    if before is None or not _begins_in_list(chunk.text):
        return passage
    lines = before.chunk.text.split("\n")
    at = first = len(lines) - _items(lines[::-1])
    while at and not lines[at - 1].strip():
        at -= 1
    if at and lines[at - 1].rstrip().endswith(":"):
        first = at - 1
    added = "\n".join(lines[first:])
    if not added.strip():
        return passage
    start = before.chunk.start + len(before.chunk.text) - len(added)
    text = added + "\n" * (chunk.start - start - len(added)) + chunk.text
    # The cosines of the sentences before are not known; those of the others stay theirs.
    known = passage.sentences and (*[fmean(passage.sentences)] * len(sentences(added)), *passage.sentences)
    return replace(
        passage, chunk=replace(chunk, text=text, start=start, tokens=count_tokens_once(text)), sentences=known
    )


def _goes_on(one: Passage, other: Passage) -> bool:
    """Whether a chunk directly follows another one in the same section."""
    return follows(one, other) and one.chunk.headings == other.chunk.headings


def _items(lines: Sequence[str]) -> int:
    """Number of lines from the first on that are list items, with the empty ones between them."""
    count = 0
    for at, line in enumerate(lines):
        if LIST_ITEM.match(line):
            count = at + 1
        elif line.strip():
            break
    return count
