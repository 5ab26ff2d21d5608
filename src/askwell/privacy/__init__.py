"""Personal data in text: where it is, placeholders for it, and the way back.

`find` gives the spans of a text. A `Mapping` replaces them by placeholders, the same for the same value, and restores
them. Pure functions over text and one value per conversation; who stores what is decided elsewhere.
"""
