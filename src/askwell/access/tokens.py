"""JSON Web Tokens of an identity provider: checked completely, or not accepted."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from askwell.access.jwks import KeySource
from askwell.access.keys import granted
from askwell.errors import BadConfig, Unauthorized
from askwell.ports import Clock
from askwell.types import OPERATOR, SCOPES, Caller, Principal

ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
"""Signatures that are accepted: asymmetric ones. Neither `none` nor those with a shared secret."""
LEEWAY_S = 60
"""By how much clocks may differ, seconds."""
MAX_CHARS = 16_384
"""Maximum length of a token, characters."""
CLAIM_CHARS = 200
"""Maximum length of a tenant and a user, characters."""
SCOPE_PREFIX = "askwell:"
"""A scope claim may name a scope with or without it."""


@dataclass(frozen=True, slots=True)
class TokenRules:
    """What a token must have, and where it says who calls."""

    issuer: str
    audience: str
    tenant_claim: str = ""
    """Empty: all users of the issuer are of one tenant, which has the issuer's name."""
    user_claim: str = "sub"
    scope_claim: str = "scope"
    scopes: tuple[str, ...] = ("ask", "memory")
    """Scopes of every valid token, besides those of its claim."""


class TokenVerifier:
    """Verifies tokens of one issuer. Raises BadConfig if the rules are incomplete or the library is missing."""

    def __init__(self, rules: TokenRules, keys: KeySource, clock: Clock) -> None:
        if not rules.audience:
            raise BadConfig(
                "`jwt_issuer` is set and `jwt_audience` is not",
                code="bad_config",
                hint="Set it to the name under which the provider knows this server.",
            )
        if unknown := sorted(set(rules.scopes) - set(SCOPES)):
            raise BadConfig(
                f"`jwt_scopes` has {', '.join(map(repr, unknown))}", hint=f"Scopes are {', '.join(SCOPES)}."
            )
        try:
            import joserfc  # noqa: F401
        except ImportError as error:
            raise BadConfig(
                "Tokens of an identity provider need the package joserfc",
                code="missing_extra",
                hint="Install askwell[oidc].",
            ) from error
        self._rules = rules
        self._keys = keys
        self._clock = clock

    async def caller(self, text: str) -> Caller:
        """Who calls with this token. Raises Unauthorized, IdentityUnavailable."""
        if len(text) > MAX_CHARS:
            raise _refused(f"it has {len(text):,} characters")
        claims = await self._claims(text)
        user = _name(claims, self._rules.user_claim)
        # A tenant cannot be the operator's unless the provider names it in the claim.
        tenant = _name(claims, self._rules.tenant_claim) if self._rules.tenant_claim else self._rules.issuer
        principal = Principal(tenant, user)
        if principal == OPERATOR:
            raise _refused("it names the operator of this installation")
        stated = claims.get(self._rules.scope_claim, "")
        named = stated.split() if isinstance(stated, str) else stated if isinstance(stated, list) else []
        names = {str(each).removeprefix(SCOPE_PREFIX) for each in named} | set(self._rules.scopes)
        scopes = granted(principal, [each for each in SCOPES if each in names])
        return Caller(principal, scopes, f"jwt:{user}")

    async def _claims(self, text: str) -> Mapping[str, Any]:
        """The claims of a token that is signed by the issuer, for this server, and in force."""
        from joserfc import jwk, jws, jwt
        from joserfc.errors import JoseError

        rules = self._rules
        try:
            header = jws.extract_compact(text.encode()).headers()
            algorithm, key_id = header.get("alg"), header.get("kid", "")
            if algorithm not in ALGORITHMS or not isinstance(key_id, str):
                raise _refused(f"its algorithm is {str(algorithm)[:20]!r}")
            found = await self._keys.find(key_id)
            if found is None or found.get("alg", algorithm) != algorithm:
                raise _refused("the issuer has no such key")
            # The key is of the issuer and the algorithm of our list: the token chooses neither.
            token = jwt.decode(text, jwk.import_key(dict(found)), algorithms=[algorithm])
            registry = jwt.JWTClaimsRegistry(
                now=int(self._clock.now().timestamp()),
                leeway=LEEWAY_S,
                iss={"essential": True, "value": rules.issuer},
                aud={"essential": True, "value": rules.audience},
                exp={"essential": True},
            )
            registry.validate(token.claims)
        except (JoseError, ValueError, TypeError) as error:
            raise _refused(str(error)) from None
        return token.claims


def _name(claims: Mapping[str, Any], claim: str) -> str:
    value = claims.get(claim)
    if not isinstance(value, str) or not 0 < len(value) <= CLAIM_CHARS or not value.isprintable():
        raise _refused(f"its claim {claim!r} is missing or not a short text")
    return value


def _refused(why: str) -> Unauthorized:
    return Unauthorized(f"The token is not valid: {why}.", hint="Get a new one from the identity provider.")
