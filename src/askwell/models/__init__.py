"""Models that compute: chat by endpoint or from a file, embeddings, and the weights they need."""
