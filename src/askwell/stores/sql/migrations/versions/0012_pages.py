"""Store where the words of a document are on its pages, and the bytes of uploaded PDF files."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("documents", sa.Column("boxes", sa.LargeBinary(), nullable=True))
    op.create_table(
        "originals",
        sa.Column("document_id", sa.String(36), sa.ForeignKey("documents.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("data", sa.LargeBinary(), nullable=False),
    )
