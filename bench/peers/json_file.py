"""One JSON file a session, read and rewritten for every message."""

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.peers.talk import answer, question


class JsonFile:
    """The file store that tutorials show: no lock, no fsync."""

    name = "json-file"

    async def open(self, folder: Path) -> None:
        self._folder = folder

    async def turn(self, session: str, number: int) -> str:
        said = answer(number)
        await asyncio.to_thread(self._add, session, "user", question(number))
        await asyncio.to_thread(self._add, session, "assistant", said)
        return said

    async def settle(self) -> None:
        pass

    async def close(self) -> None:
        pass

    def _add(self, session: str, role: str, content: str) -> None:
        file = self._folder / f"{session}.json"
        held: dict[str, Any] = {"id": session}
        if file.exists():
            held = json.loads(file.read_text(encoding="utf-8"))
        held.setdefault("messages", []).append(
            {"role": role, "content": content, "timestamp": datetime.now(UTC).isoformat()}
        )
        file.write_text(json.dumps(held, indent=2), encoding="utf-8")
