"""Amounts that a conversation spoke of, for `that price`."""

import re

from askwell.rules.background import Background

AMOUNT = re.compile(
    r"[$€£]\s?\d[\d.,]*\d|\d[\d.,]*\s?(?:dollars?|euros?|pounds?|dollari|percent|%|[$€£])", re.IGNORECASE
)


def last_amount(background: Background) -> tuple[str, int] | None:
    """The amount spoken of last, with its turn: that of a question, or else the first one of the last answer."""
    for turn in reversed(background.turns[-4:]):
        found = AMOUNT.search(turn.question)
        if found is None and turn is background.last:
            found = _MONEY.search(turn.answer)
        if found:
            return re.sub(r"[.,]00$", "", found.group()), turn.number
    return None


_MONEY = re.compile(r"[$€£]\s?\d[\d.,]*\d|\d[\d.,]*\s?(?:dollars?|euros?|pounds?|dollari|[$€£])", re.IGNORECASE)
