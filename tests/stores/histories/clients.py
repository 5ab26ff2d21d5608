"""Clients that ask, read and stop on several servers, and record each call with its reply."""

import asyncio
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, get_args

import httpx

from askwell.types import Status
from tests.stores.histories.history import Ask, Call, Outcome, Read, Seen
from tests.stores.histories.server_process import ServerProcess

CALL_S = 4.0
"""Time that a client waits for a piece of a reply, seconds."""
ATTEMPTS = 5
OVERLAP = 8
"""Turns before the latest known one that a read includes."""
PAGE = 30
REFUSALS = frozenset({"session_busy", "queue_full", "queue_timeout", "shutting_down"})
"""Codes that promise that no turn has begun."""
STATUSES = frozenset(get_args(Status))


@dataclass
class Recorder:
    """Calls servers and writes the history."""

    servers: Sequence[ServerProcess]
    sessions: Sequence[str]
    now: Callable[[], float] = field(default_factory=lambda: asyncio.get_running_loop().time)
    history: list[Call] = field(default_factory=list)
    heads: dict[str, int] = field(default_factory=dict)
    """Highest number that any client knows, by session."""

    async def live(self, name: int, seed: str, stopping: asyncio.Event) -> None:
        """One client: ask, read and stop in random sessions until the end."""
        chance, asked = random.Random(f"{seed} {name}"), 0
        async with httpx.AsyncClient(timeout=CALL_S) as client:
            while not stopping.is_set():
                session, roll = chance.choice(self.sessions), chance.random()
                url = chance.choice(self.servers).url
                if roll < 0.6:
                    asked += 1
                    await self.ask_until_answered(client, session, f"{name}-{asked}", chance, stopping)
                elif roll < 0.9:
                    await self.read(client, url, session, after=max(0, self.heads.get(session, 0) - OVERLAP))
                else:
                    await self.stop(client, url, session)
                await asyncio.sleep(chance.uniform(0, 0.1))

    async def ask_until_answered(
        self, client: httpx.AsyncClient, session: str, key: str, chance: random.Random, stopping: asyncio.Event
    ) -> None:
        """Attempts with the same key on random servers, until one has a final reply."""
        for _ in range(ATTEMPTS):
            busy = chance.choices(["reject", "enqueue", "interrupt"], [5, 4, 1])[0]
            url = chance.choice(self.servers).url
            asked = await self.ask(client, url, session, key, busy=busy, streams=chance.random() < 0.5)
            if asked.outcome in {"answered", "failed"} or stopping.is_set():
                return
            await asyncio.sleep(chance.uniform(0.05, 0.5))

    async def ask(
        self, client: httpx.AsyncClient, url: str, session: str, key: str, *, busy: str = "reject", streams: bool
    ) -> Ask:
        """One attempt."""
        question, invoked = f"How often do I water tomatoes in question {key} ?", self.now()
        outcome: Outcome = "unknown"
        turn: Seen | None = None
        accepted, code = inf, ""
        try:
            async with client.stream(
                "POST",
                f"{url}/v1/sessions/{session}/turns",
                params={"busy": busy},
                json={"question": question},
                headers={"Idempotency-Key": key} | ({"accept": "text/event-stream"} if streams else {}),
            ) as response:
                if response.headers.get("content-type", "").startswith("text/event-stream"):
                    async for line in response.aiter_lines():
                        if not line.startswith("data: "):
                            continue
                        event = json.loads(line[6:])
                        if event["event"] == "accepted":
                            turn, accepted = _begun(event, question), self.now()
                        elif event["event"] in {"done", "failed"}:
                            outcome, turn, code = _reply(event, question)
                else:
                    await response.aread()
                    outcome, turn, code = _reply(response.json(), question)
        except httpx.ConnectError:
            outcome, code = "refused", "ConnectError"
        except (httpx.TransportError, json.JSONDecodeError) as error:
            code = type(error).__name__
        returned = self.now()
        accepted = min(accepted, returned) if turn is not None else inf
        asked = Ask(session, key, question, invoked, returned, outcome, turn, accepted, code)
        self._record(asked, (turn,) if turn else ())
        return asked

    async def read(self, client: httpx.AsyncClient, url: str, session: str, *, after: int) -> Read | None:
        """A page of the session's turns; None if there was no reply."""
        invoked = self.now()
        query = {"after": after, "limit": PAGE, "every_branch": "true"}
        body, code = await self._call(client, "GET", f"{url}/v1/sessions/{session}/turns", query)
        turns = tuple(_seen(each) for each in body["turns"]) if body and not code else ()
        until = (turns[-1].number if body["next"] else inf) if body and not code else after
        read = Read(session, invoked, self.now(), turns, after, until, code)
        self._record(read, turns)
        return None if code else read

    async def stop(self, client: httpx.AsyncClient, url: str, session: str) -> None:
        """Stop what runs; the reply is the turn."""
        invoked = self.now()
        body, code = await self._call(client, "POST", f"{url}/v1/sessions/{session}/stop", {})
        turns = (_seen(body),) if body and not code else ()
        number = turns[0].number if turns else 0
        self._record(Read(session, invoked, self.now(), turns, max(0, number - 1), number, code), turns)

    async def _call(
        self, client: httpx.AsyncClient, method: str, url: str, query: dict[str, Any]
    ) -> tuple[dict[str, Any] | None, str]:
        """The reply and the code of its problem, or the name of the connection's error."""
        try:
            response = await client.request(method, url, params=query)
            body = response.json()
        except (httpx.TransportError, json.JSONDecodeError) as error:
            return None, type(error).__name__
        return body, "" if response.is_success else str(body["code"])

    def _record(self, call: Call, turns: Sequence[Seen]) -> None:
        self.history.append(call)
        for turn in turns:
            self.heads[call.session] = max(self.heads.get(call.session, 0), turn.number)


def _reply(body: dict[str, Any], question: str) -> tuple[Outcome, Seen | None, str]:
    """What a reply says: an answer, a failed turn, or a problem of a question that was not stored."""
    code = str(body.get("code", ""))
    if "answer" in body:
        return "answered", _seen(body | {"question": question}), ""
    if body.get("turn_id"):
        return "failed", _begun(body, question), code
    if code == "turn_in_progress":
        return "in_progress", None, code
    return ("refused" if code in REFUSALS else "unknown"), None, code


def _begun(body: dict[str, Any], question: str) -> Seen:
    """The turn of an event or a problem that names it; only its partial answer is known."""
    return Seen(str(body["turn_id"]), int(body["turn_number"]), "running", question, str(body.get("partial", "")))


def _seen(body: dict[str, Any]) -> Seen:
    assert body["status"] in STATUSES, body
    return Seen(body["turn_id"], body["turn_number"], body["status"], body.get("question", ""), body["answer"])
