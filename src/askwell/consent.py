"""Consent of the user to a settings file that somebody else may have written, stored in the user's data folder.

Consent belongs to a path and to the values in the file at that time. A file that is moved or whose values change needs
consent again.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import parse_qsl

from askwell.errors import AskwellError, StorageFailed

FILE = "trusted.json"

HARMLESS = frozenset(
    {
        "session_files", "model_first_token_s", "model_idle_s", "model_total_s", "model_max_chars", "embedder",
        "documents_embedder", "port", "memory_assistant", "agent_assistant", "chat_assistant", "lease_s", "busy",
        "queue_places", "queue_wait_s", "drain_s", "kept_runs", "kept_runs_s", "max_body_bytes", "max_upload_bytes",
        "max_import_bytes", "max_connections", "request_head_s", "request_body_s", "disk_alarm_bytes",
    }
)  # fmt: skip
"""Settings that need no consent.

All others need it, new ones too: they decide where questions, documents and keys go, which code and weights are loaded,
or who may connect.
"""

SENT_ANYWHERE: Mapping[str, tuple[str, ...]] = {
    "database_url": ("PGPASSWORD", "PGSERVICE"),
    "model_url": ("OPENAI_CUSTOM_HEADERS",),
    "second_model_url": ("OPENAI_CUSTOM_HEADERS",),
    "embedding_url": ("OPENAI_CUSTOM_HEADERS",),
}
"""Setting to the environment variables with credentials that a client sends to its address, whatever it is."""


class ConsentStore:
    """The files that were accepted: absolute path to SHA-256 of the accepted values."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE

    def accepts(self, file: Path, values: Mapping[str, object]) -> bool:
        """Whether these values of the file were accepted."""
        return self._read().get(str(file.resolve())) == _digest(values)

    def accept(self, file: Path, values: Mapping[str, object]) -> None:
        """Store consent to these values, in place of earlier ones of the file. Raises StorageFailed."""
        self._write(self._read() | {str(file.resolve()): _digest(values)})

    def withdraw(self, file: Path) -> bool:
        """Remove the consent to a file; returns whether there was one. Raises StorageFailed."""
        accepted = self._read()
        if accepted.pop(str(file.resolve()), None) is None:
            return False
        self._write(accepted)
        return True

    def _read(self) -> dict[str, str]:
        """An unreadable or invalid file counts as no consent."""
        try:
            written = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return {str(path): str(digest) for path, digest in written.items()} if isinstance(written, dict) else {}

    def _write(self, accepted: Mapping[str, str]) -> None:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            # A new file renamed over the old one: a full disk leaves the old one whole. Only its owner can read it.
            handle, name = tempfile.mkstemp(dir=self._file.parent, prefix=f".{FILE}-")
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    json.dump(dict(sorted(accepted.items())), file, ensure_ascii=False, indent=2)
                Path(name).replace(self._file)
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise
        except OSError as error:
            raise _not_stored(self._file, error) from error


def own_credentials(key: str, url: str, environ: Mapping[str, str]) -> list[str]:
    """What would add credentials of the user to a connection to the URL in this setting.

    Clients of PostgreSQL and of models send those of the environment to any host; a database URL can name files.
    """
    is_database = key == "database_url"
    if not url or (is_database and not url.startswith("postgres")):
        return []
    variables = [name for name in SENT_ANYWHERE.get(key, ()) if environ.get(name)]
    options = {name for name, _ in parse_qsl(url.partition("?")[2])} if is_database else set()
    return [*variables, *sorted(options & {"service", "servicefile", "passfile", "sslkey", "sslcert"})]


def _digest(values: Mapping[str, object]) -> str:
    """SHA-256 of the values, whatever their order."""
    written = json.dumps(values, sort_keys=True, ensure_ascii=True, default=str)
    return hashlib.sha256(written.encode()).hexdigest()


def _not_stored(file: Path, error: OSError) -> AskwellError:
    return StorageFailed(
        f"Consent cannot be stored in {str(file)!r}: {error.strerror}",
        hint="Free some disk space, or make the data folder writable.",
    )
