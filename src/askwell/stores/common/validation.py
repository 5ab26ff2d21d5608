"""Validates arguments before anything is written, and creates the errors, the same for all stores."""

import hashlib
import re
from datetime import datetime, timedelta
from math import ceil

from askwell.errors import BadInput, Conflict, NotFound
from askwell.text.characters import clean_text

TITLE_CHARS = 60
"""Maximum length of a title made from the first question."""

_SESSION_ID = re.compile(r"[A-Za-z0-9_-]{1,128}\Z")
_TURN_ID = re.compile(r"[A-Za-z0-9_-]{1,36}\Z")
_MAX_NUMBER = 2**31 - 1
_SEARCH_CHARS = 1000
_KEY_CHARS = 256
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def check_text(text: str, name: str) -> None:
    """Raise BadInput (`bad_character`) for NUL and lone surrogates, which not every store can save unchanged."""
    surrogate = _LONE_SURROGATE.search(text)
    offset = text.find("\0") if surrogate is None else surrogate.start()
    if offset >= 0:
        raise BadInput(
            f"The {name} contains the character U+{ord(text[offset]):04X} at offset {offset}",
            code="bad_character",
            hint="NUL and lone surrogates are not valid text; remove them.",
        )


def storable(text: str) -> str:
    """The text without characters that no store accepts, so that they do not cause an answer to be lost."""
    return clean_text(text)


def check_session_id(session_id: str) -> None:
    """Raise BadInput (`bad_session_id`) unless a caller may use this id for a session."""
    if not _SESSION_ID.match(session_id):
        raise BadInput(
            f"{session_id[:160]!r} is not a session id",
            code="bad_session_id",
            hint="Use 1 to 128 of the letters A to Z, a to z, digits, _ and -.",
        )


def check_known_form(session_id: str) -> None:
    """Raise NotFound (`session_not_found`) for an id that no session can have."""
    if not _SESSION_ID.match(session_id):
        raise no_session(session_id)


def check_turn_id(turn_id: str) -> None:
    """Raise NotFound (`turn_not_found`) for an id that no turn can have."""
    if not _TURN_ID.match(turn_id):
        raise no_turn_of_id(turn_id)


def can_be_turn_id(turn_id: str) -> bool:
    """Whether a turn can have this id."""
    return _TURN_ID.match(turn_id) is not None


def bounded(number: int) -> int:
    """A turn number or limit clamped to the range from 0 to 2^31 - 1, which every database accepts."""
    return min(max(number, 0), _MAX_NUMBER)


def check_key(key: str) -> None:
    """Raise BadInput (`bad_key`, `bad_character`) for an invalid idempotency key."""
    check_text(key, "idempotency key")
    if len(key) > _KEY_CHARS:
        raise BadInput(
            f"The idempotency key has {len(key)} characters", code="bad_key", hint=f"At most {_KEY_CHARS}; use a UUID."
        )


def check_search(search: str) -> None:
    """Raise BadInput (`search_too_long`, `bad_character`) for an invalid search text."""
    check_text(search, "search")
    if len(search) > _SEARCH_CHARS:
        raise BadInput(
            f"The search has {len(search)} characters", code="search_too_long", hint=f"At most {_SEARCH_CHARS}."
        )


def fingerprint(body_hash: str, question: str, instead_of: int) -> str:
    """The hash that a repeated request with the same key must match.

    It is computed from the caller's hash of the request if there is one, else from the question and `instead_of`.
    """
    request = f"{question}\0{instead_of}" if instead_of else question
    return hashlib.sha256((body_hash or request).encode(errors="surrogatepass")).hexdigest()


def title_of(question: str) -> str:
    """A title from the first question: one line of at most `TITLE_CHARS` characters, cut between words if possible."""
    line = " ".join(question.split())
    if len(line) <= TITLE_CHARS:
        return line
    head = line[:TITLE_CHARS]
    cut, space, _ = head.rpartition(" ")
    return (cut if space and len(cut) >= TITLE_CHARS // 2 else head[:-1]) + "…"


def no_session(session_id: str) -> NotFound:
    """The error for a session that does not exist or belongs to another principal."""
    return NotFound(f"No session {session_id[:160]!r}", code="session_not_found", hint="Check the id.")


def no_turn(session_id: str, number: int) -> NotFound:
    """The error for a turn number that the session does not have."""
    return NotFound(
        f"No turn {number} in session {session_id[:160]!r}", code="turn_not_found", hint="Turns count from 1."
    )


def no_turn_of_id(turn_id: str) -> NotFound:
    """The error for a turn that does not exist or belongs to another principal."""
    return NotFound(f"No turn {turn_id[:160]!r}", code="turn_not_found", hint="Check the id.")


def check_item_id(item_id: str) -> None:
    """Raise NotFound (`memory_item_not_found`) for an id that no item can have."""
    if not _TURN_ID.match(item_id):
        raise no_item(item_id)


def no_item(item_id: str) -> NotFound:
    """The error for a memory item that the session does not have."""
    return NotFound(
        f"The conversation has no memory item {item_id[:160]!r}", code="memory_item_not_found", hint="Check the id."
    )


def no_topic(session_id: str, number: int) -> NotFound:
    """The error for a turn without an entry in the topic index."""
    return NotFound(
        f"Turn {number} of session {session_id[:160]!r} is not in the topic index",
        code="topic_not_found",
        hint="A turn is added after its answer is complete. A removed entry is not added again.",
    )


def broken(session_id: str, why: str) -> BadInput:
    """The error for an invalid imported conversation."""
    return BadInput(
        f"Session {session_id[:160]!r} cannot be imported: {why}",
        code="broken_session",
        hint="Provide all turns, numbered from 1 without gaps; each parent must be an earlier turn.",
    )


def session_exists(session_id: str) -> Conflict:
    """The error for an id that is already in use."""
    return Conflict(f"Session {session_id!r} exists", code="session_exists", hint="Use another id, or omit it.")


CLOCK_TOLERANCE = timedelta(seconds=5)
"""Step back of a clock that changes nothing; synchronised clocks take smaller ones."""


def lease_has_expired(lease_until: datetime, begun_at: datetime, now: datetime) -> bool:
    """Whether a turn's lease is over. It is also over if the turn began in the future: the clock was set back since."""
    return lease_until <= now or now < begun_at - CLOCK_TOLERANCE


def busy(session_id: str, now: datetime, lease_until: datetime) -> Conflict:
    """The error for a session whose last question is still being answered."""
    return Conflict(
        f"Session {session_id!r} is answering another question", code="session_busy", hint=_wait(now, lease_until)
    )


def in_progress(key: str, now: datetime, lease_until: datetime) -> Conflict:
    """The error for a repeated call whose turn is still running."""
    return Conflict(
        f"The turn of idempotency key {key!r} is still running", code="turn_in_progress", hint=_wait(now, lease_until)
    )


def key_reused(key: str) -> BadInput:
    """The error for a key that was used with another request."""
    return BadInput(
        f"Idempotency key {key!r} belongs to another request",
        code="key_reused",
        hint="Use a new key for every new question.",
    )


def fenced(turn_id: str) -> Conflict:
    """The error for an owner whose turn was taken over."""
    return Conflict(
        f"Turn {turn_id} now belongs to another owner",
        code="turn_fenced",
        hint="Its lease expired before it was finished; read the turn, or ask again.",
    )


def renumbered(document_id: str, number: int) -> BadInput:
    """The error for a source whose number conflicts with the conversation's."""
    return BadInput(
        f"Document {document_id!r} cannot be source {number} of this conversation",
        code="source_renumbered",
        hint="A document keeps its number. Use the one from `source_numbers`, or the next free number.",
    )


def _wait(now: datetime, lease_until: datetime) -> str:
    return f"Try again in {max(1, ceil((lease_until - now).total_seconds()))} s."
