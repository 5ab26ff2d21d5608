"""Download weights: origins are tried in order, hashes are checked, only complete files get their final name."""

import asyncio
import errno
import hashlib
import json
import shutil
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from askwell.errors import AskwellError, BadConfig, BadInput, ModelFailed, StorageFailed
from askwell.models.weight_sources import CHUNK_BYTES, fetch
from askwell.models.weights import (
    MARKER,
    PackageOrigin,
    UrlOrigin,
    Weights,
    WeightsFile,
    find_weights,
    is_file_pulled,
    read_marker,
)

SPARE_BYTES = 64 << 20
"""Disk space that must be left after the download, in bytes."""


@dataclass(frozen=True, slots=True)
class PullProgress:
    """Progress of a download; the last one has `done`."""

    name: str
    file: str
    """File that is downloaded now."""
    done_bytes: int
    total_bytes: int
    skipped: bool = False
    """Everything was already installed."""
    done: bool = False


async def pull(
    name: str,
    models_dir: Path,
    *,
    mirrors: Sequence[str] = (),
    catalogue: Mapping[str, Weights] | None = None,
) -> AsyncIterator[PullProgress]:
    """Download the weights with this name to `models_dir / name`.

    A file that exists and was checked is not downloaded again; an interrupted download resumes with the parts it has.
    Each mirror (https) is tried with `MIRROR/NAME/FILE` before the origins of the catalogue. Raises NotFound
    (`model_not_found`), BadConfig (`bad_mirror`), StorageFailed (`disk_full`, `storage_unavailable`), ModelFailed
    (`upstream_unreachable`, `hash_mismatch`).
    """
    weights = find_weights(name, catalogue)
    for mirror in mirrors:
        if not mirror.startswith("https://"):
            raise BadConfig(
                f"The mirror {mirror!r} is not an https URL", code="bad_mirror", hint="Serve it over https."
            )
    folder = models_dir / weights.name
    checked = await asyncio.to_thread(read_marker, folder)
    missing = [file for file in weights.files if not await asyncio.to_thread(is_file_pulled, file, folder, checked)]
    if not missing:
        yield PullProgress(name, "", weights.bytes, weights.bytes, skipped=True, done=True)
        return
    try:
        work = await asyncio.to_thread(_prepare_folder, folder, missing)
        done = weights.bytes - sum(file.bytes for file in missing)
        for file in missing:
            async for here in _download(file, weights, work, mirrors):
                yield PullProgress(name, file.name, done + min(here, file.bytes), weights.bytes)
            done += file.bytes
            await asyncio.to_thread(_install, file, work, folder)
        await asyncio.to_thread(shutil.rmtree, work, ignore_errors=True)
    except OSError as error:
        raise _storage_failed(error, folder) from error
    yield PullProgress(name, missing[-1].name, weights.bytes, weights.bytes, done=True)


async def _download(file: WeightsFile, weights: Weights, work: Path, mirrors: Sequence[str]) -> AsyncIterator[int]:
    """Download one file to `work` from the first origin that works. Raises the last failure if none does."""
    own = [UrlOrigin(kind="url", url=f"{mirror.rstrip('/')}/{weights.name}/{file.name}") for mirror in mirrors]
    origins: list[PackageOrigin | UrlOrigin] = [*own, *file.origins]
    failure: AskwellError = ModelFailed(f"{file.name} has no origin", code="upstream_unreachable")
    for origin in origins:
        try:
            async for here in fetch(origin, file, work):
                yield here
            await asyncio.to_thread(_check, file, work / file.name)
        except (ModelFailed, BadInput) as error:
            failure = error
        else:
            return
    raise failure


def _check(file: WeightsFile, path: Path) -> None:
    digest = hashlib.sha256()
    with path.open("rb") as data:
        while chunk := data.read(CHUNK_BYTES):
            digest.update(chunk)
    if digest.hexdigest() != file.sha256:
        path.unlink()
        raise ModelFailed(
            f"{file.name} has the SHA-256 {digest.hexdigest()}, expected {file.sha256}; it was deleted",
            code="hash_mismatch",
            hint="Try again. If this repeats, the origin has changed and must not be trusted.",
        )


def _prepare_folder(folder: Path, missing: Sequence[WeightsFile]) -> Path:
    """Create the work folder. Raises StorageFailed if the disk cannot hold the files and the parts to be joined."""
    work = folder / "unfinished"
    work.mkdir(parents=True, exist_ok=True)
    here = sum(path.stat().st_size for path in work.glob("*") if path.is_file())
    largest = max(file.bytes for file in missing)
    needed = sum(file.bytes for file in missing) + largest - here + SPARE_BYTES
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise StorageFailed(
            f"{str(folder)!r} needs {needed >> 20} MiB; only {free >> 20} MiB are free",
            code="disk_full",
            hint="Free some disk space, or set another folder with the setting `models`.",
        )
    return work


def _install(file: WeightsFile, work: Path, folder: Path) -> None:
    (work / file.name).replace(folder / file.name)
    marker = json.dumps(read_marker(folder) | {file.name: file.sha256}, indent=1)
    written = work / MARKER
    written.write_text(marker, encoding="utf-8")
    written.replace(folder / MARKER)


def _storage_failed(error: OSError, folder: Path) -> StorageFailed:
    code = "disk_full" if error.errno == errno.ENOSPC else "storage_unavailable"
    return StorageFailed(
        f"{str(folder)!r} cannot be written: {error.strerror}",
        code=code,
        hint="Check free space and permissions of the folder.",
    )
