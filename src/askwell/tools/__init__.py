"""Table routes, and the tools that a writer can call."""
