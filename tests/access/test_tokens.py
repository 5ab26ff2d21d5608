"""Tokens of an identity provider that publishes its keys over HTTP."""

import base64
import hashlib
import hmac
import json
from collections.abc import Iterator
from typing import Any

import pytest
from joserfc.jwk import ECKey, OctKey

from askwell.access.jwks import FRESH_S, MAX_BYTES, PAUSE_S, KeySource
from askwell.access.tokens import ALGORITHMS, LEEWAY_S, MAX_CHARS, TokenRules, TokenVerifier
from askwell.errors import BadConfig, IdentityUnavailable, Unauthorized
from askwell.types import Principal
from tests.access.clock import TestClock
from tests.access.provider import Provider, rsa, running


@pytest.fixture
def provider() -> Iterator[Provider]:
    with running() as found:
        yield found


def verifier(provider: Provider, clock: TestClock, jwks_url: str = "", **rules: Any) -> TokenVerifier:
    """What verifies tokens of the provider."""
    keys = KeySource(provider.issuer, jwks_url, monotonic=clock.monotonic)
    return TokenVerifier(TokenRules(provider.issuer, "askwell", tenant_claim="org", **rules), keys, clock)


def claims(provider: Provider, clock: TestClock, **changed: Any) -> dict[str, Any]:
    """Claims that are accepted; a changed one may be None for none."""
    now = int(clock.now().timestamp())
    wanted = {"iss": provider.issuer, "aud": "askwell", "sub": "ann", "org": "acme", "iat": now, "exp": now + 300}
    return {name: value for name, value in (wanted | changed).items() if value is not None}


async def test_tenant_user_and_scopes_come_from_the_claims(provider: Provider, clock: TestClock) -> None:
    check = verifier(provider, clock)
    found = await check.caller(provider.token(claims(provider, clock)))
    assert (found.principal, set(found.scopes)) == (Principal("acme", "ann"), {"ask", "memory"})
    named = claims(provider, clock, scope="openid askwell:ask admin documents", aud=["other", "askwell"])
    assert set((await check.caller(provider.token(named))).scopes) == {"ask", "memory"}
    operator = claims(provider, clock, org="local", scope="askwell:admin documents")
    assert set((await check.caller(provider.token(operator))).scopes) == {"ask", "memory", "documents", "admin"}
    least = verifier(provider, clock, scopes=())
    assert (await least.caller(provider.token(claims(provider, clock, scope=["memory", 7])))).scopes == {"memory"}
    assert (await least.caller(provider.token(claims(provider, clock)))).scopes == frozenset()


async def test_without_a_claim_for_tenants_the_issuer_is_one(provider: Provider, clock: TestClock) -> None:
    rules = TokenRules(provider.issuer, "askwell")
    check = TokenVerifier(rules, KeySource(provider.issuer, monotonic=clock.monotonic), clock)
    found = await check.caller(provider.token(claims(provider, clock, org="local", sub="local")))
    assert found.principal == Principal(provider.issuer, "local")


@pytest.mark.parametrize(
    "changed",
    [
        {"iss": "https://elsewhere.example"},
        {"iss": None},
        {"aud": "another"},
        {"aud": None},
        {"aud": []},
        {"exp": None},
        {"exp": "soon"},
        {"sub": None},
        {"sub": ""},
        {"sub": 7},
        {"sub": "a" * 201},
        {"sub": "a\nb"},
        {"org": None},
        {"org": ["acme"]},
        {"org": "local", "sub": "local"},
    ],
)
async def test_a_token_with_a_wrong_claim_is_refused(
    provider: Provider, clock: TestClock, changed: dict[str, Any]
) -> None:
    with pytest.raises(Unauthorized):
        await verifier(provider, clock).caller(provider.token(claims(provider, clock, **changed)))


async def test_times_are_checked_with_a_minute_of_leeway(provider: Provider, clock: TestClock) -> None:
    check, now = verifier(provider, clock), int(clock.now().timestamp())
    for accepted in ({"exp": now - LEEWAY_S + 2}, {"nbf": now + LEEWAY_S - 2}):
        await check.caller(provider.token(claims(provider, clock, **accepted)))
    for refused in ({"exp": now - LEEWAY_S - 2}, {"nbf": now + LEEWAY_S + 2}):
        with pytest.raises(Unauthorized):
            await check.caller(provider.token(claims(provider, clock, **refused)))
    lasting = provider.token(claims(provider, clock))
    clock.pass_s(300 + LEEWAY_S + 2)
    with pytest.raises(Unauthorized):
        await check.caller(lasting)


async def test_only_keys_of_the_provider_sign(provider: Provider, clock: TestClock) -> None:
    check, wanted = verifier(provider, clock), claims(provider, clock)
    for key in (rsa("one"), rsa("another")):
        with pytest.raises(Unauthorized):
            await check.caller(provider.token(wanted, key=key))
    for header in ({"kid": ""}, {"kid": None}, {"kid": ["one"]}):
        with pytest.raises(Unauthorized):
            await check.caller(with_header(provider.token(wanted), **header))
    head, body, signature = provider.token(wanted).split(".")
    changed = encoded({**wanted, "sub": "ben"})
    for wrong in (f"{head}.{changed}.{signature}", f"{head}.{body}.", f"{head}.{body}.{signature[:-4]}AAAA", "a.b.c"):
        with pytest.raises(Unauthorized):
            await check.caller(wrong)
    await check.caller(provider.token(wanted))


async def test_a_key_that_the_token_brings_along_is_not_used(provider: Provider, clock: TestClock) -> None:
    own = rsa("mine")
    for header in ({"jwk": own.as_dict(private=False)}, {"jku": f"{provider.issuer}/own"}, {"kid": "one"}):
        with pytest.raises(Unauthorized):
            await verifier(provider, clock).caller(provider.token(claims(provider, clock), key=own, **header))


async def test_no_other_algorithm_is_accepted(provider: Provider, clock: TestClock) -> None:
    check, wanted = verifier(provider, clock), claims(provider, clock)
    assert not any(each == "none" or each.startswith("HS") for each in ALGORITHMS)
    unsigned = f"{encoded({'alg': 'none', 'kid': 'one'})}.{encoded(wanted)}."
    # The public key as a shared secret: a classic, where the token chooses the algorithm.
    public = provider.keys[0].as_pem(private=False)  # type: ignore[union-attr]  # an RSA key
    signed = f"{encoded({'alg': 'HS256', 'kid': 'one'})}.{encoded(wanted)}"
    forged = f"{signed}.{urlsafe(hmac.new(public, signed.encode(), hashlib.sha256).digest())}"
    for token in (unsigned, unsigned.replace("none", "None"), forged, with_header(provider.token(wanted), alg="ES256")):
        with pytest.raises(Unauthorized):
            await check.caller(token)


async def test_a_shared_secret_that_the_provider_publishes_is_not_a_key(provider: Provider, clock: TestClock) -> None:
    secret = OctKey.generate_key(256, {"kid": "secret"})
    provider.answer = json.dumps({"keys": [secret.as_dict(private=True)]}).encode()
    token = provider.token(claims(provider, clock), key=secret, alg="HS256")
    with pytest.raises(Unauthorized):
        await verifier(provider, clock).caller(token)


async def test_keys_of_other_kinds_work(provider: Provider, clock: TestClock) -> None:
    provider.keys = [ECKey.generate_key("P-256", {"kid": "curve"}), rsa("one")]
    token = provider.token(claims(provider, clock), alg="ES256")
    assert (await verifier(provider, clock).caller(token)).principal.user == "ann"


async def test_keys_are_fetched_once_and_again_when_they_rotate(provider: Provider, clock: TestClock) -> None:
    check = verifier(provider, clock)
    old = provider.token(claims(provider, clock))
    for _ in range(3):
        await check.caller(old)
    assert provider.fetches == 1
    provider.keys = [rsa("two")]
    clock.pass_s(PAUSE_S)
    await check.caller(provider.token(claims(provider, clock)))
    assert provider.fetches == 2
    with pytest.raises(Unauthorized):
        await check.caller(old)


async def test_a_withdrawn_key_is_refused_when_the_keys_are_old(provider: Provider, clock: TestClock) -> None:
    check = verifier(provider, clock)
    withdrawn, lasting = provider.keys[0], claims(provider, clock, exp=int(clock.now().timestamp()) + 3 * int(FRESH_S))
    await check.caller(provider.token(lasting))
    provider.keys = [rsa("two")]
    await check.caller(provider.token(lasting, key=withdrawn))
    clock.pass_s(FRESH_S)
    with pytest.raises(Unauthorized):
        await check.caller(provider.token(lasting, key=withdrawn))


async def test_invented_key_ids_do_not_flood_the_provider(provider: Provider, clock: TestClock) -> None:
    check = verifier(provider, clock)
    await check.caller(provider.token(claims(provider, clock)))
    for number in range(20):
        with pytest.raises(Unauthorized):
            await check.caller(with_header(provider.token(claims(provider, clock)), kid=f"invented-{number}"))
    assert provider.fetches <= 2


async def test_known_keys_go_on_while_the_provider_is_down(provider: Provider, clock: TestClock) -> None:
    check, lasting = verifier(provider, clock), claims(provider, clock, exp=int(clock.now().timestamp()) + 10_000)
    token = provider.token(lasting)
    provider.is_down = True
    with pytest.raises(IdentityUnavailable):
        await check.caller(token)
    provider.is_down = False
    clock.pass_s(PAUSE_S)
    await check.caller(token)
    for broken in (None, b"{}", b"not JSON", b'{"keys": 7}', b"[" * (MAX_BYTES + 1)):
        provider.is_down, provider.answer = broken is None, broken
        clock.pass_s(FRESH_S)
        assert (await check.caller(token)).principal.user == "ann"


async def test_the_description_must_be_of_the_issuer(provider: Provider, clock: TestClock) -> None:
    provider.described_issuer = "https://elsewhere.example"
    with pytest.raises(IdentityUnavailable):
        await verifier(provider, clock).caller(provider.token(claims(provider, clock)))
    found = await verifier(provider, clock, f"{provider.issuer}/keys").caller(provider.token(claims(provider, clock)))
    assert found.principal.user == "ann"


async def test_a_huge_token_is_refused_unread(provider: Provider, clock: TestClock) -> None:
    for token in (provider.token(claims(provider, clock, note="x" * MAX_CHARS)), "." * 2 + "a" * 5_000_000):
        with pytest.raises(Unauthorized):
            await verifier(provider, clock).caller(token)
    assert provider.fetches == 0


@pytest.mark.parametrize("url", ["http://id.example.org", "ftp://id.example.org", "file:///etc/passwd", "https://"])
def test_keys_are_read_over_https_only(url: str) -> None:
    with pytest.raises(BadConfig) as caught:
        KeySource("https://id.example.org", url)
    assert caught.value.code == "bad_jwks_url"


def test_rules_that_accept_any_audience_are_refused(provider: Provider, clock: TestClock) -> None:
    with pytest.raises(BadConfig, match="jwt_audience"):
        TokenVerifier(TokenRules(provider.issuer, ""), KeySource(provider.issuer), clock)
    with pytest.raises(BadConfig, match="everything"):
        TokenVerifier(TokenRules(provider.issuer, "a", scopes=("everything",)), KeySource(provider.issuer), clock)


def with_header(token: str, **changed: Any) -> str:
    """A token with another header, and the same signature."""
    head, body, signature = token.split(".")
    header = json.loads(base64.urlsafe_b64decode(head + "=="))
    return f"{encoded(header | changed)}.{body}.{signature}"


def encoded(value: Any) -> str:
    """JSON as a part of a token."""
    return urlsafe(json.dumps(value).encode())


def urlsafe(data: bytes) -> str:
    """Bytes as a part of a token."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
