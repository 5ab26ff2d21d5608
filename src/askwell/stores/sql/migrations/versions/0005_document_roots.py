"""Documents are keyed by root and name: two folders of one collection may hold files of the same name."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

NAMING = {"uq": "uq_%(table_name)s_%(column_0_N_name)s"}
"""Names the constraint of the first revision, which has no name in SQLite."""


def upgrade() -> None:
    connection = op.get_bind()
    old = "uq_documents_tenant_collection_name"
    if connection.dialect.name != "sqlite":
        [found] = sa.inspect(connection).get_unique_constraints("documents")
        old = str(found["name"])
    with op.batch_alter_table("documents", naming_convention=NAMING) as change:
        change.drop_constraint(old, type_="unique")
        change.create_unique_constraint("uq_documents_name_root", ["tenant", "collection", "name", "root"])
