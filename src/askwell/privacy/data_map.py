"""Where texts are: every column and every kind of file, how it is exported, and how it is erased.

A test reads the tables of both databases and all files of a data folder, and fails for one that is not listed here.
"""

from dataclasses import dataclass

_SESSION = "with its conversation"
_TURN = "in `turns`"


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table with texts, bytes or JSON."""

    name: str
    columns: tuple[str, ...]
    """Columns that are no numbers, times or truth values."""
    holds: str
    exported: str
    """Where in an export; why not, if not."""
    erased: str
    """By what it is removed."""


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A kind of file."""

    pattern: str
    """Glob below the data folder."""
    holds: str
    exported: str
    erased: str


def _table(name: str, columns: str, holds: str, exported: str, erased: str) -> StoredTable:
    return StoredTable(name, tuple(columns.split()), holds, exported, erased)


TABLES: tuple[StoredTable, ...] = (
    _table(
        "sessions",
        "id tenant user_id assistant title titled_by metadata active_turn_id",
        "conversations: title, owner, metadata",
        "in `session`",
        "deleted; what refers to it goes along (ON DELETE CASCADE)",
    ),
    _table(
        "turns",
        "id session_id tenant parent_id supersedes_id status question standalone_question kind way ending answer "
        "language decisions ledger usage model error_code evidence",
        "questions, answers, decisions with their parameters, the ledger of the prompt",
        _TURN,
        _SESSION,
    ),
    _table("stretches", "session_id", "branches, as numbers", _TURN, _SESSION),
    _table(
        "session_sources",
        "session_id document_id name title url date",
        "names of cited documents, files of the conversation among them",
        _TURN,
        _SESSION,
    ),
    _table("turn_sources", "turn_id session_id document_id stage passages", "cited and read passages", _TURN, _SESSION),
    _table("partials", "turn_id text", "the text so far of a running answer", _TURN, _SESSION),
    _table("feedback", "turn_id session_id comment", "ratings and comments", _TURN, _SESSION),
    _table(
        "idempotency_keys",
        "tenant user_id key session_id turn_id body_hash",
        "keys of repeated requests and a hash of their body; the reply is the turn",
        "no: technical, three days at most",
        _SESSION,
    ),
    _table("outbox", "session_id turn_id topic payload", "notes that a turn has ended", "no: technical", _SESSION),
    _table("summaries", "session_id text worded_by", "summaries", "in `memory`", _SESSION),
    _table(
        "topics",
        "turn_id session_id line topics source_ids imprint",
        "a line for each turn, and its index entry with hashed words and a vector",
        "in `memory`",
        _SESSION,
    ),
    _table(
        "memory_items",
        "session_id id turn_id text kind worded_by supersedes_id",
        "what people have said and decided",
        "in `memory`",
        _SESSION,
    ),
    _table(
        "data_keys",
        "tenant user_id sealed",
        "the key of a person, encrypted",
        "no: it opens nothing but `placeholders`",
        "destroyed first, which makes all copies of the values unreadable",
    ),
    _table(
        "placeholders",
        "tenant user_id session_id kind digest sealed",
        "values of placeholders, encrypted",
        "in `placeholders`, decrypted, and in all texts",
        "with the key of the person",
    ),
    _table(
        "write_calls",
        "id tenant user_id session_id turn_id tool arguments state result",
        "calls of tools that write, with their arguments and results",
        "in `calls`",
        _SESSION,
    ),
    _table(
        "api_keys",
        "id tenant user_id name scopes secret_hash",
        "API keys without their secrets",
        "in `api_keys`",
        "deleted; one row without a person says that there has been a key",
    ),
    _table(
        "deletions",
        "id kind digest",
        "keyed hashes of what was deleted",
        "no: names nobody",
        "kept, to repeat deletions when a backup is restored",
    ),
    _table(
        "attachments",
        "id tenant user_id session_id name media_type content_hash kind state error_code error hint document_id "
        "embedder_of",
        "files of conversations: names, states, errors",
        "in `attachments`",
        "deleted with their documents",
    ),
    _table(
        "documents",
        "id tenant collection name root title url origin labels media_type language content_hash recipe text boxes "
        "date",
        "texts of files of conversations; documents of collections, which are nobody's",
        "in `attachments`, with the text",
        "deleted with the attachment",
    ),
    _table(
        "chunks", "id document_id text headings", "passages of documents", "in the text", "deleted with the document"
    ),
    _table(
        "vectors",
        "chunk_id embedder data sentences",
        "vectors of passages and of their sentences",
        "no: computed from the text",
        "deleted with the passage",
    ),
    _table(
        "collections",
        "tenant name",
        "collections; that of a conversation has a hash as its name",
        "no: technical",
        "deleted with the attachments",
    ),
    _table("originals", "document_id data", "files of collections", "no: nobody's", "kept: nobody's"),
    _table("ingestions", "id tenant collection root", "folders that are being read", "no: nobody's", "kept: nobody's"),
    _table("alembic_version", "version_num", "the version of the tables", "no: technical", "kept: nobody's"),
)

FILES: tuple[StoredFile, ...] = (
    StoredFile("askwell.db", "the tables, on SQLite", "as the tables", "written again without removed rows (VACUUM)"),
    StoredFile("askwell.db-wal", "the latest transactions", "as the tables", "truncated"),
    StoredFile("askwell.db-shm", "page numbers of the log", "no: technical", "kept: nobody's"),
    StoredFile(
        "attachments/[0-9a-f][0-9a-f]/*",
        "bytes of files of conversations, by hash",
        "in `attachments`, as `data`",
        "removed, unless somebody else has given the same file; half-written ones too",
    ),
    StoredFile("attachments/lock", "empty", "no: technical", "kept: nobody's"),
    StoredFile(
        "index/*/*/**/*",
        "index generations: stemmed words and vectors of passages; also copies that are read",
        "no: computed from the text",
        "removed with their folder, old generations and folders without a collection too",
    ),
    StoredFile("index/*/*", "which generation is current; a lock", "no: technical", "removed with their folder"),
    StoredFile(
        "sessions/*.json",
        "conversations, if `store` is `files`",
        "as the tables",
        "removed",
    ),
    StoredFile("sessions/.*.json.new", "a conversation that was being written", "no", "replaced by the next write"),
    StoredFile(
        "sessions/quarantine/*",
        "conversations that cannot be read",
        "no: whose they are is unknown",
        "by hand: whose they are is unknown",
    ),
    StoredFile(
        "sessions/.askwell/**/*",
        "locks, hashed idempotency keys and ids of turns, each with the id of its conversation",
        "no: technical",
        "removed with the conversation; keys after three days",
    ),
    StoredFile("deletions.jsonl", "keyed hashes of what was deleted", "no: names nobody", "kept, as its table"),
    StoredFile("privacy.key", "the key of the installation", "no", "kept: nobody's"),
    StoredFile(
        "chat_history",
        "what was typed into `askwell chat`, if nothing is hidden",
        "no: the turns have it",
        "with the user `local`",
    ),
    StoredFile("askwell.toml", "settings", "no: nobody's", "kept: nobody's"),
    StoredFile("trusted.json", "settings files that were accepted", "no: nobody's", "kept: nobody's"),
    StoredFile("assistants/**/*", "assistants of the operator", "no: nobody's", "kept: nobody's"),
    StoredFile("models/**/*", "weights", "no: nobody's", "kept: nobody's"),
)

NOT_STORED: tuple[tuple[str, str], ...] = (
    (
        "running and just ended turns (`kept_runs_s`)",
        "dropped at once in the process that erases, else within `kept_runs_s`",
    ),
    ("caches of turns, passages, memory and vectors of questions", "bounded; unreachable without the conversation"),
    ("kept answers of the answer cache", "made from documents alone, under hashes"),
    (
        "counts of limits, in the process or in `limit_store`",
        "under hashes; removed by the operator's call, else within a day",
    ),
    ("the log of the process", "has no text of questions or answers; its rotation is the operator's"),
    ("uploads that are being received", "files without a name, gone with the request"),
)
"""What there is besides tables and files, and what becomes of it."""
