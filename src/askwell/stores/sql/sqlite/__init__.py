"""SQLite: the engine with one writer thread that batches transactions, and checkpoints of the write-ahead log."""
