"""What only we read of a turn, compressed in SQLite; PostgreSQL compresses by itself, and nothing changes there."""

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
    packs = sa.text(f"UPDATE {table} SET {column} = :packed WHERE rowid = :row")  # noqa: S608  # names of our own
    rows = connection.execute(sa.text(f"SELECT rowid, {column} FROM {table} WHERE {column} IS NOT NULL")).all()  # noqa: S608
    for row, value in rows:  # as bytes, which is what the new column's type made of the text
        connection.execute(packs, {"packed": zlib.compress(value), "row": row})
