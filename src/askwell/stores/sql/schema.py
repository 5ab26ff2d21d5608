"""The tables of conversations and API keys, the same for SQLite and PostgreSQL.

Deleting a session deletes its rows in all tables (ON DELETE CASCADE). Texts are not duplicated: a standalone question
equal to the question is null, a source's name is stored once per session, and a passage once per turn.
"""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from askwell.stores.sql.columns import Moment, Packed, metadata

_ID = String(36)
_SESSION = String(128)
# Sorted by bytes whatever the database's collation, as in SQLite.
_SESSION_KEY = String(128).with_variant(String(128, collation="C"), "postgresql")


def _session() -> ForeignKey:
    return ForeignKey("sessions.id", ondelete="CASCADE")


def _turn() -> ForeignKey:
    return ForeignKey("turns.id", ondelete="CASCADE")


sessions = Table(
    "sessions",
    metadata,
    Column("id", _SESSION_KEY, primary_key=True),
    Column("tenant", Text, nullable=False),
    # Not `user`, which in PostgreSQL is a function for the current database user.
    Column("user_id", Text, nullable=False),
    Column("assistant", Text, nullable=False),
    Column("title", Text, nullable=False, server_default=""),
    # `user`, `question` (the first one, shortened), `model`; empty while there is no title.
    Column("titled_by", String(16), nullable=False, server_default=""),
    Column("pinned", Boolean, nullable=False, server_default=text("false")),
    Column("metadata", JSON, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("updated_at", Moment, nullable=False),
    # Number of the last turn.
    Column("head", Integer, nullable=False, server_default="0"),
    # Incremented whenever a turn gets or loses its owner. A writer with an older fence is rejected.
    Column("fence", Integer, nullable=False, server_default="0"),
    Column("active_turn_id", _ID, nullable=True),
    Column("lease_until", Moment, nullable=True),
    Column("sources_count", Integer, nullable=False, server_default="0"),
    Column("deleted_at", Moment, nullable=True),
    # The active branch, which is shown and continued, and the number of branches besides the first.
    Column("branch", Integer, nullable=False, server_default="0"),
    Column("branches", Integer, nullable=False, server_default="0"),
    # Number of the last turn of the active branch.
    Column("tip", Integer, nullable=False, server_default="0"),
    # Whether the running turn has been asked to stop.
    Column("stop_asked", Boolean, nullable=False, server_default=text("false")),
    Index("ix_sessions_recent", "tenant", "user_id", "updated_at", "id"),
    Index(
        "ix_sessions_leased",
        "lease_until",
        sqlite_where=text("active_turn_id IS NOT NULL"),
        postgresql_where=text("active_turn_id IS NOT NULL"),
    ),
)

turns = Table(
    "turns",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("session_id", _SESSION, _session(), nullable=False),
    Column("tenant", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("parent_id", _ID, nullable=True),
    # For a regenerated answer, the turn that it replaces; otherwise null.
    Column("supersedes_id", _ID, nullable=True),
    # 0 for the first branch; every sibling opens another.
    Column("branch", Integer, nullable=False, server_default="0"),
    # The session's fence when the turn began or was taken from its owner.
    Column("fence", Integer, nullable=False),
    Column("status", String(16), nullable=False),
    Column("question", Text, nullable=False),
    # Null if equal to the question.
    Column("standalone_question", Text, nullable=True),
    Column("kind", String(16), nullable=False, server_default="standalone"),
    Column("way", Text, nullable=False, server_default=""),
    Column("ending", String(16), nullable=True),
    Column("answer", Text, nullable=False, server_default=""),
    Column("language", String(16), nullable=False),
    # Null if empty. rows.py describes the format of these three and of `evidence`.
    Column("decisions", Packed, nullable=True),
    Column("ledger", JSON(none_as_null=True), nullable=True),
    Column("usage", JSON(none_as_null=True), nullable=True),
    Column("model", Text, nullable=False, server_default=""),
    Column("error_code", Text, nullable=False, server_default=""),
    Column("created_at", Moment, nullable=False),
    Column("finished_at", Moment, nullable=True),
    Column("took_ms", Float, nullable=False, server_default="0"),
    # Null if all its elements have their defaults.
    Column("evidence", Packed, nullable=True),
    UniqueConstraint("session_id", "number"),
    Index(
        "uq_turns_running",
        "session_id",
        unique=True,
        sqlite_where=text("status = 'running'"),
        postgresql_where=text("status = 'running'"),
    ),
)

# Consecutive turns of one path, from `first_number` up to the next stretch of the session. The first stretch of a
# session has no row, so a conversation without branches has none. See branches.py.
stretches = Table(
    "stretches",
    metadata,
    Column("session_id", _SESSION, _session(), nullable=False),
    Column("first_number", Integer, nullable=False),
    Column("branch", Integer, nullable=False),
    # Number of the parent of its first turn; 0 for none.
    Column("after_number", Integer, nullable=False),
    # Number of the first turn of its path.
    Column("root_number", Integer, nullable=False),
    PrimaryKeyConstraint("session_id", "first_number"),
    Index("ix_stretches_after", "session_id", "after_number"),
)

session_sources = Table(
    "session_sources",
    metadata,
    Column("session_id", _SESSION, _session(), nullable=False),
    Column("number", Integer, nullable=False),
    Column("document_id", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("url", Text, nullable=False),
    Column("date", String(10), nullable=False, server_default=""),
    PrimaryKeyConstraint("session_id", "number"),
    UniqueConstraint("session_id", "document_id"),
)

turn_sources = Table(
    "turn_sources",
    metadata,
    Column("turn_id", _ID, _turn(), nullable=False),
    # Index in the turn's sources, from 0.
    Column("position", Integer, nullable=False),
    Column("session_id", _SESSION, nullable=False),
    # Null for a source that was in the prompt but not cited.
    Column("number", Integer, nullable=True),
    Column("document_id", Text, nullable=False),
    Column("stage", String(16), nullable=False, server_default="cited"),
    Column("passages", Packed, nullable=False),
    PrimaryKeyConstraint("turn_id", "position"),
)

partials = Table(
    "partials",
    metadata,
    Column("turn_id", _ID, _turn(), primary_key=True),
    Column("text", Text, nullable=False),
    Column("updated_at", Moment, nullable=False),
)

feedback = Table(
    "feedback",
    metadata,
    Column("turn_id", _ID, _turn(), primary_key=True),
    Column("session_id", _SESSION, nullable=False),
    # 1: good, -1: bad.
    Column("rating", Integer, nullable=False),
    Column("comment", Text, nullable=False),
    Column("given_at", Moment, nullable=False),
)

idempotency_keys = Table(
    "idempotency_keys",
    metadata,
    Column("tenant", Text, nullable=False),
    Column("user_id", Text, nullable=False),
    Column("key", String(256), nullable=False),
    Column("session_id", _SESSION, _session(), nullable=False, index=True),
    Column("turn_id", _ID, nullable=False),
    Column("body_hash", String(64), nullable=False),
    Column("created_at", Moment, nullable=False, index=True),
    PrimaryKeyConstraint("tenant", "user_id", "key"),
)

outbox = Table(
    "outbox",
    metadata,
    # SQLite autoincrements only a primary key of type INTEGER.
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("session_id", _SESSION, _session(), nullable=False, index=True),
    Column("turn_id", _ID, nullable=False),
    Column("topic", String(64), nullable=False),
    Column("payload", JSON(none_as_null=True), nullable=True),
    Column("created_at", Moment, nullable=False),
    Column("done_at", Moment, nullable=True),
    Index("ix_outbox_open", "id", sqlite_where=text("done_at IS NULL"), postgresql_where=text("done_at IS NULL")),
)

# The summary of each branch. A branch without a row uses the latest summary whose last turn is on its path.
summaries = Table(
    "summaries",
    metadata,
    Column("session_id", _SESSION, _session(), nullable=False),
    Column("branch", Integer, nullable=False),
    Column("text", Text, nullable=False),
    # `rules`, `model`, `user`.
    Column("worded_by", String(16), nullable=False),
    # Number of the last digested turn, for the text, the topics and the items.
    Column("up_to_number", Integer, nullable=False),
    Column("updated_at", Moment, nullable=False),
    PrimaryKeyConstraint("session_id", "branch"),
    Index("ix_summaries_up_to", "session_id", "up_to_number", "branch"),
)

topics = Table(
    "topics",
    metadata,
    Column("turn_id", _ID, _turn(), primary_key=True),
    Column("session_id", _SESSION, nullable=False),
    Column("number", Integer, nullable=False),
    # Empty if the turn has no topic or its topic was removed.
    Column("line", Text, nullable=False),
    Column("topics", JSON, nullable=False),
    Column("source_ids", JSON, nullable=False),
    # The turn's index entry (`history_search/turn_index.py`); null if it has none.
    Column("imprint", LargeBinary, nullable=True),
    UniqueConstraint("session_id", "number"),
)

memory_items = Table(
    "memory_items",
    metadata,
    Column("session_id", _SESSION, _session(), nullable=False),
    Column("id", _ID, nullable=False),
    Column("turn_id", _ID, nullable=False),
    # Number of its turn, and index among the items of that turn, from 0.
    Column("number", Integer, nullable=False),
    Column("position", Integer, nullable=False),
    Column("text", Text, nullable=False),
    # `fact`, `wish`, `decision`, `correction`.
    Column("kind", String(16), nullable=False),
    Column("worded_by", String(16), nullable=False),
    # The item that this one supersedes, on the branches that contain this one.
    Column("supersedes_id", _ID, nullable=True),
    PrimaryKeyConstraint("session_id", "id"),
    Index("ix_memory_items_number", "session_id", "number", "position"),
)

# A key of each person, encrypted with the key of the installation. Removing it makes all copies of the values below
# unreadable.
data_keys = Table(
    "data_keys",
    metadata,
    Column("tenant", Text, nullable=False),
    Column("user_id", Text, nullable=False),
    Column("sealed", LargeBinary, nullable=False),
    Column("created_at", Moment, nullable=False),
    PrimaryKeyConstraint("tenant", "user_id"),
)

# The values of placeholders, encrypted with their owner's key. Not tied to a session's row: the conversations may be in
# files or in another store.
placeholders = Table(
    "placeholders",
    metadata,
    Column("tenant", Text, nullable=False),
    Column("user_id", Text, nullable=False),
    Column("session_id", String(128), nullable=False),
    Column("kind", String(32), nullable=False),
    # From 1 within session and kind.
    Column("number", Integer, nullable=False),
    # Keyed hash of kind and canonical value: the same value has one placeholder.
    Column("digest", LargeBinary, nullable=False),
    Column("sealed", LargeBinary, nullable=False),
    PrimaryKeyConstraint("tenant", "user_id", "session_id", "kind", "number"),
    UniqueConstraint("tenant", "user_id", "session_id", "digest"),
)

# Deletions that are repeated when a backup is restored, under keyed hashes (`ledger.py`).
deletions = Table(
    "deletions",
    metadata,
    Column("id", _ID, primary_key=True),
    # `subject`, `conversation`, `attachment`.
    Column("kind", String(16), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("deleted_at", Moment, nullable=False),
)

# Calls of tools that write. Not tied to a session's row, like the placeholders.
write_calls = Table(
    "write_calls",
    metadata,
    # Hash of turn, tool and arguments.
    Column("id", String(64), primary_key=True),
    Column("tenant", Text, nullable=False),
    Column("user_id", Text, nullable=False),
    Column("session_id", String(128), nullable=False),
    Column("turn_id", _ID, nullable=False),
    Column("turn_number", Integer, nullable=False),
    Column("tool", Text, nullable=False),
    Column("arguments", Text, nullable=False),
    # `waiting`, `running`, `done`, `failed`, `refused`, `unknown`.
    Column("state", String(16), nullable=False),
    Column("result", Text, nullable=False),
    Column("created_at", Moment, nullable=False),
    # When a call that runs has ended at the latest.
    Column("until", Moment, nullable=True),
    Index("ix_write_calls_session_id", "session_id", "created_at"),
)

# Without a session. The keys of an erased person leave one row without a person: after the first key no call is
# accepted without a credential.
api_keys = Table(
    "api_keys",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("tenant", Text, nullable=False),
    Column("user_id", Text, nullable=False),
    Column("name", Text, nullable=False),
    # Names of scopes, separated by spaces.
    Column("scopes", Text, nullable=False),
    Column("secret_hash", LargeBinary, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("expires_at", Moment, nullable=True),
    Column("last_used_at", Moment, nullable=True),
    Column("revoked_at", Moment, nullable=True),
)
