"""Record the calls of tools that write, before they run."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

ALL = "current_setting('askwell.all_tenants', true) = 'on'"
OWN = "tenant = current_setting('askwell.tenant', true) AND user_id = current_setting('askwell.user', true)"


def upgrade() -> None:
    op.create_table(
        "write_calls",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("session_id", sa.String(128), nullable=False),
        sa.Column("turn_id", sa.String(36), nullable=False),
        sa.Column("turn_number", sa.Integer(), nullable=False),
        sa.Column("tool", sa.Text(), nullable=False),
        sa.Column("arguments", sa.Text(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("result", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=True),
    )
    op.create_index("ix_write_calls_session_id", "write_calls", ["session_id", "created_at"])
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE write_calls ENABLE ROW LEVEL SECURITY")
        op.execute("ALTER TABLE write_calls FORCE ROW LEVEL SECURITY")
        op.execute(f"CREATE POLICY own_rows ON write_calls USING (({OWN}) OR {ALL})")
