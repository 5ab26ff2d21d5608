"""A folder with one JSON file per conversation, shared by the processes of a machine.

    <session id>.json            a conversation in the format of another system, with our data under `askwell`
    quarantine/                  files that could not be read, unchanged
    .askwell/locks/              a lock for each conversation and for groups of keys
    .askwell/keys/               idempotency key (hashed) to the session in which it was used
    .askwell/turns/              turn id to its session

Files are replaced atomically, so they are read without a lock. They are written under the lock of their session. The
entries in `keys` and `turns` are only an index: if one is wrong or missing, the conversation files are still right.
"""

import json
import logging
import os
import re
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from askwell.errors import BadInput, StorageFailed
from askwell.ports import Clock
from askwell.stores.common import validation
from askwell.stores.common.defaults import KEYS_LIVE
from askwell.stores.common.restored import restored, warn_of_dropped
from askwell.stores.exchange.format import (
    NewerFormatError,
    StoredConversation,
    stored_conversation_from,
    stored_conversation_json,
)
from askwell.stores.exchange.importers import OWN, read_conversations
from askwell.stores.exchange.shapes import Shape, shaped
from askwell.stores.files import disk
from askwell.stores.files.id_index import IdIndex, hashed
from askwell.stores.files.locks import held
from askwell.stores.inmemory.conversation import Conversation
from askwell.types import Principal, Session

LOG = logging.getLogger("askwell")

LOCK_WAIT_S = 10.0
SETTLED_S = 0.1
"""Minimum age of a cached file: a younger one may change again without a new time stamp."""

Identity = tuple[int, int, int, int]
"""Identifies a version of a file: inode, mtime and ctime in nanoseconds, size in bytes."""

_FILE = re.compile(r"([A-Za-z0-9_-]{1,128})\.json\Z")


class BrokenFile(StorageFailed):
    """The file of a session cannot be read."""

    default_code = "session_file_broken"

    def __init__(self, session_id: str, error: Exception) -> None:
        self.session_id = session_id
        cause = f"{type(error).__name__}: {error}".partition("\n")[0]
        super().__init__(
            f"The file of session {session_id!r} is broken: {cause[:200]}",
            hint="It was moved to the folder `quarantine`; repair it there and move it back.",
        )


@dataclass(frozen=True, slots=True)
class Header:
    """The fields of a file that a listing needs."""

    session: Session
    lease_until: datetime | None
    begun_at: datetime | None
    """Time when the running turn began; None if none is running."""


class SessionFolder:
    """The session files. Every method blocks on the disk, so call it in a thread. Any may raise StorageFailed."""

    def __init__(self, folder: Path, clock: Clock, *, shape: Shape = "s1", assistant: str = "documents") -> None:
        """`assistant` is the assistant for conversations that another system stored here."""
        self.folder = folder
        self._clock = clock
        self._shape = shape
        self._assistant = assistant
        self._headers: dict[str, tuple[Identity, Header]] = {}
        self._listing = threading.Lock()
        self._locks = folder / ".askwell" / "locks"
        with disk.translating_errors():
            (self._locks / "keys").mkdir(parents=True, exist_ok=True, mode=0o700)
        self.id_index = IdIndex(folder / ".askwell")

    def exists(self, session_id: str) -> bool:
        """Whether the session has a file. Raises NotFound for an invalid id."""
        path = self._path(session_id)
        with disk.translating_errors():
            return path.is_file() and not path.is_symlink()

    def locked(self, session_id: str) -> AbstractContextManager[None]:
        """Hold the lock of a session. The session need not exist."""
        self._path(session_id)
        return _locked(self._lock(session_id))

    def restoring(self) -> AbstractContextManager[None]:
        """Hold the lock for imports of conversations."""
        return _locked(self._locks / "keys" / "restore.lock")

    def key_locked(self, principal: Principal, key: str) -> AbstractContextManager[None]:
        """Hold the lock of an idempotency key. Acquire it before the lock of the session."""
        return _locked(self._locks / "keys" / f"{hashed(principal, key)[:2]}.lock")

    def load(self, session_id: str) -> StoredConversation | None:
        """A conversation; None if it does not exist. Raises BrokenFile, StorageFailed (`session_file_newer`)."""
        if not self.exists(session_id):
            return None
        try:
            with disk.translating_errors():
                try:
                    return self._read(self._path(session_id))
                except FileNotFoundError:
                    return None
        except NewerFormatError as error:
            raise StorageFailed(
                f"Session {session_id!r} was written by a later version: {error}",
                code="session_file_newer",
                hint="Use that version.",
            ) from error
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, BadInput) as error:
            raise BrokenFile(session_id, error) from error

    def quarantine(self, session_id: str) -> None:
        """Move a broken file to the folder `quarantine` and log it. Acquires the lock of the session.

        Another system may write in place and without our lock, so a file that was just modified is read again after a
        pause.
        """
        path = self._path(session_id)
        with self.locked(session_id), disk.translating_errors(), suppress(FileNotFoundError):
            if time.time() - path.stat().st_mtime < 2 * SETTLED_S:
                time.sleep(2 * SETTLED_S)
            try:
                self.load(session_id)
            except BrokenFile as error:
                moved_to = self._move_to_quarantine(path)
                LOG.warning("%s It was moved to %s", error.message, moved_to)

    def save(self, stored: StoredConversation) -> None:
        """Write a conversation. The caller holds its lock."""
        conversation = stored.conversation
        data = shaped(conversation, self._shape) | {OWN: stored_conversation_json(stored)}
        with disk.translating_errors():
            disk.write(self._path(conversation.session.id), _encoded(data))

    def remove(self, stored: StoredConversation) -> None:
        """Remove a conversation, its index entries and its lock file. The caller holds its lock."""
        conversation = stored.conversation
        path = self._path(conversation.session.id)
        with disk.translating_errors():
            self.id_index.drop_turns(turn.id for turn in conversation.turns)
            self.id_index.drop_keys(conversation.session.id, conversation.owner, stored.keys)
            disk.remove(path)
            self._lock(conversation.session.id).unlink(missing_ok=True)

    def headers(self) -> list[Header]:
        """All readable conversations; only changed files are read again."""
        with self._listing, disk.translating_errors():
            cached: dict[str, tuple[Identity, Header]] = {}
            headers: list[Header] = []
            for session_id, identity, is_settled in self._files():
                entry = self._headers.get(session_id)
                if entry is None or entry[0] != identity:
                    stored = self._load_or_skip(session_id)
                    if stored is None:
                        continue
                    one = stored.conversation
                    begun_at = one.turns[-1].created_at if one.lease_until else None
                    entry = identity, Header(one.session, one.lease_until, begun_at)
                if is_settled:
                    cached[session_id] = entry
                headers.append(entry[1])
            self._headers = cached
            return headers

    def _load_or_skip(self, session_id: str) -> StoredConversation | None:
        try:
            return self.load(session_id)
        except BrokenFile:
            self.quarantine(session_id)
        except StorageFailed as error:
            if error.code != "session_file_newer":
                raise
            LOG.warning("%s", error.message)
        return None

    def _files(self) -> Iterator[tuple[str, Identity, bool]]:
        """For each file its session id, its version, and whether it is old enough to be cached."""
        now = time.time()
        with os.scandir(self.folder) as entries:
            for entry in entries:
                match = _FILE.match(entry.name)
                if match is None or not entry.is_file(follow_symlinks=False):
                    continue
                with suppress(FileNotFoundError):
                    stat = entry.stat(follow_symlinks=False)
                    identity = stat.st_ino, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_size
                    yield match[1], identity, now - stat.st_ctime > SETTLED_S

    def _read(self, path: Path) -> StoredConversation:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
        with os.fdopen(handle, "rb") as file:
            data: Any = json.loads(file.read())
            written_at = datetime.fromtimestamp(os.fstat(file.fileno()).st_mtime, UTC)
        now = self._clock.now()
        if isinstance(data, dict) and isinstance(data.get(OWN), dict):
            stored = stored_conversation_from(data[OWN], live=KEYS_LIVE, now=now)
        else:
            stored = self._imported(data, path.stem, written_at)
        if stored.conversation.session.id != path.stem:
            raise ValueError(f"it is the file of {stored.conversation.session.id[:160]!r}")
        warn_of_dropped(path.stem, stored.memory_fault)
        return stored

    def _imported(self, data: object, name: str, written_at: datetime) -> StoredConversation:
        """A conversation that another system stored, owned by the default principal. Adds its turns to the index."""
        conversations = read_conversations(data, name=name, assistant=self._assistant, at=written_at)
        if len(conversations) != 1:
            raise ValueError(f"it contains {len(conversations)} conversations")
        imported = conversations[0]
        session, turns = imported.session, imported.turns
        valid = restored(Principal(), session, turns, written_at, imported.memory)
        stored = StoredConversation(Conversation.restored(valid), memory_fault=imported.memory_fault)
        if turns and self.id_index.session_of_turn(turns[-1].id) is None:
            self.id_index.add_turns(session.id, [turn.id for turn in turns])
        return stored

    def _move_to_quarantine(self, path: Path) -> Path:
        quarantine = self.folder / "quarantine"
        quarantine.mkdir(exist_ok=True, mode=0o700)
        target, number = quarantine / path.name, 1
        while target.exists():
            number += 1
            target = quarantine / f"{path.stem}.{number}.json"
        path.replace(target)
        disk.sync_folder(quarantine)
        disk.sync_folder(self.folder)
        return target

    def _path(self, session_id: str) -> Path:
        validation.check_known_form(session_id)
        return self.folder / f"{session_id}.json"

    def _lock(self, session_id: str) -> Path:
        return self._locks / f"{session_id}.lock"


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with ExitStack() as stack:
        with disk.translating_errors():
            stack.enter_context(held(path, wait_s=LOCK_WAIT_S))
        yield


def _encoded(data: object) -> bytes:
    text = json.dumps(data, ensure_ascii=False, indent=1)
    try:
        return text.encode()
    except UnicodeEncodeError:  # a lone surrogate in a decision's details, which only an escape can represent
        return json.dumps(data, indent=1).encode()
