"""Index files that map turn ids and idempotency keys to sessions, so that not all conversations must be read.

Each entry is one small file. Entries may be wrong or missing; the conversation file is authoritative.
"""

import hashlib
import json
import os
import re
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from askwell.stores.common import validation
from askwell.stores.common.defaults import KEYS_LIVE
from askwell.stores.files import disk
from askwell.types import Principal

_WORD = re.compile(r"[A-Za-z0-9_-]{1,128}\Z")


class IdIndex:
    """The index files. Every method blocks on the disk and may raise StorageFailed."""

    def __init__(self, folder: Path) -> None:
        self._turns = folder / "turns"
        self._keys = folder / "keys"
        with disk.translating_errors():
            for each in (self._turns, self._keys):
                each.mkdir(parents=True, exist_ok=True, mode=0o700)

    def session_of_turn(self, turn_id: str) -> str | None:
        """The indexed session of a turn; None if there is no entry. Raises NotFound for an invalid turn id."""
        validation.check_turn_id(turn_id)
        return _read_word(self._turn_file(turn_id))

    def add_turns(self, session_id: str, turn_ids: Iterable[str]) -> None:
        """Add entries for turn ids. Call this before the session is written."""
        with disk.translating_errors():
            for turn_id in turn_ids:
                path = self._turn_file(turn_id)
                path.parent.mkdir(exist_ok=True, mode=0o700)
                path.write_text(session_id, encoding="utf-8")

    def drop_turns(self, turn_ids: Iterable[str]) -> None:
        """Remove the entries of turn ids."""
        with disk.translating_errors():
            for turn_id in turn_ids:
                self._turn_file(turn_id).unlink(missing_ok=True)

    def session_of_key(self, principal: Principal, key: str) -> str | None:
        """The session in which a key was last used; None if there is no entry."""
        return _read_word(self._key_file(principal, key))

    def set_key(self, session_id: str, principal: Principal, key: str, now: datetime) -> None:
        """Set the session of a key. Call this under the key's lock and before the session is written."""
        with disk.translating_errors():
            path = self._key_file(principal, key)
            path.write_text(json.dumps(session_id), encoding="utf-8")
            os.utime(path, (now.timestamp(), now.timestamp()))

    def drop_keys(self, session_id: str, principal: Principal, keys: Iterable[str]) -> None:
        """Remove the entries of these keys, unless one was used in another session since."""
        with disk.translating_errors():
            for key in keys:
                if self.session_of_key(principal, key) == session_id:
                    self._key_file(principal, key).unlink(missing_ok=True)

    def forget_keys(self, now: datetime) -> None:
        """Remove expired keys."""
        oldest = (now - KEYS_LIVE).timestamp() - 1
        with disk.translating_errors(), os.scandir(self._keys) as entries:
            for entry in entries:
                with suppress(FileNotFoundError):
                    if entry.stat().st_mtime < oldest:
                        Path(entry.path).unlink()

    def _turn_file(self, turn_id: str) -> Path:
        shard = hashlib.sha256(turn_id.encode()).hexdigest()[:2]
        return self._turns / shard / turn_id

    def _key_file(self, principal: Principal, key: str) -> Path:
        return self._keys / f"{hashed(principal, key)}.json"


def hashed(principal: Principal, key: str) -> str:
    """SHA-256 of a principal's key in hexadecimal, for use as a file name."""
    return hashlib.sha256(json.dumps([principal.tenant, principal.user, key]).encode()).hexdigest()


def _read_word(path: Path) -> str | None:
    """The content of a one-word file; None if it is missing or invalid."""
    try:
        word = path.read_text(encoding="utf-8").strip('"')
    except (OSError, UnicodeDecodeError):
        return None
    return word if _WORD.match(word) else None
