"""Amounts that a conversation spoke of, for `that price`."""

import re

from askwell.languages import any_of
from askwell.understanding.grammar.context import Context

_CURRENCIES = any_of(lambda each: each.notations.money)
AMOUNT = re.compile(
    rf"[$€£]\s?\d(?:[\d.,]*\d)?|\d[\d.,]*\s?(?:{_CURRENCIES}|{any_of(lambda each: each.notations.percent)}|%|[$€£])",
    re.IGNORECASE,
)


def last_amount(context: Context) -> tuple[str, int] | None:
    """The amount spoken of last, with its turn: that of a question, or else the first one of the last answer."""
    for turn in reversed(context.turns[-4:]):
        found = AMOUNT.search(turn.question)
        if found is None and turn is context.last:
            found = _MONEY.search(turn.answer)
        if found:
            return re.sub(r"[.,]00$", "", found.group()), turn.number
    return None


_MONEY = re.compile(rf"[$€£]\s?\d(?:[\d.,]*\d)?|\d[\d.,]*\s?(?:{_CURRENCIES}|[$€£])", re.IGNORECASE)
