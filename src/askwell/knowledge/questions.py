"""What a search means, as vectors; those of questions are kept, for the next turn asks with them again."""

from collections import OrderedDict
from collections.abc import Sequence

from askwell.knowledge.hybrid import Meaning, Vector, mix
from askwell.ports import Embedder
from askwell.text.fuse import FusionWeights
from askwell.types import SearchQuery

ANSWER_WORDS = 50
"""Words of the answer before that are read: it says at its beginning what it is about, and embedding takes time."""

_KEPT = 512
_LONGEST_KEPT = 2_000
"""Characters: what is longer is read anew, so that what is kept stays below a few megabytes."""


class Questions:
    """Reads questions with an embedder; the vectors of the last few hundred stay in memory."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._known: OrderedDict[str, Vector] = OrderedDict()

    async def read(self, query: SearchQuery, weights: FusionWeights) -> Meaning:
        """The meaning of a query with at least one wording; raises what the embedder raises."""
        counted = _parts(query, weights)
        vectors = await self._embed([text for text, _ in counted])
        whole = mix(vectors, [weight for _, weight in counted])
        return Meaning(vectors[0], whole)

    async def _embed(self, texts: Sequence[str]) -> list[Vector]:
        new = list(dict.fromkeys(text for text in texts if text not in self._known))
        rows = await self._embedder.embed(new, kind="query") if new else ()
        # Copies: a row of a larger array would keep all of it in memory.
        read = {text: row.copy() for text, row in zip(new, rows, strict=True)}
        found = [read[text] if text in read else self._known[text] for text in texts]
        self._keep(texts, found)
        return found

    def _keep(self, texts: Sequence[str], vectors: Sequence[Vector]) -> None:
        for text, vector in zip(texts, vectors, strict=True):
            if len(text) <= _LONGEST_KEPT:
                self._known[text] = vector
                self._known.move_to_end(text)
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)


def _parts(query: SearchQuery, weights: FusionWeights) -> list[tuple[str, float]]:
    """The texts a query means, each with its share, the first wording first."""
    shares = [weights.first_meaning] + [weights.other_wordings] * (len(query.wordings) - 1)
    earlier = query.earlier
    parts = [
        *((wording, share / sum(shares)) for wording, share in zip(query.wordings, shares, strict=True)),
        (earlier.question, weights.earlier_question),
        (earlier.first_question, weights.first_question),
        (" ".join(earlier.answer.split(maxsplit=ANSWER_WORDS)[:ANSWER_WORDS]), weights.earlier_answer),
    ]
    return [(text, weight) for text, weight in parts if text.strip()]
