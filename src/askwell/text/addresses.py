"""Addresses of servers as text."""

import re
from urllib.parse import urlsplit

_FORBIDDEN = re.compile(r"[\s\"<>\\^`{|}\x00-\x1f\x7f]")


def checked_http_url(value: str) -> str:
    """An http or https URL that all clients read alike; empty stays empty.

    Raises ValueError without the value: of an ambiguous URL, clients name parts of the password in their errors.
    """
    if not value:
        return value
    if _FORBIDDEN.search(value):
        raise ValueError("it contains a character that a URL may not contain; encode it as %XX")
    try:
        parts = urlsplit(value)
        _ = parts.port
    except ValueError:
        raise ValueError("its host or port is invalid; encode `@ : / ? #` in a password as %XX") from None
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError("it must begin with http:// or https:// and a host")
    if "@" in parts.path + parts.query + parts.fragment:
        raise ValueError("`@` is only allowed before the host; encode it as %40")
    return value
