"""A folder with one JSON file per conversation, shared by the processes of a machine.

    <session id>.json            a conversation in the format of another system, with our data under `askwell`
    quarantine/                  files that could not be read, unchanged
    .askwell/locks/              a lock for each conversation and for groups of keys
    .askwell/keys/               idempotency key (hashed) to the session it was used in
    .askwell/turns/              turn id to its session

A file is read without a lock, since it is always complete; it is changed under its lock. The entries below `.askwell`
are only an index. The conversation file is authoritative: a wrong or missing entry changes no conversation.
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
from askwell.stores.exchange.format import Kept, NewerFormatError, kept_from, kept_json
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
"""A file younger than this may change again with the same time stamp, so it is not cached, seconds."""

Identity = tuple[int, int, int, int]
"""Identifies a version of a file: inode, times of its content and of its entry, size."""

_FILE = re.compile(r"([A-Za-z0-9_-]{1,128})\.json\Z")


class BrokenFile(StorageFailed):
    """The file of a session cannot be read."""

    default_code = "session_file_broken"

    def __init__(self, session_id: str, error: Exception) -> None:
        self.session_id = session_id
        why = f"{type(error).__name__}: {error}".partition("\n")[0]
        super().__init__(
            f"The file of session {session_id!r} is broken: {why[:200]}",
            hint="It was moved to the folder `quarantine`; repair it there and move it back.",
        )


@dataclass(frozen=True, slots=True)
class Header:
    """The fields of a file that a listing needs."""

    session: Session
    lease_until: datetime | None


class SessionFolder:
    """The files. Every method blocks on the disk, so call it from a thread. Any may raise StorageFailed."""

    def __init__(self, folder: Path, clock: Clock, *, shape: Shape = "s1", assistant: str = "documents") -> None:
        """`assistant` is the assistant of conversations that another system stored here."""
        self.folder = folder
        self._clock = clock
        self._shape = shape
        self._assistant = assistant
        self._headers: dict[str, tuple[Identity, Header]] = {}
        self._listing = threading.Lock()
        self._locks = folder / ".askwell" / "locks"
        with disk.refusals():
            (self._locks / "keys").mkdir(parents=True, exist_ok=True, mode=0o700)
        self.leads = IdIndex(folder / ".askwell")

    def holds(self, session_id: str) -> bool:
        """Whether this session has a file. Raises NotFound for an invalid id."""
        path = self._path(session_id)
        with disk.refusals():
            return path.is_file() and not path.is_symlink()

    def locked(self, session_id: str) -> AbstractContextManager[None]:
        """Hold the lock of a session, which exists even if the session does not."""
        self._path(session_id)
        return _locked(self._lock(session_id))

    def restoring(self) -> AbstractContextManager[None]:
        """Hold the lock for importing conversations."""
        return _locked(self._locks / "keys" / "restore.lock")

    def key_locked(self, principal: Principal, key: str) -> AbstractContextManager[None]:
        """Hold the lock of an idempotency key; acquire it before that of a session."""
        return _locked(self._locks / "keys" / f"{hashed(principal, key)[:2]}.lock")

    def load(self, session_id: str) -> Kept | None:
        """A conversation; None if it does not exist. Raises BrokenFile, StorageFailed (`session_file_newer`)."""
        if not self.holds(session_id):
            return None
        try:
            with disk.refusals():
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

    def set_aside(self, session_id: str) -> None:
        """Move a broken file to the quarantine and log it. Do not call under its lock, which this acquires.

        Another system may write in place, without our lock, so a file modified very recently is first given a moment.
        """
        path = self._path(session_id)
        with self.locked(session_id), disk.refusals(), suppress(FileNotFoundError):
            if time.time() - path.stat().st_mtime < 2 * SETTLED_S:
                time.sleep(2 * SETTLED_S)
            try:
                self.load(session_id)
            except BrokenFile as error:
                aside = self._move_to_quarantine(path)
                LOG.warning("%s It was moved to %s", error.message, aside)

    def save(self, kept: Kept) -> None:
        """Write a conversation, under its lock."""
        conversation = kept.conversation
        data = shaped(conversation, self._shape) | {OWN: kept_json(kept)}
        with disk.refusals():
            disk.put(self._path(conversation.session.id), _encoded(data))

    def remove(self, conversation: Conversation) -> None:
        """Remove a conversation with its index entries, under its lock."""
        path = self._path(conversation.session.id)
        with disk.refusals():
            disk.put_away(path)
            self.leads.drop_turns(turn.id for turn in conversation.turns)
            self._lock(conversation.session.id).unlink(missing_ok=True)

    def headers(self) -> list[Header]:
        """All readable conversations; only changed files are read again."""
        with self._listing, disk.refusals():
            found: dict[str, tuple[Identity, Header]] = {}
            fresh: list[Header] = []
            for session_id, identity, settled in self._files():
                known = self._headers.get(session_id)
                if known is None or known[0] != identity:
                    kept = self._loaded_or_passed_over(session_id)
                    if kept is None:
                        continue
                    known = identity, Header(kept.conversation.session, kept.conversation.lease_until)
                if settled:
                    found[session_id] = known
                fresh.append(known[1])
            self._headers = found
            return fresh

    def _loaded_or_passed_over(self, session_id: str) -> Kept | None:
        try:
            return self.load(session_id)
        except BrokenFile:
            self.set_aside(session_id)
        except StorageFailed as error:
            if error.code != "session_file_newer":
                raise
            LOG.warning("%s", error.message)
        return None

    def _files(self) -> Iterator[tuple[str, Identity, bool]]:
        """Session ids with the version of the file, and whether that version is reliable."""
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

    def _read(self, path: Path) -> Kept:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
        with os.fdopen(handle, "rb") as file:
            data: Any = json.loads(file.read())
            written_at = datetime.fromtimestamp(os.fstat(file.fileno()).st_mtime, UTC)
        now = self._clock.now()
        if isinstance(data, dict) and isinstance(data.get(OWN), dict):
            kept = kept_from(data[OWN], live=KEYS_LIVE, now=now)
        else:
            kept = self._taken_in(data, path.stem, written_at)
        if kept.conversation.session.id != path.stem:
            raise ValueError(f"it is the file of {kept.conversation.session.id[:160]!r}")
        warn_of_dropped(path.stem, kept.memory_fault)
        return kept

    def _taken_in(self, data: object, name: str, written_at: datetime) -> Kept:
        """A conversation of another system, with this machine's user as its owner."""
        found = read_conversations(data, name=name, assistant=self._assistant, at=written_at)
        if len(found) != 1:
            raise ValueError(f"it contains {len(found)} conversations")
        session, turns, memory = found[0].session, found[0].turns, found[0].memory
        whole = restored(Principal(), session, turns, written_at, memory)
        kept = Kept(Conversation.restored(whole), memory_fault=found[0].memory_fault)
        if turns and self.leads.of_turn(turns[-1].id) is None:
            self.leads.lead_turns(session.id, [turn.id for turn in turns])
        return kept

    def _move_to_quarantine(self, path: Path) -> Path:
        quarantine = self.folder / "quarantine"
        quarantine.mkdir(exist_ok=True, mode=0o700)
        place, number = quarantine / path.name, 1
        while place.exists():
            number += 1
            place = quarantine / f"{path.stem}.{number}.json"
        path.replace(place)
        disk.sync_folder(quarantine)
        disk.sync_folder(self.folder)
        return place

    def _path(self, session_id: str) -> Path:
        validation.check_known_form(session_id)
        return self.folder / f"{session_id}.json"

    def _lock(self, session_id: str) -> Path:
        return self._locks / f"{session_id}.lock"


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with ExitStack() as stack:
        with disk.refusals():
            stack.enter_context(held(path, wait_s=LOCK_WAIT_S))
        yield


def _encoded(data: object) -> bytes:
    text = json.dumps(data, ensure_ascii=False, indent=1)
    try:
        return text.encode()
    except UnicodeEncodeError:  # a lone surrogate in a step's note: only escapes can contain it
        return json.dumps(data, indent=1).encode()
