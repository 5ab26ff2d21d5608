"""Sessions and answers in the shape of an agent for research papers: any ids, marks by arXiv id, a guard's score."""

import hashlib
import json
import re

from askwell.projections.common import Json
from askwell.projections.decisions import choice_and_reason, guard_score
from askwell.projections.marks import id_of, shown
from askwell.types import Answer, Language, MarkStyle, Principal, Source, Turn

ARXIV_IDS = MarkStyle("id", "url", r"arxiv\.org/(?:abs|pdf)/([a-z-]+/\d{7}|\d{4}\.\d{4,5})")
"""Marks by the id in the address of an arXiv paper, without its version."""

RULES = "rules"
"""The model of an answer that no model wrote."""
PROVIDER = "askwell"
GENERATED = "Generated answer with conversation context"
"""The last step of an answer from passages."""

_OWN_SESSION = re.compile(r"[A-Za-z0-9_-]{1,128}")


def agent_session_id(session_id: str, principal: Principal) -> str:
    """The id by which a session of the agent is stored: as it is if all stores accept it, else `agent-` and a hash.

    The agent's ids are any texts, such as e-mail addresses. In the hash is the owner too, so that the same text of two
    users is two sessions.
    """
    if _OWN_SESSION.fullmatch(session_id):
        return session_id
    owned = json.dumps([principal.tenant, principal.user, session_id])
    return f"agent-{hashlib.sha256(owned.encode()).hexdigest()}"


def agent_json(result: Answer | Turn, question: str, language: Language = "en") -> Json:
    """The result of a question as typed, with its decisions worded in `language`.

    `guardrail_score` is 0 to 100, also of an accepted question (see `_guardrail_score`).
    `retrieval_attempts` counts searches. `rewritten_query` is None if the question was searched as typed.
    """
    steps = [": ".join(filter(None, choice_and_reason(each, language))) for each in result.decisions]
    understood = result.standalone_question
    text = shown(result, ARXIV_IDS).answer
    return {
        "query": question,
        "answer": text,
        "sources": [_source_json(source) for source in result.sources],
        "guardrail_score": _guardrail_score(result),
        "retrieval_attempts": sum(each.step == "search" for each in result.decisions),
        "rewritten_query": understood if understood and understood != question else None,
        "reasoning_steps": [*steps, *([GENERATED] if result.outcome in {"answered", "passages"} else [])],
        "provider": PROVIDER,
        "model": result.model or RULES,
    }


def _guardrail_score(result: Answer | Turn) -> int | None:
    """The chance in percent that the message is in scope: as judged, or by the rule that left nothing to judge.

    100 for what a rule lets through: small talk, requests about the last answer or the conversation, known questions,
    attachments, and all of an assistant without a guard. 0 for what is declined without a judgement, such as a message
    without words. None if the turn ended before it was routed.
    """
    judged = guard_score(result.decisions)
    if judged is not None:
        return judged
    return {"completed": 100, "declined": 0}.get(result.status)


def _source_json(source: Source) -> Json:
    return {
        "number": source.number,
        "arxiv_id": id_of(source, ARXIV_IDS) or None,
        "title": source.title,
        "url": source.url,
        "document": source.document,
        "chunk_text": source.passages[0].text,
    }
