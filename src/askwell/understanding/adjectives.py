"""An adjective without its noun in the place of the one of the last question that is used most like it."""

from collections.abc import Sequence

from askwell.ports import WordReader
from askwell.types import Antecedent
from askwell.understanding.candidates import Wording
from askwell.understanding.grammar.context import Context, Said
from askwell.understanding.grammar.cues import Reading
from askwell.understanding.grammar.headless import Headless, Place, headless, places, put
from askwell.understanding.grammar.phrasing import bare
from askwell.understanding.placing import piece_of

_LEAST = 0.35
"""Cosine with the adjective that gives way. Of 60 small dialogues in view right places had .35 to .64; a name reached
.38."""
_CLEARLY = 0.05
"""What it has more than the next one."""


def without_noun(question: Reading) -> Headless | None:
    """The fragment that a question is if it has no noun, `the long one`; None for any other question."""
    piece = piece_of(question) or (bare(question.text) if question.fragmentary else "")
    return headless(piece, question) if piece else None


def with_its_noun(new: Headless, question: Reading, context: Context, reader: WordReader | None) -> Wording | None:
    """The last question with the adjective in its place; None if no place is clear. Raises BrokenWeights.

    Without a reader there must be one place only.
    """
    said = context.last
    if said is None:
        return None
    found = list(places(new, said))
    chosen = _only(found, new) if reader is None else _most_alike(found, new, question, said, reader)
    if chosen is None:
        return None
    antecedent = Antecedent(new.adjective.text, said.question, said.number)
    return Wording(put(new, chosen, said), "placed", "frame", (antecedent,), 0)


def _only(found: Sequence[Place], new: Headless) -> Place | None:
    return found[0] if len(found) == 1 and new.is_plain else None


def _most_alike(
    found: Sequence[Place], new: Headless, question: Reading, said: Said, reader: WordReader
) -> Place | None:
    """The place of the adjective that is used like the new one, or the only place without one."""
    if len(found) == 1 and found[0].start == found[0].end:
        return found[0]
    at = question.text.rfind(new.adjective.text)
    spans, vectors = reader.word_vectors(question.text)
    own = [row for row, (start, end) in enumerate(spans) if start < at + len(new.adjective.text) and end > at]
    if not found or not own:
        return None
    spans, earlier = reader.word_vectors(said.question)
    alike = earlier @ vectors[own].mean(axis=0)
    rated = [
        (max((float(alike[row]) for row, span in enumerate(spans) if span[0] < each.end and span[1] > each.start),
             default=-1.0), each)
        for each in found
    ]  # fmt: skip
    rated.sort(key=lambda pair: -pair[0])
    others = [likeness for likeness, _ in rated[1:]]
    if not new.is_plain:  # it may be a noun, which is used like one of the last question
        first = rated[0][1]
        others += [
            float(alike[row]) for row, span in enumerate(spans) if span[0] >= first.end or span[1] <= first.start
        ]
    best = rated[0][0]
    return rated[0][1] if best >= _LEAST and best - max(others, default=-1.0) >= _CLEARLY else None
