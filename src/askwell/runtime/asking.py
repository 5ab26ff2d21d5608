"""Takes questions: finds their assistant, checks them, admits their user, and lets their turns begin."""

from functools import partial

from askwell.composition.container import Container
from askwell.errors import NotFound
from askwell.pipeline.screen import check_options, check_question
from askwell.runtime.accounting import TurnAccounts
from askwell.runtime.assistant_lookup import AssistantLookup
from askwell.runtime.run import Run
from askwell.runtime.scheduler import Scheduler, TurnRequest
from askwell.settings import Settings
from askwell.types import BusyPolicy, Principal, TurnOptions


class Asking:
    """Starts the turns of questions; see `Engine.start` for what the arguments mean and which errors are raised."""

    def __init__(self, container: Container, settings: Settings, scheduler: Scheduler, lookup: AssistantLookup) -> None:
        self._settings = settings
        self._scheduler = scheduler
        self._lookup = lookup
        self._accounts = TurnAccounts(container.access.limits) if container.access is not None else None

    async def start(
        self,
        question: str,
        *,
        session: str | None,
        assistant: str | None,
        principal: Principal,
        options: TurnOptions | None,
        key: str,
        busy: BusyPolicy | None,
    ) -> Run:
        """Start a turn."""
        runtime = await self._lookup.of(session, assistant, principal)
        request = TurnRequest(question, session, runtime, principal, options or TurnOptions(), key)
        return await self._begin(request, busy)

    async def edit(
        self,
        session: str,
        number: int,
        question: str,
        *,
        principal: Principal,
        options: TurnOptions | None,
        key: str,
        busy: BusyPolicy | None,
    ) -> Run:
        """Start the sibling of a turn."""
        runtime = await self._lookup.of(session, None, principal)
        if number < 1:
            raise NotFound(f"No turn {number} in {session!r}", code="turn_not_found", hint="Turns count from 1.")
        request = TurnRequest(question, session, runtime, principal, options or TurnOptions(), key, instead_of=number)
        return await self._begin(request, busy)

    async def close(self) -> None:
        """Wait until the usage of all turns that have ended is recorded."""
        if self._accounts is not None:
            await self._accounts.close()

    async def _begin(self, request: TurnRequest, busy: BusyPolicy | None) -> Run:
        assistant = request.runtime.assistant
        check_question(request.question, assistant)
        check_options(request.options)
        begin = partial(self._scheduler.begin, request, busy or assistant.limits.busy or self._settings.busy)
        return await (begin() if self._accounts is None else self._accounts.begin(request.principal, begin))
