"""Query vectors of a search."""

from askwell.knowledge.hybrid import Meaning, mix
from askwell.ports import Embedder
from askwell.text.fuse import FusionWeights
from askwell.types import SearchQuery

ANSWER_WORDS = 50
"""Words of the previous answer that are embedded: its beginning names its subject, and embedding takes time."""

_JOINED_FOR_SENTENCES = 0.3
"""Weight of both questions as one text, the completed question being 1, in what sentences are compared with: a passage
is about the subject of both, its sentence only about what is asked now."""


async def read_meaning(embedder: Embedder, query: SearchQuery, weights: FusionWeights) -> Meaning:
    """The query vectors of a query with at least one wording. Raises what the embedder raises."""
    parts = _parts(query, weights)
    vectors = dict(zip(parts, await embedder.embed(list(parts), kind="query"), strict=True))
    meant = [vectors[text] for text in _meant(query)]
    first = mix(meant, [1.0, _JOINED_FOR_SENTENCES][: len(meant)])
    return Meaning(first, mix(list(vectors.values()), list(parts.values())))


def _parts(query: SearchQuery, weights: FusionWeights) -> dict[str, float]:
    """The texts to embed, with their weights."""
    wordings = list(dict.fromkeys((query.completed, *query.wordings)))
    earlier = query.earlier
    answer = " ".join(earlier.answer.split(maxsplit=ANSWER_WORDS)[:ANSWER_WORDS])
    weighted = [(wording, 1 / len(wordings)) for wording in wordings]
    weighted += [(_in_conversation(query), weights.joined / len(query.wordings))] if earlier.question else []
    weighted += [(text, weights.earlier) for text in (earlier.first_question, answer)]
    parts: dict[str, float] = {}
    for text, weight in weighted:
        if text.strip():
            parts[text] = parts.get(text, 0.0) + weight
    return parts


def _meant(query: SearchQuery) -> list[str]:
    """What says what is asked: the completed question, and of one that stays as typed also the two questions."""
    stays_as_typed = bool(query.earlier.question) and len(query.wordings) == 1
    return [query.completed, _in_conversation(query)] if stays_as_typed else [query.completed]


def _in_conversation(query: SearchQuery) -> str:
    """The question as typed after the previous question, in one text.

    An embedder reads "and the wait?" after its question as what it asks there. The mean of the vectors of both is only
    near both of them.
    """
    return f"{query.earlier.question} {query.wordings[-1]}"
