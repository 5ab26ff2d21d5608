"""Addresses of servers as text."""

import re
from urllib.parse import urlsplit

from askwell.text.secrets import HIDDEN

_FORBIDDEN = re.compile(r"[\s\"<>\\^`{|}\x00-\x1f\x7f]")

_PASSWORD = re.compile(r"\A([\w+.-]+://[^:/@]*:)[^@]*@")
_USER_INFO = re.compile(r"\A[\w+.-]+://[^:/@]*:([^@]*)@")
_TOKEN = re.compile(r"\A(https?://)[^:/@]+@", re.IGNORECASE)
_PARAMETER = re.compile(r"([?&](?:sslpassword|password|api_?key|key|token)=)[^&]*", re.IGNORECASE)


def shown_url(url: str) -> str:
    """A URL without its password, and with all else as it is read: nothing can pass for the host that is not."""
    return _PARAMETER.sub(rf"\1{HIDDEN}", _TOKEN.sub(rf"\1{HIDDEN}@", _PASSWORD.sub(rf"\1{HIDDEN}@", url)))


def password_of(url: str) -> str:
    """The password in a URL as written there; empty for none."""
    found = _USER_INFO.match(url)
    return found[1] if found else ""


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
