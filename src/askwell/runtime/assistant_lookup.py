"""Finds the assistant of a question: that of its session, or the one that is named."""

from askwell.composition.assistant_runtime import AssistantRuntime
from askwell.composition.container import Container
from askwell.composition.models import DOCUMENTS
from askwell.errors import NotFound
from askwell.types import Principal, Session

SESSIONS_KNOWN = 10_000
"""Number of sessions whose assistant is cached."""


class AssistantLookup:
    """The assistants of a container, by name and by session."""

    def __init__(self, container: Container) -> None:
        self._container = container
        self._assistant_of: dict[tuple[Principal, str], str] = {}
        """Recently used sessions; the assistant of a session does not change."""

    def named(self, name: str) -> AssistantRuntime:
        """An assistant. Raises NotFound, which lists the known names, and BrokenPlugin or MissingModel."""
        runtimes = self._container.runtimes
        if name not in runtimes:
            known = ", ".join(sorted(runtimes))
            raise NotFound(f"No assistant {name!r}; known: {known}", code="assistant_not_found", hint="Check the name.")
        if (fault := runtimes[name].fault) is not None:
            raise fault
        return runtimes[name]

    async def of(self, session: str | None, assistant: str | None, principal: Principal) -> AssistantRuntime:
        """That of the session; without one the named assistant, or the built-in one. Raises NotFound."""
        if session is None:
            return self.named(assistant or DOCUMENTS)
        known = self._assistant_of.get((principal, session))
        return self.named(known or self.keep(principal, await self._container.store.sessions.get(principal, session)))

    async def first_collection(self, session: str, principal: Principal) -> str:
        """The first collection of a session's assistant; empty if it has none. Raises NotFound."""
        runtime = await self.of(session, None, principal)
        return next(iter(runtime.assistant.collections), "")

    def keep(self, principal: Principal, session: Session) -> str:
        """The session's assistant, cached."""
        if len(self._assistant_of) >= SESSIONS_KNOWN:
            self._assistant_of.clear()
        self._assistant_of[principal, session.id] = session.assistant
        return session.assistant
