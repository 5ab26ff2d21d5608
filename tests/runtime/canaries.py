"""A person with a word of their own in every place that holds texts, and the search for these words in raw bytes."""

import asyncio
import secrets
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from askwell.engine import Engine
from askwell.knowledge.refresh import folder_name
from askwell.runtime.run import Run
from askwell.types import Principal, SearchQuery, attached_collection
from tests.alpine import COST, let_write, until_it_writes

CARRIERS = (
    "title", "question", "answer", "comment", "summary", "filename", "file", "removed", "partial", "key", "session",
    "apikey",
)  # fmt: skip


@dataclass
class Person:
    """Somebody with data in every place."""

    principal: Principal
    words: dict[str, str] = field(
        default_factory=lambda: {each: f"zq{each}{secrets.token_hex(6)}" for each in CARRIERS}
    )
    """Place to a word that is nowhere else; without upper case, as an index has it."""
    running: Run | None = None
    key: str = ""

    @property
    def session(self) -> str:
        """The id of the conversation."""
        return f"talk-{self.words['session']}"

    async def fill(self, engine: Engine) -> None:
        """Talk, rate, edit memory, attach files and remove one, create a key, and leave a turn running."""
        who, words, session = self.principal, self.words, self.session
        _, self.key = await engine.access.keys.create(who, ["ask", "memory"], name=words["apikey"])
        await engine.create_session(principal=who, session_id=session, title=f"About {words['title']}")
        await engine.attach(session, f"{words['filename']}.md", text_of(words["file"]), principal=who)
        await engine.attach(session, "second.md", text_of(words["removed"]), principal=who)
        await engine.attachments.settled(session, principal=who)
        await search(engine, session, words["removed"])
        await engine.attachments.remove(session, 2, principal=who)
        let_write(engine, [f"It costs 90 euros, says {words['answer']}. [1]"])
        await engine.ask(f"{COST} Asks {words['question']}.", session=session, principal=who, key=words["key"])
        await engine.digested()
        await engine.give_feedback(session, 1, 1, f"Good, {words['comment']}", principal=who)
        await (await engine.memory_of(session, principal=who)).word_summary(f"{words['summary']} asked about a pass")
        await search(engine, session, words["file"])
        let_write(engine, [f"It costs {words['partial']} " + "and more " * 5_000], piece_s=0.01)
        self.running = await engine.start(COST, session=session, principal=who)
        await until_it_writes(self.running)
        while words["partial"] not in (await engine.store.turns.page(who, session))[-1].answer:  # noqa: ASYNC110
            await asyncio.sleep(0.05)

    def held(self, folders: Sequence[Path]) -> dict[str, list[str]]:
        """Place to the files whose bytes have its word; `index` for the index of the files, whose terms are packed."""
        contents = [
            (path.name, path.read_bytes().lower()) for folder in folders for path in folder.rglob("*") if path.is_file()
        ]
        found = {
            place: [name for name, data in contents if word.encode() in data] for place, word in self.words.items()
        }
        name = folder_name("local", attached_collection(self.session))
        found["index"] = [str(path) for folder in folders for path in (folder / "index" / name).glob("*")]
        return {place: files for place, files in found.items() if files}


def text_of(word: str) -> bytes:
    return f"# Letter\n\nThe letter of {word} says that the shed is green.\n".encode()


async def search(engine: Engine, session: str, word: str) -> list[str]:
    """The texts of passages with a word, in the files of a conversation and elsewhere."""
    names = (attached_collection(session), "documents")
    found = await engine.knowledge.search(SearchQuery((word,), names))
    return [each.chunk.text for each in found if word in each.chunk.text]


async def readable(engine: Engine, person: Person) -> set[str]:
    """The places whose word can be read by any way of reading, by the person or by anybody with an id."""
    who, words = person.principal, person.words
    texts: list[str] = ["".join([piece async for piece in engine.export_subject(who)])]
    for place in ("file", "removed"):
        texts += await search(engine, person.session, words[place])
    for text in (words["question"], words["title"], ""):
        texts += [str(each) for each in await engine.store.sessions.page(who, search=text)]
    texts += [str(each) for each in await engine.access.keys.all()]
    return {place for place, word in words.items() if any(word in text for text in texts)}


def rows(home: Path) -> str:
    """All rows of the SQLite file, as text."""
    with closing(sqlite3.connect(home / "askwell.db")) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return "\n".join(str(row) for name in tables for row in database.execute(f'SELECT * FROM "{name}"'))
