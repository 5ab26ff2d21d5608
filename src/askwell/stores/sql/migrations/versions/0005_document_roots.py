"""Identify documents by root and name, because two folders of a collection may contain files of the same name."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

NAMING = {"uq": "uq_%(table_name)s_%(column_0_N_name)s"}
"""Gives a name to the constraint of the first revision, which has none in SQLite."""


def upgrade() -> None:
    connection = op.get_bind()
    old_name = "uq_documents_tenant_collection_name"
    if connection.dialect.name != "sqlite":
        [constraint] = sa.inspect(connection).get_unique_constraints("documents")
        old_name = str(constraint["name"])
    with op.batch_alter_table("documents", naming_convention=NAMING) as change:
        change.drop_constraint(old_name, type_="unique")
        change.create_unique_constraint("uq_documents_name_root", ["tenant", "collection", "name", "root"])
