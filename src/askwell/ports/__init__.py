"""What the engine asks of the world, as protocols of one to a dozen methods.

Implementations live above: `rules` and `llm` judge, `models` compute, `knowledge` searches, `stores` keep. All I/O is
async. Every port raises errors of `askwell.errors` only for what it names here; anything else is a fault of its own.
"""

from askwell.ports.calling import Tool
from askwell.ports.computing import ChatModel, Embedder, Reranker, Vectors
from askwell.ports.conversations import Sessions, Store, Turns
from askwell.ports.documents import Knowledge, Reader, Searcher, TableSearcher
from askwell.ports.judging import Grader, IntentJudge, Resolver, ScopeJudge, Writer
from askwell.ports.remembering import HistorySearcher, Memories, Summariser
from askwell.ports.world import Clock, Ids

__all__ = [
    "ChatModel",
    "Clock",
    "Embedder",
    "Grader",
    "HistorySearcher",
    "Ids",
    "IntentJudge",
    "Knowledge",
    "Memories",
    "Reader",
    "Reranker",
    "Resolver",
    "ScopeJudge",
    "Searcher",
    "Sessions",
    "Store",
    "Summariser",
    "TableSearcher",
    "Tool",
    "Turns",
    "Vectors",
    "Writer",
]
