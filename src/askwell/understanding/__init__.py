"""Understands a question in its conversation with a small learnt model.

`texts` takes a text apart once, `history` collects the words of earlier turns, `features` describes a question and
each of those words, `models` scores the words, and `resolver` decides. Features know no language; word classes come
from `languages/` and frequencies from a library. docs/understanding.md explains how to mend a wrong result.
"""
