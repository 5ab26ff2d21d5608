"""Store memory by branch: a summary per branch, items with the number of their turn, topics with an index entry.

No earlier version wrote to these tables, so two of them are dropped and created again.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

ID = sa.String(36)
SESSION = sa.String(128)


def upgrade() -> None:
    op.drop_table("summaries")
    op.create_table(
        "summaries",
        sa.Column("session_id", SESSION, nullable=False),
        sa.Column("branch", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("worded_by", sa.String(16), nullable=False),
        sa.Column("up_to_number", sa.Integer(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("session_id", "branch", name="pk_summaries"),
        _session_key("summaries"),
    )
    op.create_index("ix_summaries_up_to", "summaries", ["session_id", "up_to_number", "branch"])
    op.add_column("topics", sa.Column("imprint", sa.LargeBinary(), nullable=True))
    op.drop_table("memory_items")
    op.create_table(
        "memory_items",
        sa.Column("session_id", SESSION, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("turn_id", ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("worded_by", sa.String(16), nullable=False),
        sa.Column("supersedes_id", ID, nullable=True),
        sa.PrimaryKeyConstraint("session_id", "id", name="pk_memory_items"),
        _session_key("memory_items"),
    )
    op.create_index("ix_memory_items_number", "memory_items", ["session_id", "number", "position"])


def _session_key(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["session_id"], ["sessions.id"], name=f"fk_{table}_session_id", ondelete="CASCADE")
