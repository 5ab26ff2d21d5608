"""Restrict the rows of conversations to their owner, on PostgreSQL.

A transaction names its tenant and user in settings of its own. The policies hold for the owner of the tables too, but
not for a superuser or a role with BYPASSRLS.
"""

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

ALL = "current_setting('askwell.all_tenants', true) = 'on'"
OWN = "tenant = current_setting('askwell.tenant', true) AND user_id = current_setting('askwell.user', true)"
OWNED = ("sessions", "idempotency_keys", "data_keys", "placeholders")
OF_SESSION = (
    "turns", "stretches", "session_sources", "turn_sources", "feedback", "outbox", "summaries", "topics",
    "memory_items",
)  # fmt: skip


def upgrade() -> None:
    if op.get_bind().dialect.name != "postgresql":
        return
    for table in OWNED:
        _restrict(table, f"({OWN}) OR {ALL}")
    # The policy of `sessions` applies inside, so a row is visible if its session is.
    for table in OF_SESSION:
        _restrict(table, f"{ALL} OR EXISTS (SELECT FROM sessions WHERE sessions.id = {table}.session_id)")
    _restrict("partials", f"{ALL} OR EXISTS (SELECT FROM turns WHERE turns.id = partials.turn_id)")


def _restrict(table: str, condition: str) -> None:
    op.execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
    op.execute(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")
    op.execute(f"CREATE POLICY own_rows ON {table} USING ({condition})")
