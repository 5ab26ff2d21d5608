"""Who may call, from where, and what every response says to browsers. Pure checks; `gate` applies them."""

import hmac
import ipaddress
from urllib.parse import urlsplit

from askwell.errors import BadConfig
from askwell.settings import Settings
from askwell.types import Principal

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
"""What every response carries: no inline script or style, nothing from another origin, no framing, no sniffing."""


def is_loopback(host: str) -> bool:
    """Whether an address or host name can be reached from this machine only."""
    name = host.strip("[]").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def refuse_open_bind(settings: Settings) -> None:
    """Refuse to serve others without a credential. Raises BadConfig (`open_bind`)."""
    if not is_loopback(settings.host) and not settings.token.get_secret_value():
        raise BadConfig(
            f"`host` is {settings.host!r}, which others can reach, and no `token` is set",
            code="open_bind",
            hint="Set ASKWELL_TOKEN to a long random text, or bind 127.0.0.1.",
        )


def host_is_ours(header: str, settings: Settings) -> bool:
    """Whether a Host header names this machine; a page elsewhere could otherwise rebind its own name to loopback.

    Anything goes where the server is bound to an address that others reach: there a token guards it.
    """
    if not is_loopback(settings.host):
        return True
    try:
        name = urlsplit(f"//{header}").hostname or ""
    except ValueError:
        return False
    return is_loopback(name)


def origin_is_ours(origin: str, host: str, settings: Settings) -> bool:
    """Whether a page of this origin may change anything; one elsewhere may only where a token guards it."""
    if not origin or settings.token.get_secret_value():
        return True
    return urlsplit(origin).netloc.lower() == host.lower()


def token_matches(authorization: str, settings: Settings) -> bool:
    """Whether an Authorization header carries the token, compared in constant time; True where none is set."""
    wanted = settings.token.get_secret_value()
    if not wanted:
        return True
    scheme, _, given = authorization.partition(" ")
    return hmac.compare_digest(given.strip().encode(), wanted.encode()) and scheme.lower() == "bearer"


def principal_of_credential() -> Principal:
    """Whose data a call that passed the gate may see: one token, or this machine, is one principal."""
    return Principal()
