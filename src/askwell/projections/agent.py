"""An answer in the shape of an agent for research papers: marks by arXiv id, the score of its guard, its steps."""

import re

from askwell.projections.decisions import choice_and_reason, guard_score
from askwell.projections.turns import Json
from askwell.types import Answer, Language, Source, Turn

_ARXIV = re.compile(r"arxiv\.org/(?:abs|pdf)/([a-z-]+/\d{7}|\d{4}\.\d{4,5})", re.IGNORECASE)
_MARK = re.compile(r"\[(\d{1,6})\]")

RULES = "rules"
"""The model of an answer that no model wrote."""
PROVIDER = "askwell"
GENERATED = "Generated answer with conversation context"
"""The last step of an answer from passages."""


def agent_json(result: Answer | Turn, question: str, language: Language = "en") -> Json:
    """The result of a question as typed, with its decisions worded in `language`.

    `guardrail_score` is 0 to 100, also of an accepted question, and None if the guard did not judge, as for small talk.
    `retrieval_attempts` counts searches. `rewritten_query` is None if the question was searched as typed.
    """
    steps = [": ".join(filter(None, choice_and_reason(each, language))) for each in result.decisions]
    understood = result.standalone_question
    return {
        "query": question,
        "answer": marked_by_arxiv_id(result.answer, result.sources),
        "sources": [_source_json(source) for source in result.sources],
        "guardrail_score": guard_score(result.decisions),
        "retrieval_attempts": sum(each.step == "search" for each in result.decisions),
        "rewritten_query": understood if understood and understood != question else None,
        "reasoning_steps": [*steps, *([GENERATED] if result.outcome in {"answered", "passages"} else [])],
        "provider": PROVIDER,
        "model": result.model or RULES,
    }


def marked_by_arxiv_id(answer: str, sources: tuple[Source, ...]) -> str:
    """The answer with `[arxiv_id]` in place of the number of each source that has one."""
    ids = {str(source.number): arxiv_id(source.url) for source in sources}
    return _MARK.sub(lambda mark: f"[{found}]" if (found := ids.get(mark[1])) else mark[0], answer)


def arxiv_id(url: str) -> str:
    """The id in the address of an arXiv paper, without its version; empty for another address."""
    found = _ARXIV.search(url)
    return found[1] if found else ""


def _source_json(source: Source) -> Json:
    return {
        "number": source.number,
        "arxiv_id": arxiv_id(source.url) or None,
        "title": source.title,
        "url": source.url,
        "document": source.document,
        "chunk_text": source.passages[0].text,
    }
