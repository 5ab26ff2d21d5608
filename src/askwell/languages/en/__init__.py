"""English: its words, patterns and wording."""
