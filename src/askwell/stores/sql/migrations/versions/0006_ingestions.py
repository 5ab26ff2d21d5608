"""Store which ingestions are in progress, so that a question in another process is answered with a warning."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "ingestions",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("tenant", sa.String(64), nullable=False, server_default="local"),
        sa.Column("collection", sa.String(128), nullable=False),
        sa.Column("root", sa.String(4096), nullable=False),
        sa.Column("total_files", sa.Integer(), nullable=False),
        sa.Column("read_files", sa.Integer(), nullable=False),
        sa.Column("beat_at", sa.BigInteger(), nullable=False),
    )
