"""Selects passages for a prompt: near duplicates once, neighbours joined, cut after a sentence."""

from collections.abc import Sequence
from dataclasses import replace

from askwell.pipeline.tool_offer import OVERHEAD_TOKENS
from askwell.prompts import data_marked, passage_attributes, plain
from askwell.text.closeness import wording
from askwell.text.sentences import each_sentence
from askwell.text.tokens import count_tokens, count_tokens_once
from askwell.types import Passage

SAME_WORDS = 0.9
"""Share of common words from which two texts with the same figures are near duplicates."""
MAX_GAP_CHARS = 8
"""Maximum white space between two chunks that are joined; more is text that the index leaves out."""
MIN_CUT_TOKENS = 40
"""Minimum tokens of a passage that is cut."""


def cost_of(passage: Passage) -> int:
    """Tokens of a passage in a prompt, with its delimiters, title and headings."""
    text = passage.chunk.text
    shown = plain(data_marked(text))
    tokens = passage.chunk.tokens if shown == text else count_tokens(shown)
    return tokens + count_tokens(passage_attributes(passage)) + OVERHEAD_TOKENS


def without_near_duplicates(passages: Sequence[Passage], room: int) -> tuple[Passage, ...]:
    """The passages, in order, without those that repeat an earlier one almost word for word.

    Texts with different figures are never duplicates. Passages that can hardly fit into `room` tokens are not compared.
    """
    kept: list[Passage] = []
    seen: dict[frozenset[str], list[frozenset[str]]] = {}
    used = 0
    for at, passage in enumerate(passages):
        if used > 2 * room:
            return (*kept, *passages[at:])
        used += passage.chunk.tokens
        words = frozenset(wording(passage.chunk.text).split())
        figures = frozenset([word for word in words if not word.isalpha()])
        alike = seen.setdefault(figures, [])
        if any(_is_near(words, other) for other in alike):
            continue
        alike.append(words)
        kept.append(passage)
    return tuple(kept)


def _is_near(one: frozenset[str], other: frozenset[str]) -> bool:
    least = SAME_WORDS * max(len(one), len(other))
    return min(len(one), len(other)) >= least and len(one & other) >= least


def joined(passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """The passages with chunks that follow each other in a document joined, each at the place of its best part."""
    rank = {passage.chunk.id: at for at, passage in enumerate(passages)}
    groups: list[list[Passage]] = []
    for passage in sorted(passages, key=lambda each: (each.chunk.document_id, each.chunk.start)):
        if groups and follows(groups[-1][-1], passage):
            groups[-1].append(passage)
        else:
            groups.append([passage])
    groups.sort(key=lambda group: min(rank[each.chunk.id] for each in group))
    return tuple(_join(group, min(group, key=lambda each: rank[each.chunk.id])) for group in groups)


def follows(first: Passage, second: Passage) -> bool:
    """Whether a chunk directly follows another one in their document."""
    gap = second.chunk.start - first.chunk.end
    is_same = (first.chunk.document_id, first.collection) == (second.chunk.document_id, second.collection)
    return is_same and second.chunk.ordinal > first.chunk.ordinal and 0 <= gap <= MAX_GAP_CHARS


def is_part(passage: Passage, whole: Passage) -> bool:
    """Whether all of a passage is in another one of its document."""
    one, other = passage.chunk, whole.chunk
    return one.document_id == other.document_id and other.start <= one.start and one.end <= other.end


def widened(passages: Sequence[Passage], neighbours: Sequence[Passage], spare: int) -> tuple[Passage, ...]:
    """The passages joined with the chunks next to them, as far as `spare` tokens allow.

    Chunks of the same section come first, for the best passage before the others; the next chunk before the previous.
    """
    wanted = [
        (passage.chunk.headings != each.chunk.headings, at, follows(each, passage), each)
        for at, passage in enumerate(passages)
        for each in neighbours
        if follows(passage, each) or follows(each, passage)
    ]
    added: dict[str, Passage] = {}
    for _, _, _, each in sorted(wanted, key=lambda one: one[:3]):
        # A joined chunk needs no delimiters, but the gap before it may be a token.
        if each.chunk.id not in added and each.chunk.tokens + 2 <= spare:
            added[each.chunk.id] = each
            spare -= each.chunk.tokens + 2
    return joined((*passages, *added.values())) if added else tuple(passages)


def cut_to(passage: Passage, room: int) -> Passage | None:
    """The first sentences of a passage that fit into `room` tokens; None if they are too few to be useful."""
    left = room - (cost_of(passage) - passage.chunk.tokens)
    text = fitting_sentences(passage.chunk.text, left)
    tokens = count_tokens(text)
    if tokens < min(MIN_CUT_TOKENS, passage.chunk.tokens):
        return None
    chunk = passage.chunk
    return replace(passage, chunk=replace(chunk, text=text, end=chunk.start + len(text), tokens=tokens), sentences=())


def fitting_sentences(text: str, room: int) -> str:
    """The sentences at the beginning of a text that fit into `room` tokens; may be empty."""
    end = 0
    for _, stop in each_sentence(text):
        if count_tokens_once(text[:stop]) > room:
            break
        end = stop
    return text[:end]


def _join(group: Sequence[Passage], best: Passage) -> Passage:
    """Chunks in order as one passage with the id of its best part; offsets in it are those of the document."""
    if len(group) == 1:
        return group[0]
    first, last = group[0].chunk, group[-1].chunk
    text = first.text
    for passage in group[1:]:
        text += "\n" * (passage.chunk.start - first.start - len(text)) + passage.chunk.text
    chunk = replace(
        best.chunk,
        ordinal=first.ordinal,
        text=text,
        start=first.start,
        end=last.end,
        headings=_common([each.chunk.headings for each in group]),
        page=first.page,
        tokens=count_tokens_once(text),
    )
    return replace(best, chunk=chunk, sentences=())


def _common(paths: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The headings that all parts have, outermost first."""
    shared = [names[0] for names in zip(*paths, strict=False) if len(set(names)) == 1]
    return tuple(shared)
