"""The tool that searches documents and attachments: it searches, ranks and grades as a turn does."""

from pydantic import Field

from askwell.assistant import Assistant
from askwell.ports import Grader, Reranker, Searcher
from askwell.tools.calling import Arguments, FunctionTool, function_tool
from askwell.types import SearchQuery, ToolContext, ToolResult

NAME = "search_knowledge_base"
MAX_PASSAGES = 4
"""Maximum passages of one search, so that several searches fit into one prompt."""


class Query(Arguments):
    """Arguments of the tool."""

    query: str = Field(
        min_length=1, max_length=1000, description="What to look for: a whole question that stands alone."
    )


def search_knowledge_base(
    assistant: Assistant, searcher: Searcher, grader: Grader, reranker: Reranker | None
) -> FunctionTool[Query]:
    """The tool for the collections of an assistant and the attachments of the conversation."""

    async def search(arguments: Query, context: ToolContext) -> ToolResult:
        wanted = SearchQuery(
            (arguments.query,),
            assistant.collections,
            (*assistant.knowledge.labels, *context.labels),
            assistant.search.k,
            context.language,
            attached=context.attached,
        )
        found = await searcher.search(wanted)
        if reranker is not None and found:
            found = await reranker.rerank(arguments.query, found, context.language)
        grades = await grader.grade(arguments.query, found, context.language)
        relevant = [(grade.score, each) for grade, each in zip(grades, found, strict=True) if grade.relevant]
        relevant.sort(key=lambda pair: -pair[0])
        if not relevant:
            return ToolResult("Nothing in the documents helps with that.")
        return ToolResult(passages=tuple(each for _, each in relevant[:MAX_PASSAGES]))

    about = assistant.scope.about if assistant.scope else assistant.description or assistant.title
    return function_tool(NAME, f"Searches the documents ({' '.join(about.split())[:200]}).", Query, search)
