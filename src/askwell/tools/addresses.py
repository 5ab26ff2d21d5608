"""Which addresses a tool may fetch: public ones alone, whatever way they are written."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

from askwell.errors import BadInput
from askwell.text.addresses import checked_http_url

SCHEMES = ("https", "http")
PORTS = (80, 443)
"""Ports that may be fetched from; others are those of databases, mail and administration."""

_DEFAULT_PORTS = {"http": 80, "https": 443}
_TRANSLATED = tuple(
    IPv6Network(each)
    for each in (
        "::/96",  # IPv4-compatible, RFC 4291
        "64:ff9b::/96",  # NAT64, RFC 6052; `is_global` holds for it, whatever IPv4 address is in it
        "64:ff9b:1::/48",  # NAT64 of a local network, RFC 8215
        "2001::/32",  # Teredo, RFC 4380
        "2002::/16",  # 6to4, RFC 3056
        "fec0::/10",  # site-local, RFC 3879
    )
)
"""IPv6 networks that lead to IPv4 addresses or to the local network."""

Address = IPv4Address | IPv6Address
Resolve = Callable[[str, int], Awaitable[Collection[str]]]
"""Returns the IP addresses of a host name and a port; raises OSError."""


@dataclass(frozen=True, slots=True)
class Target:
    """A checked URL: where to connect, and what to ask for there."""

    url: str
    scheme: str
    host: str
    """The host as named in the URL, for `Host` and the certificate."""
    port: int
    address: str
    """The IP address to connect to. The name is not resolved again, since it may then have another address."""
    path: str
    """Path and query."""


async def resolve(host: str, port: int) -> Collection[str]:
    """The IP addresses of a host by the resolver of the system."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return dict.fromkeys(str(each[4][0]) for each in found)


async def check_target(
    url: str, *, ports: Collection[int] = PORTS, schemes: Collection[str] = SCHEMES, resolve: Resolve = resolve
) -> Target:
    """Where a URL leads. The host is resolved once, and every one of its addresses must be public.

    Raises BadInput: `address_refused` for what may not be fetched, `fetch_failed` if the host is not found.
    """
    parts = _split(url)
    host = parts.hostname or ""
    port = parts.port if parts.port is not None else _DEFAULT_PORTS[parts.scheme]
    if parts.scheme not in schemes:
        raise _refused(url, f"its scheme is none of {', '.join(schemes)}")
    if port not in ports:
        raise _refused(url, f"port {port} is none of {', '.join(map(str, ports))}")
    if parts.username is not None or parts.password is not None:
        raise _refused(url, "it has a user name")
    try:
        addresses = list(await resolve(host, port))
    except (OSError, UnicodeError) as error:
        raise BadInput(f"The host {host!r} is not found", code="fetch_failed", hint="Check the address.") from error
    if not addresses or not all(is_public(each) for each in addresses):
        raise _refused(url, "it leads to an address that is not public")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(url, parts.scheme, host, port, addresses[0], path)


def is_public(text: str) -> bool:
    """Whether an IP address is reachable from anywhere, and not by translation into another one."""
    try:
        address: Address = ip_address(text)
    except ValueError:
        return False
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(str(address.ipv4_mapped))
        if address.scope_id or any(address in network for network in _TRANSLATED):
            return False
    return address.is_global and not (address.is_multicast or address.is_reserved)


def _split(url: str) -> SplitResult:
    if not url.isascii():
        raise _refused(url, "it has characters that a URL may not have; encode them")
    try:
        parts = urlsplit(checked_http_url(url))
    except ValueError as error:
        raise _refused(url, str(error)) from error
    if not parts.hostname:
        raise _refused(url, "it has no host")
    return parts


def _refused(url: str, why: str) -> BadInput:
    return BadInput(
        f"{url[:200]!r} may not be fetched: {why}", code="address_refused", hint="Give a public http or https address."
    )
