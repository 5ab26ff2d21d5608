"""Create the tables of conversations and documents."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

ID = sa.String(36)
SESSION = sa.String(128)


def upgrade() -> None:
    _conversations()
    _memory()
    _documents()


def downgrade() -> None:
    for table in (
        *("vectors", "chunks", "documents", "collections"),
        *("memory_items", "topics", "summaries"),
        *("outbox", "idempotency_keys", "partials", "turn_sources", "session_sources", "turns", "sessions"),
    ):
        op.drop_table(table)


def _foreign_key(table: str, parent: str, column: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{parent}.id"], name=f"fk_{table}_{column}", ondelete="CASCADE")


def _conversations() -> None:
    leased = sa.text("active_turn_id IS NOT NULL")
    running = sa.text("status = 'running'")
    pending = sa.text("done_at IS NULL")
    op.create_table(
        "sessions",
        sa.Column("id", SESSION, nullable=False),
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("assistant", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False, server_default=""),
        sa.Column("titled_by", sa.String(16), nullable=False, server_default=""),
        sa.Column("pinned", sa.Boolean(), nullable=False, server_default=sa.text("false")),
        sa.Column("metadata", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("head", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("fence", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("active_turn_id", ID, nullable=True),
        sa.Column("lease_until", sa.BigInteger(), nullable=True),
        sa.Column("sources_count", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("deleted_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
    )
    op.create_index("ix_sessions_recent", "sessions", ["tenant", "user_id", "updated_at", "id"])
    op.create_index("ix_sessions_leased", "sessions", ["lease_until"], sqlite_where=leased, postgresql_where=leased)
    op.create_table(
        "turns",
        sa.Column("id", ID, nullable=False),
        sa.Column("session_id", SESSION, nullable=False),
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("parent_id", ID, nullable=True),
        sa.Column("supersedes_id", ID, nullable=True),
        sa.Column("branch", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("fence", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("standalone_question", sa.Text(), nullable=True),
        sa.Column("kind", sa.String(16), nullable=False, server_default="standalone"),
        sa.Column("way", sa.Text(), nullable=False, server_default=""),
        sa.Column("ending", sa.String(16), nullable=True),
        sa.Column("answer", sa.Text(), nullable=False, server_default=""),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("decisions", sa.JSON(), nullable=True),
        sa.Column("ledger", sa.JSON(), nullable=True),
        sa.Column("usage", sa.JSON(), nullable=True),
        sa.Column("model", sa.Text(), nullable=False, server_default=""),
        sa.Column("error_code", sa.Text(), nullable=False, server_default=""),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("finished_at", sa.BigInteger(), nullable=True),
        sa.Column("took_ms", sa.Float(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("id", name="pk_turns"),
        _foreign_key("turns", "sessions", "session_id"),
        sa.UniqueConstraint("session_id", "number", name="uq_turns_session_id_number"),
    )
    op.create_index(
        "uq_turns_running", "turns", ["session_id"], unique=True, sqlite_where=running, postgresql_where=running
    )
    op.create_table(
        "session_sources",
        sa.Column("session_id", SESSION, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("document_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("session_id", "number", name="pk_session_sources"),
        _foreign_key("session_sources", "sessions", "session_id"),
        sa.UniqueConstraint("session_id", "document_id", name="uq_session_sources_session_id_document_id"),
    )
    op.create_table(
        "turn_sources",
        sa.Column("turn_id", ID, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("session_id", SESSION, nullable=False),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("document_id", sa.Text(), nullable=False),
        sa.Column("stage", sa.String(16), nullable=False, server_default="cited"),
        sa.Column("passages", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("turn_id", "position", name="pk_turn_sources"),
        _foreign_key("turn_sources", "turns", "turn_id"),
    )
    op.create_table(
        "partials",
        sa.Column("turn_id", ID, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("turn_id", name="pk_partials"),
        _foreign_key("partials", "turns", "turn_id"),
    )
    op.create_table(
        "idempotency_keys",
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("key", sa.String(256), nullable=False),
        sa.Column("session_id", SESSION, nullable=False),
        sa.Column("turn_id", ID, nullable=False),
        sa.Column("body_hash", sa.String(64), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("tenant", "user_id", "key", name="pk_idempotency_keys"),
        _foreign_key("idempotency_keys", "sessions", "session_id"),
    )
    op.create_index("ix_idempotency_keys_session_id", "idempotency_keys", ["session_id"])
    op.create_table(
        "outbox",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("session_id", SESSION, nullable=False),
        sa.Column("turn_id", ID, nullable=False),
        sa.Column("topic", sa.String(64), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("done_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        _foreign_key("outbox", "sessions", "session_id"),
    )
    op.create_index("ix_outbox_session_id", "outbox", ["session_id"])
    op.create_index("ix_outbox_open", "outbox", ["id"], sqlite_where=pending, postgresql_where=pending)


def _memory() -> None:
    op.create_table(
        "summaries",
        sa.Column("session_id", SESSION, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("up_to_number", sa.Integer(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("session_id", name="pk_summaries"),
        _foreign_key("summaries", "sessions", "session_id"),
    )
    op.create_table(
        "topics",
        sa.Column("turn_id", ID, nullable=False),
        sa.Column("session_id", SESSION, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("topics", sa.JSON(), nullable=False),
        sa.Column("source_ids", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("turn_id", name="pk_topics"),
        _foreign_key("topics", "turns", "turn_id"),
        sa.UniqueConstraint("session_id", "number", name="uq_topics_session_id_number"),
    )
    op.create_table(
        "memory_items",
        sa.Column("id", ID, nullable=False),
        sa.Column("session_id", SESSION, nullable=False),
        sa.Column("turn_id", ID, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("supersedes_id", ID, nullable=True),
        sa.Column("active", sa.Boolean(), nullable=False, server_default=sa.text("true")),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_memory_items"),
        _foreign_key("memory_items", "sessions", "session_id"),
    )
    op.create_index("ix_memory_items_session_id", "memory_items", ["session_id"])


def _documents() -> None:
    op.create_table(
        "collections",
        sa.Column("tenant", sa.String(64), nullable=False, server_default="local"),
        sa.Column("name", sa.String(128), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("tenant", "name"),
    )
    op.create_table(
        "documents",
        sa.Column("id", ID, nullable=False),
        sa.Column("tenant", sa.String(64), nullable=False, server_default="local"),
        sa.Column("collection", sa.String(128), nullable=False),
        sa.Column("name", sa.String(1024), nullable=False),
        sa.Column("root", sa.String(4096), nullable=False, server_default=""),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("labels", sa.JSON(), nullable=False),
        sa.Column("media_type", sa.String(255), nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("content_hash", sa.String(64), nullable=False),
        sa.Column("recipe", sa.String(64), nullable=False, server_default=""),
        sa.Column("chars", sa.Integer(), nullable=False),
        sa.Column("chunks", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("added_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("tenant", "collection", "name"),
    )
    op.create_table(
        "chunks",
        sa.Column("id", ID, nullable=False),
        sa.Column("document_id", ID, nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column("headings", sa.JSON(), nullable=False),
        sa.Column("page", sa.Integer(), nullable=True),
        sa.Column("tokens", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"], ondelete="CASCADE"),
    )
    op.create_index("ix_chunks_document_id", "chunks", ["document_id", "ordinal"])
    op.create_table(
        "vectors",
        sa.Column("chunk_id", ID, nullable=False),
        sa.Column("embedder", sa.String(255), nullable=False),
        sa.Column("dimension", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("chunk_id", "embedder"),
        sa.ForeignKeyConstraint(["chunk_id"], ["chunks.id"], ondelete="CASCADE"),
    )
