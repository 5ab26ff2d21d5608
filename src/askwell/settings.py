"""Settings of the process, with the origin of each value.

Layers, from lowest to highest priority: built-in defaults, `askwell.toml` in the data folder, `askwell.toml` in the
working folder, `ASKWELL_*` environment variables, `--set` on the command line. The behaviour of an assistant is
configured in its YAML, not here.

All layers but the file of the working folder are the user's own. Anybody may have written that file, so most of its
values need consent, and the user's key is not sent to its addresses (docs/settings.md).
"""

import difflib
import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PrivateAttr, SecretStr, ValidationError

from askwell.consent import HARMLESS, SENT_ANYWHERE, ConsentStore, own_credentials
from askwell.errors import BadConfig
from askwell.text.addresses import checked_http_url
from askwell.text.secrets import HIDDEN, hide_secrets
from askwell.types import BusyPolicy

PREFIX = "ASKWELL_"
FILE = "askwell.toml"
FILE_BYTES = 1 << 20
"""Maximum size of a settings file."""

Destination = Literal["model", "embedding"]
"""Where `api_key` may be sent: to the chat model, or to `embedding_url`."""


HttpUrl = Annotated[str, AfterValidator(checked_http_url)]
"""An http or https URL; empty for none."""


class Settings(BaseModel):
    """All settings. Each is a key of `askwell.toml` and an environment variable: `ASKWELL_` and the key in capitals."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

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
    model_url: HttpUrl = Field("", description="Base URL of an OpenAI-compatible endpoint, with `/v1`.")
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
    embedding_url: HttpUrl = Field("", description="Base URL of an OpenAI-compatible endpoint for embeddings.")
    readers: str = Field("", description="Names of reader plug-ins, separated by commas.")
    host: str = Field("127.0.0.1", description="Address that `askwell serve` listens on.")
    port: int = Field(8420, ge=0, le=65_535, description="Port of `askwell serve`; 0 picks a free one.")
    token: SecretStr = Field(SecretStr(""), description="Bearer token that HTTP clients must send; empty for none.")
    memory_assistant: str = Field("policy", description="Assistant for `POST /api/chat/memory` in a new session.")
    agent_assistant: str = Field("papers", description="Assistant for `POST /ask-agent`.")
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
    metrics: Literal["local", "all", "off"] = Field(
        "local",
        description="Who may read `/metrics`: callers on this machine (`local`), `all`, or nobody (`off`).",
    )
    disk_alarm_bytes: int = Field(
        500_000_000, ge=0, description="Free disk space of the data folder below which an alarm is raised, bytes."
    )
    max_body_bytes: int = Field(1_048_576, gt=0, description="Maximum size of an HTTP body except uploads, bytes.")
    max_upload_bytes: int = Field(52_428_800, gt=0, description="Maximum size of an uploaded document, bytes.")
    max_attachments: int = Field(20, gt=0, description="Maximum number of attachments of a conversation.")
    max_document_pages: int = Field(2_000, gt=0, description="Maximum number of pages of a PDF.")
    max_archive_entries: int = Field(
        5_000, gt=0, description="Maximum number of files in an office document or e-book, which are archives."
    )
    max_reading_s: float = Field(120.0, gt=0, description="Maximum time for reading one document, seconds.")
    max_connections: int = Field(
        0,
        ge=0,
        description="Maximum number of HTTP connections; 0 means half of the file descriptors, at most 10,000.",
    )
    request_head_s: float = Field(10.0, gt=0, description="Time for the head of an HTTP request to arrive, seconds.")
    request_body_s: float = Field(
        20.0, gt=0, description="Time for its body, seconds, plus one for every 1,000 bytes that have arrived."
    )
    max_import_bytes: int = Field(
        8_388_608, gt=0, description="Maximum size of an imported conversation, bytes; it is one transaction."
    )

    _withheld: frozenset[Destination] = PrivateAttr(frozenset())

    def key_for(self, destination: Destination) -> str:
        """The key to send there; empty for none, or if a less trusted layer than that of the key set the address."""
        return "" if destination in self._withheld else self.api_key.get_secret_value()

    def without_key_of(self, destination: Destination) -> "Settings":
        """These settings with the `api_key` that may be sent there, for code that reads it itself."""
        return self.model_copy(update={"api_key": SecretStr(self.key_for(destination))})

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
    def attachments_folder(self) -> Path:
        """Folder of the files that people have given to conversations."""
        return self.home / "attachments"

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
    foreign_file: Path | None = None
    """The settings file of the working folder; None if there is none, or if it is that of the data folder."""
    foreign_values: Mapping[str, object] = field(default_factory=dict)
    """The values in that file that need consent."""
    is_accepted: bool = True
    """False if one of these values is in effect and the user has not consented to them."""

    @property
    def withheld(self) -> list[str]:
        """A sentence for each address that does not get the key, since a less trusted layer set it."""
        is_url = self.settings.model_url and self.origins["model_url"] == str(self.foreign_file)
        names = {"model": "model_url" if is_url else "model", "embedding": "embedding_url"}
        return [
            f"`api_key` from {self.origins['api_key']} is not sent to `{names[each]}` from {self.foreign_file}"
            for each in sorted(self.settings._withheld)
        ]

    def accept(self) -> None:
        """Store the user's consent to the values of the working folder's file. Raises StorageFailed."""
        assert self.foreign_file is not None
        ConsentStore(self.settings.home).accept(self.foreign_file, self.foreign_values)


def load_settings(
    *,
    environ: Mapping[str, str] | None = None,
    folder: Path | None = None,
    overrides: Mapping[str, str] | None = None,
    ask: Callable[[Loaded], bool] | None = None,
) -> Loaded:
    """Settings of all layers, to be used. Raises BadConfig like `read_settings`, and for two more reasons.

    `untrusted_config`: the file of the working folder needs consent, and `ask` is missing or returned False. Consent is
    stored. `key_not_sent`: an address of that file would get credentials of the environment.
    """
    loaded = read_settings(environ=environ, folder=folder, overrides=overrides)
    _check_credentials(loaded, os.environ if environ is None else environ)
    if loaded.is_accepted:
        return loaded
    if ask is None or not ask(loaded):
        names = ", ".join(f"`{key}`" for key in loaded.foreign_values)
        raise BadConfig(
            f"{loaded.foreign_file} sets {names}. These settings need your consent.",
            code="untrusted_config",
            hint="Read the file, then run `askwell trust` in its folder; or set them by `--set` or ASKWELL_ variables.",
        )
    loaded.accept()
    return loaded


def read_settings(
    *, environ: Mapping[str, str] | None = None, folder: Path | None = None, overrides: Mapping[str, str] | None = None
) -> Loaded:
    """Settings of all layers, to be shown; with `load_settings` they may be used.

    Raises BadConfig with layer, key, value and the nearest known key; never with a secret.
    """
    environ = os.environ if environ is None else environ
    folder = Path.cwd() if folder is None else folder
    home = Path((overrides or {}).get("home") or environ.get(f"{PREFIX}HOME") or _default_home()).expanduser()
    own, foreign = home / FILE, folder / FILE
    is_foreign = foreign.is_file() and foreign.resolve() != own.resolve()
    files = [file for file in (own, *([foreign] if is_foreign else [])) if file.is_file()]
    layers: list[tuple[str, Mapping[str, Any]]] = [(str(file), _read(file)) for file in files]
    needing = {key: value for key, value in layers[-1][1].items() if key not in HARMLESS} if is_foreign else {}
    layers += [
        (name, {name.removeprefix(PREFIX).lower(): value})
        for name, value in sorted(environ.items())
        if name.startswith(PREFIX)
    ]
    layers.append(("--set", overrides or {}))
    values: dict[str, Any] = {}
    origins: dict[str, str] = {}
    for origin, layer in layers:
        for key, value in layer.items():
            _check_known(key, origin)
            values[key] = value
            origins[key] = origin
    settings = _validated(values | {"home": home.absolute()}, origins)
    origins = {key: origins.get(key, "default") for key in Settings.model_fields}
    if not is_foreign:
        return Loaded(settings, origins)
    in_effect = {key for key in needing if origins[key] == str(foreign)}
    if settings.api_key.get_secret_value() and origins["api_key"] != str(foreign):
        settings._withheld = _foreign_destinations(settings, in_effect)
    is_accepted = not in_effect or ConsentStore(settings.home).accepts(foreign, needing)
    return Loaded(settings, origins, foreign, needing, is_accepted)


def _validated(values: Mapping[str, Any], origins: Mapping[str, str]) -> Settings:
    try:
        return Settings.model_validate(values)
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        key = str(problem["loc"][0])
        # In an invalid address, the place of the password is unknown.
        shown = HIDDEN if is_secret(key) or key.endswith("_url") else hide_secrets(repr(problem["input"]))[:200]
        raise BadConfig(
            f"Setting `{key}` from {origins.get(key, 'default')} is {shown}: {problem['msg']}",
            hint="`askwell config show --sources` shows where each value comes from.",
        ) from error


def _foreign_destinations(settings: Settings, foreign: set[str]) -> frozenset[Destination]:
    """The destinations whose address is set by these keys.

    The address of a provider or a plug-in is its name in `model`.
    """
    by_name = not settings.model_url or settings.model.startswith("plugin:")
    chat = {"model", "model_url"} if by_name else {"model_url"}
    found: set[Destination] = {"model"} if chat & foreign else set()
    return frozenset(found | ({"embedding"} if "embedding_url" in foreign else set()))


def _check_credentials(loaded: Loaded, environ: Mapping[str, str]) -> None:
    """Refuse an address of the working folder's file that would get credentials which are not in the file."""
    for key in SENT_ANYWHERE:
        is_foreign = loaded.origins[key] == str(loaded.foreign_file)
        if is_foreign and (names := own_credentials(key, getattr(loaded.settings, key), environ)):
            raise BadConfig(
                f"`{key}` from {loaded.foreign_file} would get the credentials of {' and '.join(names)}",
                code="key_not_sent",
                hint=f"Unset them, or set the address by {PREFIX}{key.upper()} or in the file of the data folder.",
            )


def _read(file: Path) -> Mapping[str, Any]:
    hint = "It must be TOML with `key = value` lines."
    try:
        with file.open("rb") as opened:
            written = opened.read(FILE_BYTES + 1)
        if len(written) > FILE_BYTES:
            raise BadConfig(f"{file} is larger than {FILE_BYTES:,} bytes", hint=hint)
        values = tomllib.loads(written.decode())
    except (ValueError, RecursionError, OSError) as error:  # a number of 5,000 digits is a plain ValueError
        raise BadConfig(f"{file} cannot be read: {hide_secrets(str(error))}", hint=hint) from error
    if "home" in values:
        raise BadConfig(f"{file} sets `home`, which decides where it is", hint="Use ASKWELL_HOME or `--home`.")
    return values


def _check_known(key: str, origin: str) -> None:
    """Raise BadConfig for an unknown key, without its value: it may be a password."""
    if key in Settings.model_fields:
        return
    near = difflib.get_close_matches(key, list(Settings.model_fields), n=1, cutoff=0.4)
    hint = f"Did you mean `{near[0]}`?" if near else "`askwell config show` lists all settings."
    raise BadConfig(f"Unknown setting `{key}` from {origin}", hint=hint)


def is_secret(key: str) -> bool:
    """Whether the value of a setting is never shown."""
    return Settings.model_fields[key].annotation is SecretStr


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
