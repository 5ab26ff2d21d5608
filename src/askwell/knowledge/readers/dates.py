"""Dates that documents state in their metadata."""

import re
from datetime import date
from email.utils import parsedate_to_datetime

_ISO = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?![\d-])")


def day_of(stated: str) -> str:
    """A date as `2025-01-31`, `2025-01` or `2025`, from ISO 8601 with or without a time, or the date of an e-mail.

    Empty for anything else: a day and a month in digits may be in either order.
    """
    text = stated.strip()
    if found := _ISO.match(text):
        year, month, day = (int(part or 1) for part in found.groups())
        try:
            date(year, month, day)
        except ValueError:
            return ""
        return found.group()
    try:
        return parsedate_to_datetime(text).date().isoformat()
    except (TypeError, ValueError, OverflowError):
        return ""
