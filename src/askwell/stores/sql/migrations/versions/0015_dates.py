"""Store the date that a document states of itself, with the document and with the sources of a conversation."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("documents", "session_sources"):
        op.add_column(table, sa.Column("date", sa.String(10), nullable=False, server_default=""))
