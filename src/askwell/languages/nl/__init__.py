"""Dutch: its words, patterns and wording."""
