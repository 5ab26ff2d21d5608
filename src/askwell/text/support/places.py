"""The sentences of passages that have most of a statement."""

from collections.abc import Collection, Mapping, Sequence

from askwell.text.support.reading import Reading, read, read_passage
from askwell.text.support.signs import weight_of
from askwell.types import Language, Passage, Place

MOST_PLACES = 3
_COUNTED = frozenset({"content", "name", "date", "number", "count"})
_LEAST_SHARE = 0.3
"""Of the statement's words, by weight, that the first sentence has."""
_LEAST_GAIN = 0.25
"""Of its words that a further sentence adds."""
_MEANT = 1.2
"""A sentence of the passage that a mark means is chosen before one that has less than this much more."""


def places(
    statement: str, language: Language, sources: Mapping[int, Sequence[Passage]], *, meant: Collection[str] = ()
) -> tuple[Place, ...]:
    """At most three sentences, chosen greedily: each has most of the words that those before it do not have.

    Offsets count characters of the documents' texts. Empty if no sentence has a third of the statement's words. A
    passage without a document, the result of a tool, has no places. `meant` are chunk ids of passages that the marks of
    the statement mean; their sentences come before others that have about as much.
    """
    documents = [(number, passage) for number, each in sources.items() for passage in each if passage.chunk.document_id]
    held = [(number, passage, read_passage(passage)) for number, passage in documents]
    missing = {token.stem: weight_of(token) for token in read(statement, language).tokens if token.kind in _COUNTED}
    total = sum(missing.values())
    found: list[Place] = []
    while missing and len(found) < MOST_PLACES:
        best, gain, most = None, 0.0, 0.0
        for number, passage, reading in held:
            factor = _MEANT if passage.chunk.id in meant else 1.0
            for sentence, sum_of in _by_sentence(missing, reading).items():
                if sum_of * factor > most and reading.spans[sentence][0] >= reading.shift:
                    best, gain, most = (number, passage, reading, sentence), sum_of, sum_of * factor
        if best is None or gain < total * (_LEAST_GAIN if found else _LEAST_SHARE):
            break
        number, passage, reading, sentence = best
        start, end = (passage.chunk.start + offset - reading.shift for offset in reading.spans[sentence])
        found.append(Place(number, start, end))
        first, stop = reading.sentences[sentence]
        said = {token.stem for token in reading.tokens[first:stop]}
        missing = {stem: weight for stem, weight in missing.items() if stem not in said}
    return tuple(found)


def _by_sentence(wanted: Mapping[str, float], reading: Reading) -> dict[int, float]:
    """Number of a sentence to the weight of the wanted words that it has."""
    sums: dict[int, float] = {}
    for stem, weight in wanted.items():
        for sentence in {reading.tokens[at].sentence for at in reading.places.get(stem, ())}:
            sums[sentence] = sums.get(sentence, 0.0) + weight
    return sums
