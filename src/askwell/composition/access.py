"""Who may call, and how often, from the settings."""

from askwell.access.counters import Counters
from askwell.access.credentials import Access, Authenticator
from askwell.access.jwks import KeySource
from askwell.access.keys import KeyRing
from askwell.access.limits import Allowance, UserLimits
from askwell.access.tokens import TokenRules, TokenVerifier
from askwell.errors import BadConfig
from askwell.ports import Clock
from askwell.settings import Settings
from askwell.stores.sql.api_keys import SqlApiKeys
from askwell.stores.sql.database import Database


def make_access(settings: Settings, conversations: Database, clock: Clock) -> Access:
    """Who may call, and how often. Raises BadConfig.

    API keys are with the conversations if several machines share these, else in the file of this machine.
    """
    if settings.limit_spend and not settings.price_input and not settings.price_output:
        raise BadConfig(
            f"`limit_spend` is {settings.limit_spend:g} and no price is set",
            hint="Set `price_input` and `price_output` to the prices of a million tokens.",
        )
    keys = KeyRing(SqlApiKeys(conversations), clock)
    allowance = Allowance(
        requests_per_minute=settings.limit_requests,
        concurrent_turns=settings.limit_turns,
        tokens_per_day=settings.limit_tokens,
        spend_per_day=settings.limit_spend,
    )
    authenticator = Authenticator(settings.token.get_secret_value(), keys, _token_verifier(settings, clock))
    return Access(keys, authenticator, UserLimits(allowance, Counters(settings.limit_store)))


def _token_verifier(settings: Settings, clock: Clock) -> TokenVerifier | None:
    """What checks the tokens of the identity provider; None without one. Raises BadConfig."""
    if not settings.jwt_issuer:
        return None
    rules = TokenRules(
        issuer=settings.jwt_issuer,
        audience=settings.jwt_audience,
        tenant_claim=settings.jwt_tenant_claim,
        user_claim=settings.jwt_user_claim,
        scope_claim=settings.jwt_scope_claim,
        scopes=tuple(settings.jwt_scopes.split()),
    )
    return TokenVerifier(rules, KeySource(settings.jwt_issuer, settings.jwt_jwks_url), clock)
