"""A run as a response: a stream of its events, or its complete answer."""

from fastapi import Request, Response

from askwell.events import Done, Event, Failed
from askwell.http import sse
from askwell.http.deps import assistant_marks, reader_language
from askwell.http.encoding import JsonResponse
from askwell.http.problems import Problem, request_id
from askwell.projections import ShownEvents, answer_json, event_json
from askwell.runtime.run import Run


async def reply(run: Run, request: Request, *, streams: bool) -> Response:
    """A stream if the client asked for one; else the answer, or the problem of a failed turn."""
    language = reader_language(request)
    marks = assistant_marks(request.app.state.engine, run.assistant)
    if streams or "text/event-stream" in request.headers.get("accept", ""):
        return sse.stream(run.placed_events(), language, marks)
    sent = ShownEvents(marks)
    last: Event | None = None
    async for event in run.follow():
        *_, last = sent.next(event)
    if isinstance(last, Failed):
        return _failure(last, request)
    assert isinstance(last, Done), "a log ends with Done or Failed"
    return JsonResponse(answer_json(last.answer, language))


def _failure(event: Failed, request: Request) -> Problem:
    """A failed turn as a problem, with the turn's identity and its partial answer."""
    body = {key: value for key, value in event_json(event).items() if key not in {"number", "event"}}
    return Problem(body | {"request_id": request_id(request)}, event.status)
