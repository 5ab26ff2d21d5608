"""An embedder behind an endpoint gives what it gives by itself."""

import numpy as np
from bench.embeddings_server import served

from askwell.models.embed import EndpointEmbedder
from tests.knowledge.kit import HashingEmbedder


async def test_the_vectors_of_the_endpoint_are_those_of_the_embedder() -> None:
    texts = [f"The ferry of round {number} leaves." for number in range(70)]
    direct = await HashingEmbedder().embed(texts, kind="passage")
    with served(HashingEmbedder(), "hashing-served") as url:
        through = await EndpointEmbedder(url, "hashing-served").embed(texts, kind="query")
    np.testing.assert_allclose(through, direct, atol=1e-6)
