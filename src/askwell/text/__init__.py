"""Pure functions over text: words, sentences, chunks, marks, fusion, and what is known of each language."""
