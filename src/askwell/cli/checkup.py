"""The checks of `askwell doctor`. They are independent: a failed check does not stop the next ones."""

import asyncio
import json
import platform
import shutil
import sqlite3
import tempfile
import urllib.error
import urllib.request
from base64 import b64encode
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import unquote, urlsplit

from askwell.errors import AskwellError, BrokenPlugin, BrokenTable, BrokenWeights, Fault
from askwell.settings import Loaded, Settings
from askwell.text.secrets import hide_secrets

if TYPE_CHECKING:
    from askwell.engine import Engine

LOW_DISK_BYTES = 500_000_000
"""Free disk space below which weights and indexes may not fit."""

FULL_DISK_BYTES = 20_000_000
"""Free disk space below which a turn may fail to be stored."""

REQUEST_TIMEOUT_S = 3.0

MAX_RESPONSE_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check."""

    what: str
    state: Literal["ok", "warn", "fail"]
    found: str
    fix: str = ""


async def examine(settings: Settings) -> list[Finding]:
    """All findings; what other checks depend on comes first."""
    checks: tuple[Callable[[Settings], Awaitable[list[Finding]]], ...] = (
        _python,
        _home,
        _disk,
        _database,
        _embedder,
        _assistants,
        _index,
        _model,
        _endpoints,
    )
    findings = [finding for check in checks for finding in await check(settings)]
    return [replace(each, found=hide_secrets(each.found), fix=hide_secrets(each.fix)) for each in findings]


def unsent_keys(loaded: Loaded) -> list[Finding]:
    """A finding for each address that does not get the user's key."""
    fix = "If it should get the key, set the address by an ASKWELL_ variable or in the file of the data folder."
    return [Finding("key", "warn", sentence, fix) for sentence in loaded.withheld]


async def _python(settings: Settings) -> list[Finding]:  # noqa: ARG001  # all checks have the same signature
    return [Finding("python", "ok", f"{platform.python_version()}, SQLite {sqlite3.sqlite_version}")]


async def _home(settings: Settings) -> list[Finding]:
    try:
        await asyncio.to_thread(_try_writing, settings.home)
    except OSError as error:
        fix = "Make the folder writable, or set ASKWELL_HOME to another folder."
        return [Finding("data folder", "fail", f"{settings.home}: {error.strerror}", fix)]
    return [Finding("data folder", "ok", str(settings.home))]


async def _disk(settings: Settings) -> list[Finding]:
    folder = next(each for each in (settings.home, *settings.home.parents) if each.exists())
    free = (await asyncio.to_thread(shutil.disk_usage, folder)).free
    text = f"{free / 1e9:.1f} GB free"
    if free < FULL_DISK_BYTES:
        return [Finding("disk", "fail", text, "Free some disk space: conversations cannot be stored.")]
    if free < LOW_DISK_BYTES:
        return [Finding("disk", "warn", text, "Free some disk space for weights and indexes.")]
    return [Finding("disk", "ok", text)]


async def _database(settings: Settings) -> list[Finding]:
    """A finding for the database of the conversations, and one for that of the documents if it is another."""
    in_tables = settings.store == "sql"
    findings = [await _check_database("database", settings.database if in_tables else settings.local_database)]
    if in_tables and settings.database != settings.local_database:
        findings.append(await _check_database("documents", settings.local_database))
    if settings.store == "files":
        findings.append(await asyncio.to_thread(_session_files, settings.sessions_folder))
    return findings


async def _check_database(what: str, url: str) -> Finding:
    from askwell.stores.sql.database import database_path, open_database
    from askwell.stores.sql.integrity import find_damage
    from askwell.stores.sql.migrate import REVISIONS, upgrade
    from askwell.stores.sql.probe import bypasses_row_security

    try:
        database = open_database(url)
        path = database_path(database)
        try:
            damage = await find_damage(database) if path is not None and path.exists() else []
            if not damage:
                await upgrade(database)
            is_unrestricted = not damage and await bypasses_row_security(database)
        finally:
            await database.dispose()
    except AskwellError as error:
        return Finding(what, "fail", error.message, error.hint)
    if damage:
        assert path is not None
        more = f", and {len(damage) - 1} more" if len(damage) > 1 else ""
        return Finding(what, "fail", f"{path} is damaged: {damage[0]}{more}", repair_of(path, damage))
    if is_unrestricted:
        return Finding(
            what,
            "warn",
            "the role bypasses row level security, which then protects no tenant from another",
            "Connect as a role with NOSUPERUSER NOBYPASSRLS that owns the database (docs/security.md).",
        )
    checked = "no damage; " if path is not None else "can be opened; "
    return Finding(what, "ok", f"{checked}schema revision {REVISIONS[-1]}")


def repair_of(path: Path, damage: Sequence[str]) -> str:
    """What to do about damage of an SQLite file."""
    if all(" index " in each for each in damage):
        return f"Stop askwell, copy the file, then run `sqlite3 '{path}' REINDEX`."
    return (
        f"Stop askwell and restore a backup. Without one: save each conversation that can still be read with "
        f"`askwell sessions export ID --output ID.json`, move {path} with its -wal and -shm away, "
        f"run `askwell sessions import` on the saved files, and add the documents again."
    )


def _session_files(folder: Path) -> Finding:
    """Whether all conversations in files can be read."""
    broken = [path.name for path in sorted(folder.glob("*.json")) if not _is_json(path)]
    aside = len(list(folder.glob("quarantine/*.json")))
    if broken or aside:
        found = f"{len(broken)} broken, {aside} in quarantine" + (f": {', '.join(broken[:5])}" if broken else "")
        fix = f"Restore the files from a backup, or repair those in {folder / 'quarantine'} and move them back."
        return Finding("sessions", "fail" if broken else "warn", found, fix)
    return Finding("sessions", "ok", f"{folder}: all files can be read")


def _is_json(path: Path) -> bool:
    try:
        return isinstance(json.loads(path.read_bytes()), dict | list)
    except (OSError, ValueError):
        return False


async def _embedder(settings: Settings) -> list[Finding]:
    """One finding per embedder, with the collections that it embeds."""
    from askwell.composition.assistants import load_assistants
    from askwell.composition.models import collection_embedders, documents_embedders

    try:
        read = collection_embedders(settings, await asyncio.to_thread(load_assistants, settings))
    except AskwellError:
        # `_assistants` reports this error.
        read = {}
    english, other = documents_embedders(settings)
    by_name = {english: ["added documents"]}
    if other != english:
        by_name = {english: ["added documents in English"], other: ["added documents in other languages"]}
    for collection, name in sorted(read.items()):
        by_name.setdefault(name, []).append(collection)
    return [await _embedder_named(settings, name, collections) for name, collections in sorted(by_name.items())]


async def _embedder_named(settings: Settings, name: str, collections: list[str]) -> Finding:
    from askwell.composition.models import make_embedder
    from askwell.models.weights import list_models

    if name == "none":
        return Finding("embedder", "warn", "none: search uses words only", "Set `embedder` to `auto`.")
    if settings.embedding_url:
        return await _check_endpoint("embedder", settings.embedding_url, settings.key_for("embedding"), name)
    known = {each.name: each for each in await asyncio.to_thread(list_models, settings.models_folder)}
    if name not in known:
        return Finding("embedder", "fail", f"{name!r} is not known", "Set `embedder` to `auto`.")
    used = f" for {', '.join(collections)}" if collections else ""
    if not known[name].pulled:
        return Finding(
            "embedder",
            "fail",
            f"{name} is not installed; needed{used}" if used else f"{name} is not installed",
            f"askwell models pull {name}",
        )
    try:
        embedder = make_embedder(settings, name)
        if embedder is not None:
            await embedder.embed(["a question"], kind="query")
    except BrokenWeights as error:
        return Finding(
            "embedder", "fail", f"{error.code}: {error.message}; questions are answered by words alone", error.hint
        )
    return Finding("embedder", "ok", f"{name} is installed{used}")


async def _assistants(settings: Settings) -> list[Finding]:
    from askwell.composition.assistants import load_assistants

    try:
        known = await asyncio.to_thread(load_assistants, settings)
    except AskwellError as error:
        return [Finding("assistants", "fail", error.message, error.hint)]
    return [Finding("assistants", "ok", ", ".join(each.name for each in known))]


async def _index(settings: Settings) -> list[Finding]:
    """Check plug-ins, repeat deletions, and search every collection.

    Opening an engine repeats the deletions that a database lacks; a search rebuilds an index that is missing or stale.
    """
    from askwell.engine import Engine
    from askwell.types import SearchQuery

    try:
        async with await Engine.open(settings) as engine:
            broken = [Finding(_what(each), "fail", each.message, each.hint) for each in engine.faults]
            broken += await _deletions(engine)
            collections = await engine.knowledge.collections()
            for name in collections:
                await engine.knowledge.search(SearchQuery(("question",), (name,), k=1))
    except AskwellError as error:
        return [Finding("documents", "fail", error.message, error.hint)]
    if not collections:
        fix = "askwell add FOLDER, or askwell demo for the documents of the assistants"
        return [*broken, Finding("documents", "ok", "none added yet", fix)]
    counts = ", ".join(f"{name} {count}" for name, count in sorted(collections.items()))
    return [*broken, Finding("documents", "ok", counts), Finding("index", "ok", "every collection can be searched")]


async def _deletions(engine: "Engine") -> list[Finding]:
    """Whether all deletions are done in all databases; no finding if there has been none."""
    ledger = engine.container.ledger
    noted = 0 if ledger is None else await ledger.count()
    if ledger is None or not noted:
        return []
    if unfinished := len(await ledger.unfinished()):
        fix = "End other programs that use the database, then run `askwell doctor` again."
        return [Finding("deletions", "fail", f"{unfinished} of {noted} could not be completed", fix)]
    return [Finding("deletions", "ok", f"{noted} noted, all of them done in all databases")]


def _what(fault: Fault) -> str:
    if isinstance(fault, BrokenTable):
        return "table"
    return "plug-in" if isinstance(fault, BrokenPlugin) else "assistant"


async def _model(settings: Settings) -> list[Finding]:
    if not settings.model and not settings.model_url:
        return [Finding("model", "ok", "none configured: answers consist of sentences from the passages")]
    if settings.model_url:
        return [await _check_endpoint("model", settings.model_url, settings.key_for("model"), settings.model)]
    if settings.model.startswith("local:"):
        return [await asyncio.to_thread(_local_model, settings)]
    origin = "from a plug-in" if settings.model.startswith("plugin:") else "from a provider"
    return [Finding("model", "ok", f"{settings.model}: {origin}, not called by this check")]


def _local_model(settings: Settings) -> Finding:
    from askwell.models.weights import list_models

    name = settings.model.removeprefix("local:")
    known = {each.name: each for each in list_models(settings.models_folder)}
    if name in known:
        if known[name].pulled:
            return Finding("model", "ok", f"{name} is installed")
        return Finding("model", "fail", f"{name} is not installed", f"askwell models pull {name}")
    if Path(name).expanduser().is_file():
        return Finding("model", "ok", name)
    return Finding("model", "fail", f"{name!r} is neither a known name nor a file", "askwell models list")


async def _check_endpoint(what: str, url: str, key: str, model: str) -> Finding:
    try:
        offered = await asyncio.to_thread(_offered, url, key)
    except urllib.error.HTTPError as error:
        fix = "Check the key." if error.code in {401, 403} else "Check the URL; it usually ends with /v1."
        return Finding(what, "fail", f"{url} returned HTTP status {error.code}", fix)
    except (OSError, ValueError, HTTPException) as error:
        reason = getattr(error, "reason", error)
        return Finding(what, "fail", f"{url} cannot be reached: {reason}", "Start the server, or correct the URL.")
    if model and offered and model not in offered:
        listed = ", ".join(offered[:5])
        return Finding(what, "warn", f"{url} does not list {model!r}", f"It lists: {listed}.")
    return Finding(what, "ok", f"{model or 'model'} at {url}")


def _offered(url: str, key: str) -> list[str]:
    """Names of the models that an endpoint lists; empty if the response has another format."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    request = urllib.request.Request(f"{parts.scheme}://{host}{parts.path.rstrip('/')}/models")  # noqa: S310  # checked
    if parts.username is not None:  # model clients send it in place of the key, too
        pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        request.add_unredirected_header("Authorization", f"Basic {b64encode(pair.encode()).decode()}")
    elif key:
        request.add_unredirected_header("Authorization", f"Bearer {key}")
    with urllib.request.urlopen(request, timeout=REQUEST_TIMEOUT_S) as answer:  # noqa: S310
        listed = json.loads(answer.read(MAX_RESPONSE_BYTES))
    models = listed.get("data") if isinstance(listed, dict) else None
    return [str(each["id"]) for each in models or () if isinstance(each, dict) and "id" in each]


async def _endpoints(settings: Settings) -> list[Finding]:
    from askwell.models.endpoints import find_endpoints

    findings = []
    for each in await find_endpoints():
        if each.url == settings.model_url.rstrip("/"):
            continue
        offered = ", ".join(each.models[:4]) or "no models"
        use = f"export ASKWELL_MODEL_URL={each.url} ASKWELL_MODEL={each.models[0]}" if each.models else ""
        findings.append(Finding("endpoint", "ok", f"{each.name} at {each.url}: {offered}", use))
    return findings


def _try_writing(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(b"askwell")
