"""Pure functions over text: words, sentences, chunks, marks and fusion."""
