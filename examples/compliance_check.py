"""A compliance check: an answer that contains an account number is never sent, stored or remembered."""

import re

from askwell.pipeline.plugin_steps import TurnRuntime, TurnState, Update, veto

ACCOUNT = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b")
"""An IBAN, ISO 13616."""


async def compliance_check(state: TurnState, runtime: TurnRuntime) -> Update:
    """Withhold an answer that contains an account number. Place it `before: remember`."""
    if ACCOUNT.search(state.answer):
        return veto("The answer holds an account number.", say="I may not tell account numbers.")
    return {}
