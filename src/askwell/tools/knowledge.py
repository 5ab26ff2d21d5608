"""The tool that searches an assistant's documents, as its turns do: found, ranked, and kept only where it helps."""

from pydantic import Field

from askwell.assistant import Assistant
from askwell.ports import Grader, Reranker, Searcher
from askwell.tools.calling import Arguments, FunctionTool, function_tool
from askwell.types import SearchQuery, ToolContext, ToolResult

NAME = "search_knowledge_base"
MOST_PASSAGES = 4
"""Passages of one search: several searches are to find room in one prompt."""


class Query(Arguments):
    """What is looked for."""

    query: str = Field(
        min_length=1, max_length=1000, description="What to look for: a whole question that stands alone."
    )


def search_knowledge_base(
    assistant: Assistant, searcher: Searcher, grader: Grader, reranker: Reranker | None
) -> FunctionTool[Query]:
    """The tool over the collections of an assistant."""

    async def search(arguments: Query, context: ToolContext) -> ToolResult:
        wanted = SearchQuery(
            (arguments.query,),
            assistant.collections,
            (*assistant.knowledge.labels, *context.labels),
            assistant.search.k,
            context.language,
        )
        found = await searcher.search(wanted)
        if reranker is not None and found:
            found = await reranker.rerank(arguments.query, found, context.language)
        grades = await grader.grade(arguments.query, found, context.language)
        helping = [(grade.score, each) for grade, each in zip(grades, found, strict=True) if grade.relevant]
        helping.sort(key=lambda pair: -pair[0])
        if not helping:
            return ToolResult("Nothing in the documents helps with that.")
        return ToolResult(passages=tuple(each for _, each in helping[:MOST_PASSAGES]))

    about = assistant.scope.about if assistant.scope else assistant.description or assistant.title
    return function_tool(NAME, f"Searches the documents ({' '.join(about.split())[:200]}).", Query, search)
