"""Query vectors of a search."""

from askwell.knowledge.hybrid import Meaning, mix
from askwell.ports import Embedder
from askwell.text.fuse import FusionWeights
from askwell.types import SearchQuery

ANSWER_WORDS = 50
"""Words of the previous answer that are embedded: its beginning names its subject, and embedding takes time."""


async def read_meaning(embedder: Embedder, query: SearchQuery, weights: FusionWeights) -> Meaning:
    """The query vectors of a query with at least one wording. Raises what the embedder raises."""
    parts = _parts(query, weights)
    vectors = list(await embedder.embed([text for text, _ in parts], kind="query"))
    return Meaning(vectors[0], mix(vectors, [weight for _, weight in parts]))


def _parts(query: SearchQuery, weights: FusionWeights) -> list[tuple[str, float]]:
    """The texts to embed, with their weights, the one with everything that was resolved first."""
    wordings = list(dict.fromkeys((query.completed, *query.wordings)))
    earlier = query.earlier
    answer = " ".join(earlier.answer.split(maxsplit=ANSWER_WORDS)[:ANSWER_WORDS])
    parts = [(wording, 1 / len(wordings)) for wording in wordings]
    parts += [(text, weights.earlier) for text in (earlier.question, earlier.first_question, answer)]
    return [(text, weight) for text, weight in parts if text.strip()]
