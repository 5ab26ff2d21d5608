"""Store vectors of the sentences of each chunk, by which an answer chooses its sentences."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("vectors", sa.Column("sentences", sa.LargeBinary(), nullable=True))
