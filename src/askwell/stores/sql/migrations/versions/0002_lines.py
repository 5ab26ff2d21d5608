"""Add branches, stop requests, evidence and feedback."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

ID = sa.String(36)
SESSION = sa.String(128)
COUNTS = ("branch", "branches", "tip")
LOWERCASING = ("pg_unicode_fast", "und-x-icu", "pg_c_utf8", "C.utf8", "C.UTF-8", "en_US.utf8")
"""Collations of PostgreSQL whose `lower` handles every script, best first. Which ones exist depends on the server: a
server without ICU has those of its operating system."""


def upgrade() -> None:
    for column in COUNTS:
        op.add_column("sessions", sa.Column(column, sa.Integer(), nullable=False, server_default="0"))
    op.add_column("sessions", sa.Column("stop_asked", sa.Boolean(), nullable=False, server_default=sa.text("false")))
    op.execute(sa.text("UPDATE sessions SET tip = head"))
    op.add_column("turns", sa.Column("evidence", sa.JSON(), nullable=True))
    op.create_table(
        "stretches",
        sa.Column("session_id", SESSION, nullable=False),
        sa.Column("first_number", sa.Integer(), nullable=False),
        sa.Column("branch", sa.Integer(), nullable=False),
        sa.Column("after_number", sa.Integer(), nullable=False),
        sa.Column("root_number", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("session_id", "first_number", name="pk_stretches"),
        _foreign_key("stretches", "sessions", "session_id"),
    )
    op.create_index("ix_stretches_after", "stretches", ["session_id", "after_number"])
    op.create_table(
        "feedback",
        sa.Column("turn_id", ID, nullable=False),
        sa.Column("session_id", SESSION, nullable=False),
        sa.Column("rating", sa.Integer(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("given_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("turn_id", name="pk_feedback"),
        _foreign_key("feedback", "turns", "turn_id"),
    )
    op.create_index("ix_idempotency_keys_created_at", "idempotency_keys", ["created_at"])
    if op.get_bind().dialect.name == "postgresql":
        _collate()


def _foreign_key(table: str, parent: str, column: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{parent}.id"], name=f"fk_{table}_{column}", ondelete="CASCADE")


def _collate() -> None:
    """Sort ids by bytes, and convert to lower case in every script, whatever the collation of the database."""
    op.execute(sa.text('ALTER TABLE sessions ALTER COLUMN id TYPE varchar(128) COLLATE "C"'))
    names = op.get_bind().execute(
        sa.text("SELECT collname FROM pg_collation WHERE collencoding IN (-1, pg_char_to_encoding('UTF8'))")
    )
    available = set(names.scalars())
    # `C` exists on every server and lowercases ASCII only. `default` cannot be copied.
    best = next((name for name in LOWERCASING if name in available), "C")
    op.execute(sa.text(f'CREATE COLLATION askwell_fold FROM "{best}"'))
