"""The tables of documents, for SQLite and PostgreSQL.

The index files are derived from them and may be deleted at any time.
"""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

collections = Table(
    "collections",
    metadata,
    Column("tenant", String(64), nullable=False, server_default="local"),
    Column("name", String(128), nullable=False),
    # Starts at a random number and grows by one with every change; an index stores the revision it was built from.
    Column("revision", Integer, nullable=False, server_default="0"),
    PrimaryKeyConstraint("tenant", "name"),
)

documents = Table(
    "documents",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("tenant", String(64), nullable=False, server_default="local"),
    Column("collection", String(128), nullable=False),
    Column("name", String(1024), nullable=False),
    # Folder of its file, or a name for that folder; "" for uploaded bytes. Two folders may have the same file name.
    Column("root", String(4096), nullable=False, server_default=""),
    Column("title", Text, nullable=False),
    Column("url", Text, nullable=False),
    Column("origin", Text, nullable=False),
    Column("labels", JSON, nullable=False),
    Column("media_type", String(255), nullable=False),
    Column("language", String(16), nullable=False),
    Column("content_hash", String(64), nullable=False),
    # Hash of the given labels and the version of readers and chunking; if it differs, the file is read again.
    Column("recipe", String(64), nullable=False, server_default=""),
    Column("chars", Integer, nullable=False),
    Column("chunks", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("added_at", DateTime(timezone=True), nullable=False),
    # Where its words are on its pages, as `readers.word_boxes` packs them; NULL without pages, and in earlier rows.
    Column("boxes", LargeBinary, nullable=True),
    # As its metadata states it: `2025-01-31`, `2025-01`, `2025` or empty.
    Column("date", String(10), nullable=False, server_default=""),
    UniqueConstraint("tenant", "collection", "name", "root", name="uq_documents_name_root"),
)

# The bytes of uploaded PDF files, of which no other copy is known; pages are drawn from them.
originals = Table(
    "originals",
    metadata,
    Column("document_id", String(36), ForeignKey("documents.id", ondelete="CASCADE"), primary_key=True),
    Column("data", LargeBinary, nullable=False),
)

chunks = Table(
    "chunks",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("document_id", String(36), ForeignKey("documents.id", ondelete="CASCADE"), nullable=False),
    Column("ordinal", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("start", Integer, nullable=False),
    Column("end", Integer, nullable=False),
    Column("headings", JSON, nullable=False),
    Column("page", Integer, nullable=True),
    Column("tokens", Integer, nullable=False),
    Index("ix_chunks_document_id", "document_id", "ordinal"),
)

vectors = Table(
    "vectors",
    metadata,
    Column("chunk_id", String(36), ForeignKey("chunks.id", ondelete="CASCADE"), nullable=False),
    Column("embedder", String(255), nullable=False),
    Column("dimension", Integer, nullable=False),
    # float16, little-endian, one row; its cosine differs from float32 by less than 0.001.
    Column("data", LargeBinary, nullable=False),
    # Vectors of the chunk's sentences as `sentence_codes` packs them; NULL in rows of earlier versions.
    Column("sentences", LargeBinary, nullable=True),
    PrimaryKeyConstraint("chunk_id", "embedder"),
)

ingestions = Table(
    "ingestions",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("tenant", String(64), nullable=False, server_default="local"),
    Column("collection", String(128), nullable=False),
    Column("root", String(4096), nullable=False),
    Column("total_files", Integer, nullable=False),
    Column("read_files", Integer, nullable=False),
    # Milliseconds since 1970 by the clock of the process that reads the files.
    Column("beat_at", BigInteger, nullable=False),
)

# A removed attachment keeps its row, so that its number is not used again and answers built on it can say so. There is
# no foreign key to a session: conversations may be in another database.
attachments = Table(
    "attachments",
    metadata,
    Column("id", String(36), primary_key=True),
    Column("tenant", Text, nullable=False),
    Column("user_id", Text, nullable=False),
    Column("session_id", String(128), nullable=False),
    Column("number", Integer, nullable=False),
    Column("name", String(1024), nullable=False),
    Column("media_type", String(255), nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("content_hash", String(64), nullable=False),
    # Name of the reader, by the content.
    Column("kind", String(128), nullable=False),
    Column("state", String(16), nullable=False),
    Column("error_code", String(64), nullable=False, server_default=""),
    Column("error", Text, nullable=False, server_default=""),
    Column("hint", Text, nullable=False, server_default=""),
    Column("document_id", String(36), nullable=False, server_default=""),
    Column("is_active", Boolean, nullable=False),
    Column("is_only", Boolean, nullable=False),
    Column("embedder_of", String(128), nullable=False, server_default=""),
    Column("added_at", DateTime(timezone=True), nullable=False),
    Column("removed_at", DateTime(timezone=True), nullable=True),
    # Milliseconds since 1970 until which a process reads it; another one takes it over afterwards. 0: nobody.
    Column("claimed_until", BigInteger, nullable=False, server_default="0"),
    UniqueConstraint("session_id", "number", name="uq_attachments_session_id_number"),
    Index("ix_attachments_content_hash", "content_hash"),
    Index("ix_attachments_document_id", "document_id"),
)
