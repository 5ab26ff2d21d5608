"""Wiring: the only place where names become objects."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path

import uuid_utils
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.assistant import (
    Assistant,
    By,
    GradeSection,
    RankSection,
    ResolveSection,
    RouteSection,
    find_assistants,
    load_assistant,
)
from askwell.errors import BadConfig
from askwell.knowledge.search import LocalKnowledge
from askwell.models.chat import EndpointChat
from askwell.models.embed import EndpointEmbedder, MiniLmEmbedder
from askwell.models.embed_e5 import E5Embedder
from askwell.models.local import LocalChat
from askwell.models.upstream import Limits
from askwell.pipeline.graph import TurnGraph, build_graph
from askwell.pipeline.state import Services
from askwell.ports import (
    ChatModel,
    Clock,
    Embedder,
    Grader,
    Ids,
    IntentJudge,
    Knowledge,
    Resolver,
    ScopeJudge,
    Store,
    Writer,
)
from askwell.rules.grade import RulesGrader
from askwell.rules.intent import RulesIntentJudge
from askwell.rules.rank import FeatureReranker
from askwell.rules.resolve import RulesResolver
from askwell.rules.scope import RulesScopeJudge
from askwell.rules.write import RulesWriter
from askwell.settings import Settings
from askwell.stores.database import database_path, open_database
from askwell.stores.migrate import upgrade
from askwell.stores.sql import SqlStore
from askwell.tools.tables import open_tables

DOCUMENTS = "documents"
"""The built-in assistant over what `askwell add` takes in."""


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Now in UTC."""
        return datetime.now(UTC)


class Uuid7Ids:
    """Ids that sort by the time of their making (RFC 9562, version 7)."""

    def new(self) -> str:
        """A fresh id."""
        return str(uuid_utils.uuid7())


class Desk:
    """An assistant ready to work; its graph is compiled at the first question."""

    def __init__(self, assistant: Assistant, services: Services) -> None:
        self.assistant = assistant
        self.services = services

    @cached_property
    def graph(self) -> TurnGraph:
        """The compiled line of steps."""
        return build_graph(self.assistant)


@dataclass(frozen=True)
class Parts:
    """What an engine is made of."""

    desks: Mapping[str, Desk]
    store: Store
    knowledge: Knowledge
    clock: Clock
    ids: Ids
    model_name: str
    """Name of the configured chat model; empty for none."""
    database: AsyncEngine
    """Where the documents are; the conversations too, unless they are on a server."""

    async def close(self) -> None:
        """Let go of everything, the database last."""
        await self.knowledge.close()
        await self.store.close()
        await self.database.dispose()


async def connect(settings: Settings) -> Parts:
    """All parts for these settings. Raises BadConfig, StorageFailed, or NotFound for weights that are not there.

    Conversations in PostgreSQL go by the server's clock, and may be shared by several processes and machines; documents
    then stay in the SQLite file of this machine's data folder, beside their indexes.
    """
    clock, ids = SystemClock(), Uuid7Ids()
    in_files = settings.store == "files"
    conversations = database = open_database(settings.local_database if in_files else settings.database)
    if shared := database_path(conversations) is None:
        database = open_database(settings.local_database)
        await upgrade(conversations)
    await upgrade(database)
    assistants = await asyncio.to_thread(load_assistants, settings)
    embedder = make_embedder(settings, assistants)
    knowledge = LocalKnowledge(database, settings.index_folder, embedder, clock=clock, ids=ids)
    store: Store
    if in_files:
        store = await asyncio.to_thread(_files_store, settings, clock, ids)
    else:
        store = SqlStore(conversations, clock=None if shared else clock, ids=ids)
    model = make_model(settings)
    desks = {
        assistant.name: Desk(
            assistant,
            # In a thread, for it reads the tables of the assistant's own ways.
            await asyncio.to_thread(
                make_services,
                assistant,
                store=store,
                knowledge=knowledge,
                clock=clock,
                embedder=embedder,
                model=model,
            ),
        )
        for assistant in assistants
    }
    return Parts(desks, store, knowledge, clock, ids, model.name if model else "", database)


def _files_store(settings: Settings, clock: Clock, ids: Ids) -> Store:
    """Conversations in the folder of the settings; those of other systems in it are with the built-in assistant."""
    from askwell.stores.files import FilesStore

    return FilesStore(settings.sessions_folder, clock, ids, shape=settings.session_files, assistant=DOCUMENTS)


def load_assistants(settings: Settings) -> list[Assistant]:
    """All assistants that the settings lead to, the built-in one over `documents` last."""
    found = find_assistants(folder for folder in settings.assistant_folders if folder.is_dir())
    named = [load_assistant(folder) for _, folder in sorted(found.items())]
    return [*named, *([] if DOCUMENTS in found else [documents_assistant()])]


def documents_assistant() -> Assistant:
    """What answers over `askwell add`: every step with its defaults."""
    return Assistant(
        name=DOCUMENTS,
        title="Your documents",
        description="Answers from the documents that were added.",
        languages=("en", "nl", "it"),
        resolve=ResolveSection(),
        route=RouteSection(),
        rank=RankSection(),
        grade=GradeSection(),
    )


def make_services(
    assistant: Assistant,
    *,
    store: Store,
    knowledge: Knowledge,
    clock: Clock,
    embedder: Embedder | None,
    model: ChatModel | None,
) -> Services:
    """What the steps of one assistant call."""
    return Services(
        assistant=assistant,
        store=store,
        searcher=knowledge,
        resolver=_resolver(assistant, model),
        scope=_scope(assistant, embedder, model),
        intents=_intents(assistant, embedder, model),
        grader=_grader(assistant, model),
        writer=_writer(assistant, model),
        clock=clock,
        reranker=FeatureReranker() if assistant.rank and assistant.rank.by == "features" else None,
        tables=open_tables(assistant) if assistant.own_ways else None,
    )


def embedder_name(settings: Settings, assistants: Iterable[Assistant] = ()) -> str:
    """The name that `embedder` stands for.

    `auto` goes by what was measured (docs/embedders.md): `minilm` while all assistants speak English alone, `e5-small`
    from the first that speaks another language. The built-in assistant speaks whatever is added and does not count. All
    share one embedder, for vectors of two cannot be compared.
    """
    if settings.embedder != "auto":
        return settings.embedder
    spoken = {language for each in assistants if each.name != DOCUMENTS for language in each.languages}
    return E5Embedder.name if spoken - {"en"} else MiniLmEmbedder.name


def make_embedder(settings: Settings, assistants: Iterable[Assistant] = ()) -> Embedder | None:
    """The embedder by name, for these assistants where the name is `auto`; None for `none`."""
    name = embedder_name(settings, assistants)
    if name == "none":
        return None
    if settings.embedding_url:
        if settings.embedder == "auto":
            raise BadConfig(
                f"Setting `embedding_url` is {settings.embedding_url!r} but `embedder` names no model",
                hint="Set `embedder` to the name of a model that it serves.",
            )
        return EndpointEmbedder(settings.embedding_url, name, key=settings.api_key.get_secret_value())
    if name == MiniLmEmbedder.name:
        return MiniLmEmbedder(settings.models_folder / MiniLmEmbedder.name)
    if name == E5Embedder.name:
        return E5Embedder(settings.models_folder / E5Embedder.name)
    raise BadConfig(
        f"Setting `embedder` is {settings.embedder!r}, which is no known embedder",
        hint="Known: `auto`, `minilm`, `e5-small`, `none`, or any name together with `embedding_url`.",
    )


def make_model(settings: Settings) -> ChatModel | None:
    """The chat model that the settings name; None for none. Nothing is loaded or called before its first use."""
    if not settings.model:
        if settings.model_url:
            raise BadConfig(
                f"Setting `model_url` is {settings.model_url!r} but `model` names no model",
                hint="`askwell doctor` lists the models of endpoints on this machine.",
            )
        return None
    kind, _, name = settings.model.partition(":")
    if kind == "local":
        return _local_model(name, settings)
    limits = Limits(
        first_token_s=settings.model_first_token_s,
        idle_s=settings.model_idle_s,
        total_s=settings.model_total_s,
        most_chars=settings.model_max_chars,
    )
    return EndpointChat(
        settings.model, base_url=settings.model_url, key=settings.api_key.get_secret_value(), limits=limits
    )


def _local_model(name: str, settings: Settings) -> ChatModel:
    """A GGUF file, or pulled weights by name."""
    is_file = name.endswith(".gguf")
    path = Path(name).expanduser() if is_file else settings.models_folder / name / "model.gguf"
    return LocalChat(path)


def _judge(by: By, model: ChatModel | None, section: str) -> ChatModel | None:
    """The model that judges, or None for rules."""
    if by == "llm" and model is None:
        raise BadConfig(
            f"`{section}.by` is 'llm' but no model is configured",
            hint="Set `model`, or let `by` be `auto` or `rules`.",
        )
    return None if by == "rules" else model


def _resolver(assistant: Assistant, model: ChatModel | None) -> Resolver:
    rules = RulesResolver()
    section = assistant.resolve or ResolveSection()
    if judge := _judge(section.by, model, "resolve"):
        from askwell.llm.resolve import LlmResolver

        return LlmResolver(judge, assistant, rules)
    return rules


def _scope(assistant: Assistant, embedder: Embedder | None, model: ChatModel | None) -> ScopeJudge | None:
    if assistant.scope is None:
        return None
    rules = RulesScopeJudge(assistant.scope, assistant.languages, embedder)
    if judge := _judge(assistant.scope.by, model, "scope"):
        from askwell.llm.scope import LlmScopeJudge

        return LlmScopeJudge(judge, assistant, rules)
    return rules


def _intents(assistant: Assistant, embedder: Embedder | None, model: ChatModel | None) -> IntentJudge | None:
    if assistant.route is None or not assistant.route.intents:
        return None
    rules = RulesIntentJudge(assistant.route, embedder)
    if judge := _judge(assistant.route.by, model, "route"):
        from askwell.llm.intent import LlmIntentJudge

        return LlmIntentJudge(judge, assistant, rules)
    return rules


def _grader(assistant: Assistant, model: ChatModel | None) -> Grader:
    section = assistant.grade or GradeSection()
    if section.by == "llm" and (judge := _judge(section.by, model, "grade")):
        from askwell.llm.grade import LlmGrader

        return LlmGrader(judge, assistant, RulesGrader())
    return RulesGrader()


def _writer(assistant: Assistant, model: ChatModel | None) -> Writer:
    if judge := _judge(assistant.write.by, model, "write"):
        from askwell.llm.write import LlmWriter

        return LlmWriter(judge, assistant)
    return RulesWriter(assistant)
