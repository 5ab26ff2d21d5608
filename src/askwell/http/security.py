"""Checks of host, origin and token, and the security headers. Pure functions; `gate` applies them."""

import hmac
import ipaddress
from urllib.parse import urlsplit

from askwell.errors import BadConfig
from askwell.settings import Settings
from askwell.types import Principal

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
        "trusted-types 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
"""Headers of every response: no inline script or style, nothing from other origins, no framing, no sniffing.

No text can become markup: scripts may not create a policy that would let them.
"""


def is_loopback(host: str) -> bool:
    """Whether an address or host name is reachable from this machine only."""
    name = host.strip("[]").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def refuse_open_bind(settings: Settings) -> None:
    """Refuse to listen on a public address without a token. Raises BadConfig (`open_bind`)."""
    if not is_loopback(settings.host) and not settings.token.get_secret_value():
        raise BadConfig(
            f"`host` is {settings.host!r}, which other machines can reach, and no `token` is set",
            code="open_bind",
            hint="Set ASKWELL_TOKEN to a long random text, or bind 127.0.0.1.",
        )


def host_is_ours(header: str, settings: Settings) -> bool:
    """Whether a Host header names this machine. Otherwise a foreign page could rebind its name to loopback.

    Any host is accepted if the server is bound to a public address: there a token protects it.
    """
    if not is_loopback(settings.host):
        return True
    try:
        name = urlsplit(f"//{header}").hostname or ""
    except ValueError:
        return False
    return is_loopback(name)


def origin_is_ours(origin: str, host: str, settings: Settings) -> bool:
    """Whether a page of this origin may change data; a foreign one may only if a token protects the server."""
    if not origin or settings.token.get_secret_value():
        return True
    return urlsplit(origin).netloc.lower() == host.lower()


def token_matches(authorization: str, settings: Settings) -> bool:
    """Whether an Authorization header has the token, compared in constant time. True if no token is set."""
    wanted = settings.token.get_secret_value()
    if not wanted:
        return True
    scheme, _, given = authorization.partition(" ")
    return hmac.compare_digest(given.strip().encode(), wanted.encode()) and scheme.lower() == "bearer"


def principal_of_credential() -> Principal:
    """The principal of a call that passed the gate. One token, or this machine, is one principal."""
    return Principal()
