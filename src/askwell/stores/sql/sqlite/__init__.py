"""SQLite's engine: one writer thread that batches transactions, and its write-ahead log."""
