"""Chat models (endpoint or local file), embedders, and their weights."""
