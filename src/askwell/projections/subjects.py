"""What belongs to a person, apart from conversations, as JSON."""

from datetime import datetime

from askwell.projections.common import Json, time_json
from askwell.types import ApiKey, Receipt


def api_key_json(key: ApiKey, now: datetime) -> Json:
    """An API key without its secret, with its state at a time."""
    return {
        "id": key.id,
        "name": key.name,
        "tenant": key.principal.tenant,
        "user": key.principal.user,
        "scopes": sorted(key.scopes),
        "state": key.state(now),
        "created_at": time_json(key.created_at),
        "expires_at": None if key.expires_at is None else time_json(key.expires_at),
        "last_used_at": None if key.last_used_at is None else time_json(key.last_used_at),
        "revoked_at": None if key.revoked_at is None else time_json(key.revoked_at),
    }


def receipt_json(receipt: Receipt) -> Json:
    """What was erased, without personal data."""
    return {"id": receipt.id, "erased_at": time_json(receipt.erased_at), "erased": dict(receipt.counts)}
