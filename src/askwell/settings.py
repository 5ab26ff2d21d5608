"""Settings of the process, with the origin of each value.

Layers, from lowest to highest priority: built-in defaults, `askwell.toml` in the data folder, `askwell.toml` in the
working folder, `ASKWELL_*` environment variables, `--set` on the command line. The behaviour of an assistant is
configured in its YAML, not here.
"""

import difflib
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError

from askwell.errors import BadConfig
from askwell.types import BusyPolicy

PREFIX = "ASKWELL_"
FILE = "askwell.toml"


class Settings(BaseModel):
    """All settings. Each is a key of `askwell.toml` and an environment variable: `ASKWELL_` and the key in capitals."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    home: Path = Field(description="Data folder: database, indexes, weights.")
    assistants: str = Field(
        "", description="More folders with assistants, separated like PATH; searched before the bundled ones."
    )
    store: str = Field(
        "sql",
        description="Where conversations are stored: `sql`, `files` (one JSON file each), or the name of a plug-in.",
    )
    session_files: Literal["s1", "s2"] = Field(
        "s1", description="Format of these files: `s1` messages in order, `s2` summary, index and full answers."
    )
    sessions: str = Field("", description="Folder of these files; empty means `sessions` in the data folder.")
    database_url: str = Field("", description="SQLAlchemy URL; empty means `askwell.db` in the data folder.")
    models: str = Field("", description="Folder of weights; empty means `models` in the data folder.")
    model: str = Field(
        "",
        description=(
            "Chat model: empty for none, a name at `model_url`, `provider:name`, `local:NAME`, `local:FILE.gguf` or "
            "`plugin:NAME`."
        ),
    )
    model_url: str = Field("", description="Base URL of an OpenAI-compatible endpoint, with `/v1`.")
    api_key: SecretStr = Field(SecretStr(""), description="Key for `model_url` or the provider.")
    model_first_token_s: float = Field(60.0, gt=0, description="Maximum wait for the first token, seconds.")
    model_idle_s: float = Field(30.0, gt=0, description="Maximum wait between two tokens, seconds.")
    model_total_s: float = Field(300.0, gt=0, description="Maximum time of an answer, seconds.")
    model_max_chars: int = Field(40_000, gt=0, description="Maximum length of an answer, characters.")
    embedder: str = Field(
        "auto",
        description=(
            "`auto` (by the assistants' languages), `minilm`, `e5-small`, `none`, or the name of a model at "
            "`embedding_url`."
        ),
    )
    documents_embedder: str = Field(
        "minilm",
        description=(
            "If `embedder` is `auto`: embedder for documents of no assistant, those of `askwell add`; `e5-small` for "
            "languages other than English."
        ),
    )
    embedding_url: str = Field("", description="Base URL of an OpenAI-compatible endpoint for embeddings.")
    readers: str = Field("", description="Names of reader plug-ins, separated by commas.")
    host: str = Field("127.0.0.1", description="Address that `askwell serve` listens on.")
    port: int = Field(8420, ge=0, le=65_535, description="Port of `askwell serve`; 0 picks a free one.")
    token: SecretStr = Field(SecretStr(""), description="Bearer token that HTTP clients must send; empty for none.")
    memory_assistant: str = Field("policy", description="Assistant for `POST /api/chat/memory` in a new session.")
    lease_s: float = Field(30.0, gt=0, description="Time after which a turn without a heartbeat is given up, seconds.")
    busy: BusyPolicy = Field(
        "reject",
        description="What to do with a question in a busy conversation: `reject`, `enqueue`, or `interrupt` what runs.",
    )
    queue_places: int = Field(16, ge=1, description="Maximum number of waiting questions per conversation.")
    queue_wait_s: float = Field(30.0, gt=0, description="Maximum wait of a question in a busy conversation, seconds.")
    drain_s: float = Field(10.0, ge=0, description="Time for running turns to finish at shutdown, seconds.")
    kept_runs: int = Field(
        200, ge=0, description="Number of finished turns whose events are kept for clients that reconnect."
    )
    kept_runs_s: float = Field(120.0, ge=0, description="How long these events are kept, seconds.")
    max_body_bytes: int = Field(1_048_576, gt=0, description="Maximum size of an HTTP body except uploads, bytes.")
    max_upload_bytes: int = Field(52_428_800, gt=0, description="Maximum size of an uploaded document, bytes.")
    max_import_bytes: int = Field(
        8_388_608, gt=0, description="Maximum size of an imported conversation, bytes; it is one transaction."
    )

    @property
    def database(self) -> str:
        """The SQLAlchemy URL in effect."""
        return self.database_url or self.local_database

    @property
    def local_database(self) -> str:
        """The SQLAlchemy URL of the file in the data folder."""
        return f"sqlite+aiosqlite:///{self.home / 'askwell.db'}"

    @property
    def sessions_folder(self) -> Path:
        """Folder of conversations that are stored in files."""
        return Path(self.sessions).expanduser() if self.sessions else self.home / "sessions"

    @property
    def models_folder(self) -> Path:
        """Folder of weights."""
        return Path(self.models).expanduser() if self.models else self.home / "models"

    @property
    def index_folder(self) -> Path:
        """Folder of derived indexes; it may be deleted at any time."""
        return self.home / "index"

    @property
    def assistant_folders(self) -> tuple[Path, ...]:
        """Folders with assistants, in search order."""
        own = [Path(part).expanduser() for part in self.assistants.split(os.pathsep) if part]
        return (*own, Path("assistants").absolute(), self.home / "assistants", *_bundled())


@dataclass(frozen=True, slots=True)
class Loaded:
    """Settings with the origin of each value."""

    settings: Settings
    origins: Mapping[str, str]
    """Key to `default`, the path of a file, the name of a variable, or `--set`."""


def load_settings(
    *, environ: Mapping[str, str] | None = None, folder: Path | None = None, overrides: Mapping[str, str] | None = None
) -> Loaded:
    """Read settings from all layers. Raises BadConfig with layer, key, value and the nearest known key."""
    environ = os.environ if environ is None else environ
    folder = Path.cwd() if folder is None else folder
    home = Path((overrides or {}).get("home") or environ.get(f"{PREFIX}HOME") or _default_home()).expanduser()
    values: dict[str, Any] = {"home": home.absolute()}
    origins: dict[str, str] = {}
    files = list(dict.fromkeys((home / FILE, folder / FILE)))
    layers: list[tuple[str, Mapping[str, Any]]] = [(str(file), _read(file)) for file in files if file.is_file()]
    layers += [
        (name, {name.removeprefix(PREFIX).lower(): value})
        for name, value in sorted(environ.items())
        if name.startswith(PREFIX)
    ]
    layers.append(("--set", overrides or {}))
    for origin, layer in layers:
        for key, value in layer.items():
            _check_known(key, value, origin)
            values[key] = home.absolute() if key == "home" else value
            origins[key] = origin
    try:
        settings = Settings.model_validate(values)
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        key = str(problem["loc"][0])
        shown = "(hidden)" if _is_secret(key) else repr(problem["input"])
        raise BadConfig(
            f"Setting `{key}` from {origins.get(key, 'default')} is {shown}: {problem['msg']}",
            hint="`askwell config show --sources` shows where each value comes from.",
        ) from error
    return Loaded(settings, {key: origins.get(key, "default") for key in Settings.model_fields})


def _read(file: Path) -> Mapping[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise BadConfig(f"{file} cannot be read: {error}", hint="It must be TOML with `key = value` lines.") from error


def _check_known(key: str, value: object, origin: str) -> None:
    if key in Settings.model_fields:
        return
    near = difflib.get_close_matches(key, list(Settings.model_fields), n=1, cutoff=0.4)
    shown = "" if _is_secret(key) else f" with value {value!r}"
    hint = f"Did you mean `{near[0]}`?" if near else "`askwell config show` lists all settings."
    raise BadConfig(f"Unknown setting `{key}`{shown} from {origin}", hint=hint)


def _is_secret(key: str) -> bool:
    return any(part in key for part in ("key", "token", "secret", "password")) and "token_s" not in key


def _default_home() -> str:
    """The data folder that `make` creates in a checkout, else the application data folder of the user."""
    checkout = Path(__file__).parents[2]
    if (checkout / "Makefile").is_file() and (checkout / ".askwell").is_dir():
        return str(checkout / ".askwell")
    from platformdirs import user_data_dir

    return user_data_dir("askwell")


def _bundled() -> tuple[Path, ...]:
    """Folders of the assistants in an installed package or in a checkout."""
    package = Path(__file__).parent
    return tuple(folder for folder in (package / "_assistants", package.parents[1] / "assistants") if folder.is_dir())
