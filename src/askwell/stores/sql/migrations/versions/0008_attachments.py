"""Store the files that people give to a conversation."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "attachments",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("session_id", sa.String(128), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(1024), nullable=False),
        sa.Column("media_type", sa.String(255), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("content_hash", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(128), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("error_code", sa.String(64), nullable=False, server_default=""),
        sa.Column("error", sa.Text(), nullable=False, server_default=""),
        sa.Column("hint", sa.Text(), nullable=False, server_default=""),
        sa.Column("document_id", sa.String(36), nullable=False, server_default=""),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        sa.Column("is_only", sa.Boolean(), nullable=False),
        sa.Column("embedder_of", sa.String(128), nullable=False, server_default=""),
        sa.Column("added_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("removed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("claimed_until", sa.BigInteger(), nullable=False, server_default="0"),
        sa.UniqueConstraint("session_id", "number", name="uq_attachments_session_id_number"),
    )
    op.create_index("ix_attachments_content_hash", "attachments", ["content_hash"])
    op.create_index("ix_attachments_document_id", "attachments", ["document_id"])
