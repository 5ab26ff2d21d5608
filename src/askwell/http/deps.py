"""What routes ask for: the engine, and whose data they may touch."""

from typing import Annotated

from fastapi import Depends, Header, Query, Request

from askwell.engine import Engine
from askwell.http.security import principal_of_credential
from askwell.types import Principal


def _engine(request: Request) -> Engine:
    engine = request.app.state.engine
    assert isinstance(engine, Engine), "the lifespan opens it"
    return engine


EngineDep = Annotated[Engine, Depends(_engine)]
PrincipalDep = Annotated[Principal, Depends(principal_of_credential)]
Limit = Annotated[int, Query(ge=1, le=200, description="Most entries of a page.")]
LastEventId = Annotated[int | None, Header(alias="Last-Event-ID", ge=0, description="Number of the last event seen.")]
