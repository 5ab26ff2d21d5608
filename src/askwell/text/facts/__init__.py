"""The dates, periods, amounts, percentages, references and identifiers of a question in canonical form.

It is a part of `text` because it is a pure function of a text, its language and a day.
"""

from askwell.text.facts.find import find_facts, says_more
from askwell.text.facts.spellings import spellings

__all__ = ["find_facts", "says_more", "spellings"]
