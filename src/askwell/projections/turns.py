"""Answers, turns, events and sessions as JSON."""

from collections.abc import Sequence

from askwell.events import Accepted, Cited, Done, Event, Failed, Packed, Resolved, Stepped, Token, ToolUsed, Warned
from askwell.projections.common import Json, problem_json, time_json
from askwell.projections.decisions import choice_and_reason, reason_text
from askwell.projections.documents import passage_json
from askwell.projections.ledger import ledger_json
from askwell.types import (
    Answer,
    CitedPassage,
    Decision,
    Fact,
    Feedback,
    Language,
    Place,
    Reason,
    Resolution,
    Session,
    Source,
    Support,
    Turn,
    TurnOptions,
    Usage,
)


def answer_json(answer: Answer, language: Language = "en") -> Json:
    """An answer with its sources, the resolution of its question, and its decisions worded in `language`."""
    return {
        "answer": answer.answer,
        "sources": [source_json(source) for source in answer.sources],
        "standalone_question": answer.standalone_question,
        "kind": answer.kind,
        "way": answer.route,
        "ending": answer.outcome,
        "status": answer.status,
        "turn_number": answer.turn_number,
        "session_id": answer.session_id,
        "turn_id": answer.turn_id,
        "language": answer.language,
        "resolution": None if answer.resolution is None else _resolution_json(answer.resolution, language),
        "facts": [_fact_json(fact) for fact in answer.facts],
        "decisions": [decision_json(decision, language) for decision in answer.decisions],
        "support": [_support_json(support, answer.sources) for support in answer.support],
        "warnings": list(answer.warnings),
        "context": ledger_json(answer.ledger, language),
        "model": answer.model,
        "usage": _usage_json(answer.usage),
        "took_ms": round(answer.took_ms, 2),
    }


def turn_json(turn: Turn, language: Language = "en") -> Json:
    """A stored turn: the question, the fields of an answer, then fields that only stored turns have."""
    return {
        "turn_id": turn.id,
        "session_id": turn.session_id,
        "turn_number": turn.number,
        "parent_id": turn.parent_id,
        "supersedes_id": turn.supersedes_id,
        "branch": turn.branch,
        "siblings": list(turn.siblings),
        "status": turn.status,
        "question": turn.question,
        "standalone_question": turn.standalone_question,
        "kind": turn.kind,
        "way": turn.route,
        "ending": turn.outcome,
        "answer": turn.answer,
        "language": turn.language,
        "sources": [source_json(source) for source in turn.sources],
        "resolution": None if turn.resolution is None else _resolution_json(turn.resolution, language),
        "options": _options_json(turn.options),
        "things": list(turn.things),
        "among": list(turn.among),
        "retrieved": list(turn.retrieved),
        "packed": list(turn.packed),
        "facts": [_fact_json(fact) for fact in turn.facts],
        "decisions": [decision_json(decision, language) for decision in turn.decisions],
        "context": ledger_json(turn.ledger, language),
        "support": [_support_json(support, turn.sources) for support in turn.support],
        "warnings": list(turn.warnings),
        "feedback": None if turn.feedback is None else _feedback_json(turn.feedback),
        "model": turn.model,
        "usage": _usage_json(turn.usage),
        "error_code": turn.error_code,
        "created_at": time_json(turn.created_at),
        "finished_at": None if turn.finished_at is None else time_json(turn.finished_at),
        "took_ms": round(turn.took_ms, 2),
    }


def event_json(event: Event, language: Language = "en") -> Json:
    """An entry of a turn's log: its `number` and `event` name, then its data, with decisions worded in `language`."""
    return {"number": event.number, "event": event.name} | _event_body(event, language)


def _event_body(event: Event, language: Language) -> Json:  # noqa: PLR0911  # one for each event
    match event:
        case Accepted():
            return _ids_json(event)
        case Stepped():
            decisions = [decision_json(decision, language) for decision in event.decisions]
            return {"step": event.step, "took_ms": round(event.took_ms, 2), "decisions": decisions}
        case Resolved():
            return {"question": event.question} | _resolution_json(event.resolution, language)
        case Packed():
            return {"passages": [passage_json(passage) for passage in event.passages]}
        case ToolUsed():
            took_ms = round(event.took_ms, 2)
            return {"tool": event.tool, "arguments": event.arguments, "took_ms": took_ms, "ok": event.ok}
        case Token():
            return {"text": event.text}
        case Cited():
            return {"source": source_json(event.source)}
        case Warned():
            return {"code": event.code, "message": event.message}
        case Done():
            return answer_json(event.answer, language)
        case Failed():
            problem = problem_json(event.status, event.code, event.message, hint=event.hint)
            return problem | {"partial": event.partial} | _ids_json(event)


def source_json(source: Source) -> Json:
    """A cited document; `mark` is how the text cites it, `passage` the text of its best passage."""
    return {
        "number": source.number,
        "mark": source.mark or f"[{source.number}]",
        "document": source.document,
        "title": source.title,
        "url": source.url,
        "date": source.date,
        "passage": source.passages[0].text if source.passages else "",
        "passages": [_cited_json(passage) for passage in source.passages],
        "document_id": source.document_id,
        "removed": source.is_removed,
    }


def decision_json(decision: Decision, language: Language = "en") -> Json:
    """A decision of a step as a code with parameters, and its choice and reason worded in `language`."""
    choice, reason = choice_and_reason(decision, language)
    return {
        "step": decision.step,
        "code": decision.code,
        "params": dict(decision.params),
        "choice": choice,
        "reason": reason,
        "score": decision.score,
        "took_ms": decision.took_ms,
        "detail": dict(decision.detail),
    }


def session_json(session: Session) -> Json:
    """A conversation; `turns` is the number of turns in all branches."""
    return {
        "id": session.id,
        "assistant": session.assistant,
        "title": session.title,
        "turns": session.head,
        "pinned": session.pinned,
        "branch": session.branch,
        "created_at": time_json(session.created_at),
        "updated_at": time_json(session.updated_at),
        "metadata": dict(session.metadata),
    }


def _ids_json(event: Accepted | Failed) -> Json:
    return {"turn_id": event.turn_id, "turn_number": event.turn_number, "session_id": event.session_id}


def _resolution_json(resolution: Resolution, language: Language) -> Json:
    """`features` are contributions to a logit by name; positive ones make the question depend on earlier turns."""
    why = Reason("") if isinstance(resolution.reason, str) else resolution.reason
    return {
        "kind": resolution.kind,
        "standalone_question": resolution.question,
        "score": resolution.score,
        "code": why.code,
        "params": dict(why.params),
        "reason": reason_text(resolution.reason, language),
        "features": dict(resolution.features),
        "antecedents": [
            {"expression": found.expression, "refers_to": found.refers_to, "turn": found.turn}
            for found in resolution.antecedents
        ],
        "by": resolution.by,
        "terms": [{"text": term.text, "weight": term.weight} for term in resolution.terms],
    }


def _fact_json(fact: Fact) -> Json:
    """A value of the question; offsets are those in the resolved question."""
    return {
        "kind": fact.kind,
        "text": fact.text,
        "start": fact.start,
        "end": fact.end,
        "canonical": fact.canonical,
        "others": list(fact.others),
        "relative": fact.is_relative,
        "language": fact.language,
    }


def _options_json(options: TurnOptions) -> Json:
    return {
        "labels": list(options.labels),
        "window_turns": options.window_turns,
        "use_memory": options.use_memory,
        "standalone_question": options.standalone_question,
    }


def _cited_json(passage: CitedPassage) -> Json:
    return {
        "chunk_id": passage.chunk_id,
        "text": passage.text,
        "headings": list(passage.headings),
        "page": passage.page,
        "start": passage.start,
        "end": passage.end,
        "score": passage.score,
    }


def _support_json(support: Support, sources: Sequence[Source]) -> Json:
    return {
        "start": support.start,
        "end": support.end,
        "score": support.score,
        "numbers": list(support.numbers),
        "lacks": support.lacks,
        "places": [_place_json(each, sources) for each in support.places],
    }


def _feedback_json(feedback: Feedback) -> Json:
    return {"rating": feedback.rating, "comment": feedback.comment, "given_at": time_json(feedback.given_at)}


def _usage_json(usage: Usage) -> Json:
    return {
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "calls": usage.calls,
        "cost": usage.cost,
    }


def _place_json(place: Place, sources: Sequence[Source]) -> Json:
    passage = place.passage_in(sources)
    chunk_id = passage.chunk_id if passage else None
    return {
        "number": place.number,
        "start": place.start,
        "end": place.end,
        "page": place.page,
        "chunk_id": chunk_id,
    }
