"""Reads the settings layer by layer, with the origin of each value, and the user's consent to foreign ones."""

import difflib
import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import SecretStr, ValidationError

from askwell.consent import HARMLESS, SENT_ANYWHERE, ConsentStore, own_credentials
from askwell.errors import BadConfig
from askwell.settings.schema import Destination, Settings, default_home
from askwell.text.secrets import HIDDEN, hide_secrets

PREFIX = "ASKWELL_"
FILE = "askwell.toml"
FILE_BYTES = 1 << 20
"""Maximum size of a settings file."""


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
        keys = {"second_model": "second_api_key"}
        return [
            f"`{key}` from {self.origins[key]} is not sent to `{names.get(each, each)}` from {self.foreign_file}"
            for each in sorted(self.settings._withheld)
            for key in [keys.get(each, "api_key")]
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
    home = Path((overrides or {}).get("home") or environ.get(f"{PREFIX}HOME") or default_home()).expanduser()
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
    if settings.second_api_key.get_secret_value() and origins["second_api_key"] != str(foreign):
        is_redirected = bool({"second_model", "second_model_url"} & in_effect)
        settings._withheld |= {"second_model"} if is_redirected else frozenset()
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
