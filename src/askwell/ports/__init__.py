"""Ports: what the engine needs from its surroundings, as protocols with one to a dozen methods.

Implementations: `rules` and `llm` judge, `models` compute, `knowledge` searches, `stores` store. All I/O is async. A
port raises only the errors of `askwell.errors` that are named here; any other exception is a bug of the implementation.
"""

from askwell.ports.access import ApiKeys
from askwell.ports.attaching import Attachments
from askwell.ports.calling import Tool, WriteCalls, WriteTool
from askwell.ports.computing import (
    AnswerReader,
    ChatModel,
    ConversationReader,
    Embedder,
    Reranker,
    SentenceEmbedder,
    Spans,
    Vectors,
    WordReader,
)
from askwell.ports.conversations import Sessions, Store, Turns
from askwell.ports.documents import (
    Backlog,
    CollectionMeaning,
    DocumentPages,
    DocumentTables,
    Knowledge,
    Reader,
    Searcher,
    TableSearcher,
    TableTexts,
)
from askwell.ports.judging import (
    Composer,
    GoldenJudge,
    Grader,
    IntentJudge,
    Resolver,
    Reworder,
    ScopeJudge,
    SupportJudge,
    TableQueryWriter,
    TurnJudge,
    Writer,
)
from askwell.ports.ledger import Ledger
from askwell.ports.remembering import HistorySearcher, Memories, Summariser
from askwell.ports.vault import Vault
from askwell.ports.world import Clock, Ids

__all__ = [
    "AnswerReader",
    "ApiKeys",
    "Attachments",
    "Backlog",
    "ChatModel",
    "Clock",
    "CollectionMeaning",
    "Composer",
    "ConversationReader",
    "DocumentPages",
    "DocumentTables",
    "Embedder",
    "GoldenJudge",
    "Grader",
    "HistorySearcher",
    "Ids",
    "IntentJudge",
    "Knowledge",
    "Ledger",
    "Memories",
    "Reader",
    "Reranker",
    "Resolver",
    "Reworder",
    "ScopeJudge",
    "Searcher",
    "SentenceEmbedder",
    "Sessions",
    "Spans",
    "Store",
    "Summariser",
    "SupportJudge",
    "TableQueryWriter",
    "TableSearcher",
    "TableTexts",
    "Tool",
    "TurnJudge",
    "Turns",
    "Vault",
    "Vectors",
    "WordReader",
    "WriteCalls",
    "WriteTool",
    "Writer",
]
