"""The services that the steps of one assistant call, made from its sections."""

from collections.abc import Awaitable, Callable, Collection, Sequence

from askwell.assistant import Assistant
from askwell.composition import judges
from askwell.composition.models import Readers
from askwell.pipeline.answer_cache import AnswerCache
from askwell.pipeline.state import Services
from askwell.ports import (
    Attachments,
    ChatModel,
    Clock,
    DocumentPages,
    Embedder,
    HistorySearcher,
    Knowledge,
    Store,
    WriteCalls,
)
from askwell.rules.rank import FeatureReranker
from askwell.rules.write import RulesWriter
from askwell.tools.queries.document_tables import DocumentTables
from askwell.tools.tables import open_tables


def make_services(
    assistant: Assistant,
    *,
    store: Store,
    knowledge: Knowledge,
    attachments: Attachments | None = None,
    pages: DocumentPages | None = None,
    clock: Clock,
    embedder: Embedder | None,
    readers: Readers = Readers(),  # noqa: B008 - it cannot change
    model: ChatModel | None,
    history_searcher: HistorySearcher | None = None,
    versions: Callable[[Sequence[str]], Awaitable[str]] | None = None,
    secrets: Collection[str] = (),
    write_calls: WriteCalls | None = None,
) -> Services:
    """The services that the steps of one assistant call. No model writes any of the `secrets`."""
    writer = judges.writer(assistant, model, secrets, readers.answers)
    answers, cache = None, assistant.cache
    if cache and versions:
        answers = AnswerCache(assistant, writer.name, versions, most=cache.answers, age_s=cache.age_s)
    return Services(
        assistant=assistant,
        store=store,
        searcher=knowledge,
        resolver=judges.resolver(assistant, model, secrets, readers.conversations),
        scope=judges.scope(assistant, embedder, model, knowledge),
        intents=judges.intents(assistant, embedder, model),
        golden=judges.golden(assistant, embedder, model),
        grader=judges.grader(assistant, model),
        composer=judges.composer(assistant, model),
        reworder=judges.reworder(assistant, model, secrets),
        support=judges.support(assistant, model),
        writer=writer,
        fallback=RulesWriter(assistant, readers.answers) if writer.name else None,
        clock=clock,
        summariser=judges.summariser(assistant, model, secrets),
        history_searcher=history_searcher,
        reranker=FeatureReranker() if assistant.rank and assistant.rank.by == "features" else None,
        tables=open_tables(assistant) if assistant.own_ways else None,
        document_tables=DocumentTables(knowledge),
        table_queries=judges.table_queries(assistant, model),
        pages=pages,
        lacking=knowledge.lacking,
        answers=answers,
        attachments=attachments,
        write_calls=write_calls,
    )
