"""Checks of host and origin, the scope of a route, and the security headers."""

import ipaddress
from urllib.parse import urlsplit

from fastapi import Request
from fastapi.params import Depends
from fastapi.routing import APIRoute

from askwell.access.credentials import OPEN, Access
from askwell.errors import BadConfig, Forbidden
from askwell.settings import Settings
from askwell.types import Caller, Principal, Scope

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
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


async def refuse_open_bind(settings: Settings, access: Access) -> None:
    """Refuse to listen on a public address where no credential is needed. Raises BadConfig (`open_bind`)."""
    if not is_loopback(settings.host) and await access.authenticator.is_open():
        raise BadConfig(
            f"`host` is {settings.host!r}, which other machines can reach, and there is no token, key or `jwt_issuer`",
            code="open_bind",
            hint="Set ASKWELL_TOKEN to a long random text, run `askwell keys create`, or bind 127.0.0.1.",
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


def origin_is_ours(origin: str, host: str, caller: Caller | None) -> bool:
    """Whether a page of this origin may change data; a foreign one may only with a credential of its own."""
    if not origin or (caller is not None and caller.credential != OPEN.credential):
        return True
    return urlsplit(origin).netloc.lower() == host.lower()


CALLER = "askwell.caller"
"""Key of the caller in the ASGI scope; None on paths without data."""


def caller_of(request: Request) -> Caller:
    """Who calls, as the gate found out."""
    caller = request.scope[CALLER]
    assert isinstance(caller, Caller), "the gate lets nobody else reach a route with data"
    return caller


async def principal_of_credential(request: Request) -> Principal:
    """The tenant and the user of a call; nothing else in a request says who calls."""
    return caller_of(request).principal


class ScopeNeeded:
    """A dependency of a route: rejects callers without its scope."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    async def __call__(self, request: Request) -> None:
        """Raise Forbidden (`scope_missing`) if the caller lacks the scope."""
        caller = caller_of(request)
        if self.scope not in caller.scopes:
            raise Forbidden(
                f"This needs the scope `{self.scope}`; the credential has {', '.join(sorted(caller.scopes)) or 'none'}",
                hint="Use a key or a token that has it.",
            )


def needs(scope: Scope) -> Depends:
    """The scope of a route or of all routes of a router; every route with data has exactly one."""
    return Depends(ScopeNeeded(scope))


def scope_of(route: APIRoute) -> Scope | None:
    """The scope that a route needs; None for one without data."""
    found = [each.dependency.scope for each in route.dependencies if isinstance(each.dependency, ScopeNeeded)]
    assert len(found) <= 1, f"{route.path} has more than one scope"
    return found[0] if found else None
