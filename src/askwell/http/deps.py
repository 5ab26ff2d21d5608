"""Dependencies of the routes: the engine, and the principal whose data they may access."""

from contextlib import suppress
from typing import Annotated

from fastapi import Depends, Header, Path, Query, Request

from askwell.engine import Engine
from askwell.errors import AskwellError, NotFound, NotReady
from askwell.http.security import principal_of_credential
from askwell.languages import LANGUAGES
from askwell.projections import NUMBERED, choice_and_reason
from askwell.types import BusyPolicy, Language, MarkStyle, Principal


def _engine(request: Request) -> Engine:
    engine = request.app.state.engine
    assert isinstance(engine, Engine), "the lifespan opens it"
    return engine


def _number(
    session_id: Annotated[str, Path()], number: Annotated[int, Path(description="Number of the turn, from 1.")]
) -> int:
    """A valid turn number. Raises NotFound (`turn_not_found`)."""
    if not 1 <= number < 2**31:
        raise NotFound(f"No turn {number} in {session_id!r}", code="turn_not_found", hint="Turns count from 1.")
    return number


async def require_documents(engine: Engine, assistant: str) -> None:
    """Reject a question while relevant documents are unread, on routes that cannot carry a warning.

    Raises NotReady (`documents_not_ready`), and what `Engine.assistant` raises.
    """
    if unread := await engine.preparation.unread(engine.assistant(assistant)):
        reason = "; ".join(choice_and_reason(each, "en")[1] for each in unread.values())
        raise NotReady(
            f"Not all documents have been read: {reason}",
            hint="Ask again in a moment. `/readyz` reports the progress, and `/v1` answers from the documents read.",
        )


def assistant_marks(engine: Engine, assistant: str) -> MarkStyle:
    """How answers of an assistant cite; by numbers if the assistant is gone or cannot be used."""
    try:
        return engine.assistant(assistant).cite.marks
    except AskwellError:
        return NUMBERED


async def session_marks(engine: Engine, principal: Principal, session_id: str) -> MarkStyle:
    """How answers of a conversation cite. Raises NotFound (`session_not_found`) if that has to be read."""
    if all(each.cite.marks == NUMBERED for each in engine.assistants.values()):
        return NUMBERED
    return assistant_marks(engine, (await engine.store.sessions.get(principal, session_id)).assistant)


def reader_language(request: Request) -> Language:
    """The language of `Accept-Language` that decisions are worded in: of the known ones the most wanted, else English.

    RFC 9110, section 12.5.4; of `it-CH` the first part counts.
    """
    wanted: list[tuple[float, str]] = []
    for part in request.headers.get("accept-language", "").split(","):
        code, _, weight = part.partition(";")
        with suppress(ValueError):
            wanted.append((float(weight.strip().removeprefix("q=") or 1), code.strip().lower().partition("-")[0]))
    known = [(quality, code) for quality, code in wanted if code in LANGUAGES and quality > 0]
    return max(known, key=lambda pair: pair[0])[1] if known else LANGUAGES[0]


def _reader_language(
    request: Request,
    accept_language: Annotated[  # noqa: ARG001  # declared for the description of the API
        str, Header(description="Language of the texts of decisions and reasons: `en`, `nl` or `it`; else English.")
    ] = "",
) -> Language:
    return reader_language(request)


EngineDep = Annotated[Engine, Depends(_engine)]
LanguageDep = Annotated[Language, Depends(_reader_language)]
PrincipalDep = Annotated[Principal, Depends(principal_of_credential)]
Number = Annotated[int, Depends(_number)]
Limit = Annotated[int, Query(ge=1, le=200, description="Maximum number of entries per page.")]
Streamed = Annotated[bool, Query(description="Answer with server-sent events, as `Accept: text/event-stream` does.")]
Busy = Annotated[
    BusyPolicy | None,
    Query(
        description=(
            "If another turn of the conversation is running: `reject` this one with 409, `enqueue` it until its turn "
            "comes, or `interrupt` the running one. Default: the policy of the assistant or the settings."
        )
    ),
]
Key = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        max_length=255,
        description="A repeated request with the same key returns the same turn instead of asking again.",
    ),
]
LastEventId = Annotated[
    str,
    Header(
        alias="Last-Event-ID",
        max_length=64,
        description="`id` of the last event received. For a single turn, its `number` is enough.",
    ),
]
