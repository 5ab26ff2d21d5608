"""The container: builds the engine's components from settings and names."""

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from askwell.access.credentials import Access
from askwell.assistant import Assistant, root_of
from askwell.composition import judges
from askwell.composition.access import make_access
from askwell.composition.assistant_runtime import AssistantRuntime, broken_tables
from askwell.composition.assistants import load_assistants
from askwell.composition.models import (
    DOCUMENTS,
    collection_embedders,
    documents_embedders,
    embedder_name,
    make_embedder,
    make_model,
    make_readers,
)
from askwell.composition.personal_data import PersonalData
from askwell.composition.plugins import (
    STORES,
    chosen_tools,
    plugged_parts,
    plugged_readers,
    plugged_steps,
    plugged_store,
)
from askwell.composition.probes import DATA_FOLDER, Probe, make_probes
from askwell.composition.registry import PluginRegistry
from askwell.composition.services import make_services
from askwell.composition.system import SystemClock, Uuid7Ids
from askwell.errors import BrokenPlugin, Fault, MissingModel
from askwell.history_search.search import BranchSearcher
from askwell.knowledge.attachments.store import LocalAttachments
from askwell.knowledge.by_language import ByLanguage
from askwell.knowledge.pages import LocalPages
from askwell.knowledge.readers.limits import Limits
from askwell.knowledge.search import LocalKnowledge
from askwell.knowledge.versions import CollectionVersions
from askwell.models.caching_embedder import CachingEmbedder
from askwell.pipeline.state import Services
from askwell.ports import (
    Attachments,
    Clock,
    DocumentPages,
    Ids,
    Knowledge,
    Ledger,
    Store,
    Tool,
    WriteCalls,
)
from askwell.privacy.find import find
from askwell.privacy.presidio import presidio
from askwell.settings import Settings
from askwell.stores.sql.database import Database, database_path, open_database
from askwell.stores.sql.ledger import SqlLedger
from askwell.stores.sql.migrate import upgrade
from askwell.stores.sql.store import SqlStore
from askwell.stores.sql.vault import SqlVault
from askwell.stores.sql.write_calls import SqlWriteCalls
from askwell.text.tokens import load_vocabulary
from askwell.tools.toolbox import built_in_tools

LOG = logging.getLogger("askwell")


KEY_FILE = "privacy.key"
"""File of the data folder with the key that encrypts the keys of people; without it no value can be read."""


@dataclass(frozen=True)
class Container:
    """The components of an engine."""

    runtimes: Mapping[str, AssistantRuntime]
    store: Store
    knowledge: Knowledge
    clock: Clock
    ids: Ids
    model_name: str
    """Name of the configured chat model; empty if there is none."""
    databases: Mapping[str, Database]
    """`documents`, and `conversations` if they are in tables of another database."""
    probes: Mapping[str, Probe] = field(default_factory=dict)
    """Part to what raises StorageFailed if it cannot be written."""
    embedders: Mapping[str, CachingEmbedder] = field(default_factory=dict)
    """Embedder by name, each with a single cache of question vectors."""
    faults: Sequence[Fault] = ()
    """Broken readers, which are not used."""
    attachments: Attachments | None = None
    """None: conversations have no attachments."""
    personal: PersonalData = field(default_factory=PersonalData)
    """The personal data of conversations."""
    access: Access | None = None
    """None: no server uses it."""
    pages: DocumentPages | None = None
    """None: documents are shown as text only."""
    ledger: Ledger | None = None
    """None: deletions are not repeated when a backup is restored."""
    write_calls: WriteCalls | None = None
    """None: tools that write are not run."""

    @property
    def database(self) -> Database:
        """The documents; also the conversations, unless they are elsewhere."""
        return self.databases["documents"]

    def load(self) -> None:
        """Load what the first turns would wait for. Blocking."""
        load_vocabulary()
        for runtime in self.runtimes.values():
            if runtime.fault is None:
                _ = runtime.graph

    async def compact(self) -> None:
        """Write the databases again without what was removed from them. Raises StorageFailed."""
        for database in self.databases.values():
            await database.compact()

    async def close(self) -> None:
        """Release all resources, the database last."""
        if self.attachments is not None:
            await self.attachments.close()
        self.personal.close()
        if self.pages is not None:
            await self.pages.close()
        await self.knowledge.close()
        await self.store.close()
        await self.database.dispose()


async def build_container(
    settings: Settings,
    plug_ins: PluginRegistry | None = None,
    opening: Callable[[str], Database] = open_database,
    assistants: Sequence[Assistant] | None = None,
) -> Container:
    """Build all components for these settings. Raises BadConfig, StorageFailed, or NotFound for missing weights.

    An assistant with a broken plug-in, or one that needs a model where none is configured, is included with its fault;
    the others work, and one with a broken table works without it. `opening` opens the database of a URL. `assistants`
    are used instead of those of the settings.

    Conversations in PostgreSQL use the server's clock and may be shared by several processes and machines. Documents
    then still live in the SQLite file of this machine's data folder, with their indexes.
    """
    clock, ids = SystemClock(), Uuid7Ids()
    plug_ins = plug_ins or PluginRegistry()
    in_tables = settings.store == "sql"
    conversations = database = opening(settings.database if in_tables else settings.local_database)
    if shared := database_path(conversations) is None:
        database = opening(settings.local_database)
        await _upgrade(conversations)
    await _upgrade(database)
    assistants = await asyncio.to_thread(load_assistants, settings) if assistants is None else assistants
    names = collection_embedders(settings, assistants)
    spoken = {each.name: embedder_name(settings, each) for each in assistants}
    english, other = documents_embedders(settings)
    made = {
        name: None if (embedder := make_embedder(settings, name)) is None else CachingEmbedder(embedder)
        for name in {english, other, *names.values(), *spoken.values()}
    }
    readers, faults = await asyncio.to_thread(plugged_readers, settings, plug_ins)
    limits = Limits(settings.max_document_pages, settings.max_archive_entries, settings.max_reading_s)
    knowledge = LocalKnowledge(
        database,
        settings.index_folder,
        made[english] if english == other else ByLanguage(made[english], made[other]),
        embedders={collection: made[name] for collection, name in names.items()},
        readers=readers,
        clock=clock,
        ids=ids,
        limits=limits,
    )
    vault = SqlVault(conversations if in_tables else database, clock, settings.home / KEY_FILE)
    write_calls = SqlWriteCalls(conversations if in_tables else database)
    recognise = await asyncio.to_thread(presidio, settings.pii_models) if settings.pii_models else find
    personal = PersonalData(vault, {each.name: each for each in assistants}, recognise)
    own_folders = {root_of(each.name): each.knowledge_folder for each in assistants if each.knowledge_folder}
    pages = LocalPages(database, settings.attachments_folder, own_folders, limits=limits)
    store: Store
    if settings.store not in STORES:
        store = await asyncio.to_thread(plugged_store, settings, clock, ids, plug_ins)
    elif not in_tables:
        known = {each.name for each in assistants}
        store = await asyncio.to_thread(_files_store, settings, clock, ids, known)
    else:
        store = SqlStore(conversations, clock=None if shared else clock, ids=ids)
    attachments = LocalAttachments(
        knowledge,
        settings.attachments_folder,
        most=settings.max_attachments,
        most_bytes=settings.max_upload_bytes,
        screen=partial(personal.screened, store),
    )
    model, reading = make_model(settings, plug_ins), make_readers(settings)
    history_searchers = {name: await asyncio.to_thread(BranchSearcher, store, each) for name, each in made.items()}

    def services_of(assistant: Assistant) -> Services:
        return make_services(
            assistant,
            store=store,
            knowledge=knowledge,
            attachments=attachments,
            pages=pages,
            clock=clock,
            embedder=made[spoken[assistant.name]],
            readers=reading,
            model=model,
            history_searcher=history_searchers[spoken[assistant.name]],
            versions=CollectionVersions(database).of,
            secrets=settings.secrets,
            write_calls=write_calls,
        )

    runtimes = {each.name: await _runtime(each, services_of, plug_ins) for each in assistants}
    embedders = {name: each for name, each in made.items() if each is not None}
    databases = {"documents": database} | ({"conversations": conversations} if shared else {})
    folders = {DATA_FOLDER: settings.home}
    if settings.store == "files":
        folders["sessions folder"] = settings.sessions_folder
    probes = make_probes(folders, databases)
    return Container(
        runtimes,
        store,
        knowledge,
        clock,
        ids,
        model.name if model else "",
        databases,
        probes,
        embedders,
        faults,
        attachments,
        personal,
        make_access(settings, conversations, clock),
        pages,
        SqlLedger(settings.deletions_file, list(databases.values()), settings.home / KEY_FILE, clock, ids),
        write_calls,
    )


async def _upgrade(database: Database) -> None:
    """Migrate a database, or close it. Raises BadConfig, StorageFailed."""
    try:
        await upgrade(database)
    except BaseException:
        await database.dispose()
        raise


async def _runtime(
    assistant: Assistant, services_of: Callable[[Assistant], Services], plug_ins: PluginRegistry
) -> AssistantRuntime:
    """The assistant with its models and plug-ins, or with its fault. Raises BadConfig.

    An assistant with a fault still has rule-based services, so that the memory of its conversations can be removed.
    """
    try:
        # In a thread, since it reads the tables of the assistant's routes.
        services = await asyncio.to_thread(services_of, assistant)
        for broken in broken_tables(services):
            LOG.warning("%s. %s", broken.message, broken.hint)
        plugged = plugged_steps(assistant, plug_ins)
        tools = chosen_tools(assistant, _tools(assistant, services), plug_ins)
        return AssistantRuntime(
            assistant, replace(services, parts=plugged_parts(assistant, plug_ins), tools=tools), plugged
        )
    except (BrokenPlugin, MissingModel) as fault:
        LOG.warning("assistant %s cannot be used: %s. %s", assistant.name, fault.message, fault.hint)
        services = await asyncio.to_thread(services_of, judges.by_rules(assistant))
        return AssistantRuntime(assistant, services, fault=fault)


def _tools(assistant: Assistant, services: Services) -> dict[str, Tool]:
    """The tools that an assistant may name."""
    if assistant.tools is None:
        return {}
    return built_in_tools(
        assistant,
        store=services.store,
        searcher=services.searcher,
        grader=services.grader,
        reranker=services.reranker,
        tables=services.tables,
        history_searcher=services.history_searcher,
    )


def _files_store(settings: Settings, clock: Clock, ids: Ids, known: Collection[str]) -> Store:
    """Conversations in the folder of the settings.

    Conversations of another system in this folder are assigned to the assistant that replaces that system: for files of
    the second format the one in `memory_assistant`, if set, else the built-in one.
    """
    from askwell.stores.files.store import FilesStore

    another = settings.memory_assistant if settings.session_files == "s2" else DOCUMENTS
    assistant = another if another in known else DOCUMENTS
    return FilesStore(settings.sessions_folder, clock, ids, shape=settings.session_files, assistant=assistant)
