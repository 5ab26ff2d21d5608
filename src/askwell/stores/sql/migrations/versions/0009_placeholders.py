"""Keep the values of placeholders, encrypted with a key of their owner."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "data_keys",
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "user_id", name="pk_data_keys"),
    )
    op.create_table(
        "placeholders",
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("session_id", sa.String(128), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "user_id", "session_id", "kind", "number", name="pk_placeholders"),
        sa.UniqueConstraint(
            "tenant", "user_id", "session_id", "digest", name="uq_placeholders_tenant_user_id_session_id_digest"
        ),
    )
