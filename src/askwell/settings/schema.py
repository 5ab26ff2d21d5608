"""The settings: names, types, defaults and descriptions."""

import os
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PrivateAttr, SecretStr

from askwell.text.addresses import checked_http_url, password_of
from askwell.types import BusyPolicy

Destination = Literal["model", "embedding", "second_model"]
"""Where a key may be sent: `api_key` to the chat model or to `embedding_url`, `second_api_key` to the second model."""


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
    second_model: str = Field("", description="Chat model that is asked if `model` fails; written like `model`.")
    second_model_url: HttpUrl = Field("", description="Base URL of its OpenAI-compatible endpoint, with `/v1`.")
    second_api_key: SecretStr = Field(SecretStr(""), description="Key for `second_model_url` or its provider.")
    price_input: float = Field(0.0, ge=0, description="Price of a million tokens that `model` reads.")
    price_output: float = Field(0.0, ge=0, description="Price of a million tokens that `model` writes.")
    second_price_input: float = Field(0.0, ge=0, description="The same of `second_model`.")
    second_price_output: float = Field(0.0, ge=0, description="The same of `second_model`.")
    call_budget: float = Field(
        0.0, ge=0, description="Maximum cost of one call of a model, in the currency of the prices; 0: any."
    )
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
        "auto",
        description=(
            "If `embedder` is `auto`: embedder for documents of no assistant, those of `askwell add`; `auto` is "
            "`minilm` for a collection in English and `e5-small` for one in another language."
        ),
    )
    embedding_url: HttpUrl = Field("", description="Base URL of an OpenAI-compatible endpoint for embeddings.")
    readers: str = Field("", description="Names of reader plug-ins, separated by commas.")
    host: str = Field("127.0.0.1", description="Address that `askwell serve` listens on.")
    port: int = Field(8420, ge=0, le=65_535, description="Port of `askwell serve`; 0 picks a free one.")
    token: SecretStr = Field(SecretStr(""), description="Bearer token that HTTP clients must send; empty for none.")
    jwt_issuer: HttpUrl = Field("", description="Identity provider (`iss`) whose tokens are accepted; empty for none.")
    jwt_audience: str = Field("", description="Name of this server in its tokens (`aud`); required with `jwt_issuer`.")
    jwt_jwks_url: HttpUrl = Field(
        "", description="Address of its public keys; empty takes it from the description of the issuer."
    )
    jwt_tenant_claim: str = Field(
        "", description="Claim with the tenant; empty makes all users of the issuer one tenant."
    )
    jwt_user_claim: str = Field("sub", min_length=1, description="Claim with the user.")
    jwt_scope_claim: str = Field("scope", description="Claim with scopes: `ask`, `memory`, `documents`, `admin`.")
    jwt_scopes: str = Field("ask memory", description="Scopes of every valid token, separated by spaces.")
    limit_requests: int = Field(600, ge=0, description="Maximum number of requests per credential and minute; 0: any.")
    limit_turns: int = Field(8, ge=0, description="Maximum number of concurrent turns of a user per process; 0: any.")
    limit_tokens: int = Field(0, ge=0, description="Maximum number of model tokens per user and day; 0: any.")
    limit_spend: float = Field(
        0.0, ge=0, description="Maximum spend on the model per user and day, in the currency of the prices; 0: any."
    )
    limit_store: str = Field(
        "", description="Where these are counted for several processes, such as `redis://host`; empty: in each process."
    )
    pii_models: str = Field(
        "",
        description=(
            "Installed models of spaCy that find more names of people, with Presidio, such as `en=en_core_web_sm "
            "it=blank`; empty for none."
        ),
    )
    memory_assistant: str = Field("policy", description="Assistant for `POST /api/chat/memory` in a new session.")
    chat_assistant: str = Field("tax", description="Assistant for `POST /chat` with `messages` in a new session.")
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
    retention_days: float = Field(
        0.0, ge=0, description="Days without activity after which conversations are removed; 0: never."
    )
    deletions: str = Field(
        "",
        description=(
            "File that lists deletions, to repeat them when a backup is restored; empty means `deletions.jsonl` in the "
            "data folder. It must not be restored with the data."
        ),
    )
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
        key = self.second_api_key if destination == "second_model" else self.api_key
        return "" if destination in self._withheld else key.get_secret_value()

    def without_key_of(self, destination: Destination) -> "Settings":
        """These settings with the key that may be sent there as `api_key`, for code that reads it itself."""
        return self.model_copy(update={"api_key": SecretStr(self.key_for(destination))})

    @property
    def secrets(self) -> tuple[str, ...]:
        """Keys, tokens and passwords of these settings, which no answer may contain."""
        given = [getattr(self, name) for name in type(self).model_fields]
        keys = [each.get_secret_value() for each in given if isinstance(each, SecretStr)]
        passwords = [password_of(each) for each in given if isinstance(each, str) and "://" in each]
        return tuple(dict.fromkeys(each for each in (*keys, *passwords) if each))

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
    def deletions_file(self) -> Path:
        """File of the deletions that are repeated when a backup is restored."""
        return Path(self.deletions).expanduser() if self.deletions else self.home / "deletions.jsonl"

    @property
    def chat_history(self) -> Path:
        """File with the lines that the operator has typed into `askwell chat`."""
        return self.home / "chat_history"

    @property
    def assistant_folders(self) -> tuple[Path, ...]:
        """Folders with assistants, in search order."""
        own = [Path(part).expanduser() for part in self.assistants.split(os.pathsep) if part]
        return (*own, Path("assistants").absolute(), self.home / "assistants", *_bundled())


def default_home() -> str:
    """The data folder that `make` creates in a checkout, else the application data folder of the user."""
    checkout = Path(__file__).parents[3]
    if (checkout / "Makefile").is_file() and (checkout / ".askwell").is_dir():
        return str(checkout / ".askwell")
    from platformdirs import user_data_dir

    return user_data_dir("askwell")


def _bundled() -> tuple[Path, ...]:
    """Folders of the assistants in an installed package or in a checkout."""
    package = Path(__file__).parents[1]
    return tuple(folder for folder in (package / "_assistants", package.parents[1] / "assistants") if folder.is_dir())
