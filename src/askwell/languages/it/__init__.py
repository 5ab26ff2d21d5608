"""Italian: its words, patterns and wording."""
