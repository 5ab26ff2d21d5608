"""Routes for the siblings of a turn, the active branch, and feedback."""

from fastapi import APIRouter

from askwell.http import openapi as api
from askwell.http.bodies import Opinion
from askwell.http.deps import EngineDep, LanguageDep, Number, PrincipalDep, session_marks
from askwell.http.security import needs
from askwell.projections import Json, session_json, shown, turn_json

router = APIRouter(prefix="/v1/sessions/{session_id}/turns/{number}", tags=["turns"], dependencies=[needs("ask")])


@router.get("/siblings", responses=api.answers({"turns": [api.TURN]}) | api.problems("turn_not_found"))
async def list_siblings(
    session_id: str, number: Number, engine: EngineDep, principal: PrincipalDep, language: LanguageDep
) -> Json:
    """The siblings of a turn, including itself: other answers to its question, and edits of it."""
    siblings = await engine.siblings(session_id, number, principal=principal)
    marks = await session_marks(engine, principal, session_id)
    return {"turns": [turn_json(shown(turn, marks), language) for turn in await engine.attachments.marked(siblings)]}


@router.post(
    "/choose",
    responses=api.answers(api.SESSION) | api.problems("turn_not_found", "session_busy"),
)
async def choose(session_id: str, number: Number, engine: EngineDep, principal: PrincipalDep) -> Json:
    """Make the branch through this turn the active one."""
    return session_json(await engine.choose(session_id, number, principal=principal))


@router.put("/feedback", responses=api.answers(api.TURN | {"feedback": api.FEEDBACK}) | api.problems("turn_not_found"))
async def give_feedback(
    *,
    session_id: str,
    number: Number,
    body: Opinion,
    engine: EngineDep,
    principal: PrincipalDep,
    language: LanguageDep,
) -> Json:
    """Rate an answer. A new rating replaces the old one; 0 removes it."""
    rated = await engine.give_feedback(session_id, number, body.rating, body.comment, principal=principal)
    [turn] = await engine.attachments.marked([rated])
    return turn_json(shown(turn, await session_marks(engine, principal, session_id)), language)
