"""Compress decisions, evidence and passages in SQLite. PostgreSQL compresses long values itself and is not changed."""

import zlib

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

PACKED = {"turns": ("decisions", "evidence"), "turn_sources": ("passages",)}


def upgrade() -> None:
    connection = op.get_bind()
    if connection.dialect.name != "sqlite":
        return
    for table, columns in PACKED.items():
        with op.batch_alter_table(table) as change:
            for column in columns:
                change.alter_column(column, type_=sa.LargeBinary())
        for column in columns:
            _pack(connection, table, column)


def _pack(connection: sa.Connection, table: str, column: str) -> None:
    update = sa.text(f"UPDATE {table} SET {column} = :packed WHERE rowid = :row")  # noqa: S608  # constant names
    rows = connection.execute(sa.text(f"SELECT rowid, {column} FROM {table} WHERE {column} IS NOT NULL")).all()  # noqa: S608
    for row, value in rows:  # bytes: changing the type of the column has converted the text
        connection.execute(update, {"packed": zlib.compress(value), "row": row})
