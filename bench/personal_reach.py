"""How much personal data reaches a model or the disk under `privacy: {store: pseudonym}`: `bench personal-reach`.

Each sentence of the two sets written by hand is asked in a conversation of its own, and then attached to another one
as a file with a question about it. A model over real HTTP keeps every prompt. Afterwards all prompts, the bytes of all
files and all columns, unpacked, are searched for the values, also with other marks between their characters. `leaked`
is the share of the characters of values that were found, `reached_prompt` and `reached_disk` count values.
"""

import asyncio
import re
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from askwell.engine import Engine
from askwell.settings import Settings
from bench.obeying import obeying_model
from bench.options import Options
from bench.report import Report, Row
from bench.written_personal import FORMED, SECOND, WRITTEN, Written, written

METRICS = ("values", "characters", "reached_prompt", "reached_disk", "leaked")
SHORTEST = 6
"""Letters and digits of a value that is looked for; a shorter one may be anywhere by chance."""
CHECKED = 20
"""Sentences that are also asked without a policy, to see that their values would be found."""
PEOPLE = frozenset({"PERSON"})
PLACES = frozenset({"ADDRESS", "DATE_OF_BIRTH"})

YAML = """
name: desk
title: Desk
languages: [nl, it]
resolve: {by: rules}
privacy:
  store: "%s"
"""


def run(options: Options) -> Report:
    """Rows of values with a form, of people, of addresses and dates of birth; and of the first without a policy."""
    files = [*sorted(WRITTEN.glob("*.jsonl")), *sorted(SECOND.glob("*.jsonl"))]
    every = [each for file in files for each in written(file)]
    drawn = every[:: max(1, len(every) // options.limit)] if options.limit else every
    rows: list[Row] = []
    for policy, items in (("pseudonym", drawn), ("off", drawn[:CHECKED])):
        prompts, disk = asyncio.run(reached(items, policy))
        for name, kinds in (("formed", FORMED), ("people", PEOPLE), ("addresses, births", PLACES)):
            if policy == "pseudonym" or name == "formed":
                row = measured(items, kinds, prompts, disk)
                rows.append({"system": f"askwell, {policy}", "set": name, "n": len(items), **row})
    return Report("personal-reach", METRICS, tuple(rows))


async def reached(items: Sequence[Written], policy: str) -> tuple[str, str]:
    """All that a model was sent and all that is on the disk, after each text was asked and attached."""
    with TemporaryDirectory() as name, obeying_model("") as model:
        folder = Path(name)
        (folder / "assistants" / "desk" / "knowledge").mkdir(parents=True)
        (folder / "assistants" / "desk" / "assistant.yaml").write_text(YAML % policy)
        settings = Settings(
            home=folder / "home",
            assistants=str(folder / "assistants"),
            embedder="none",
            model="obeying",
            model_url=model.url,
            max_attachments=1000,
        )
        async with await Engine.open(settings) as engine:
            for item in items:
                session = await engine.create_session("desk")
                await engine.ask(item.text, session=session.id)
                other = await engine.create_session("desk")
                await engine.attach(other.id, "note.md", item.text.encode())
                await engine.attachments.settled(other.id)
                await engine.ask("Waar gaat note.md over?", session=other.id)
            await engine.digested()
        return "\n".join(model.prompts), "\n".join(on_disk(folder))


def measured(items: Sequence[Written], kinds: frozenset[str], prompts: str, disk: str) -> dict[str, object]:
    """How many of the values of these kinds are in the prompts and on the disk."""
    values = {item.text[each.start : each.end] for item in items for each in item.gold if each.kind in kinds}
    known = [each for each in sorted(values) if len(bare(each)) >= SHORTEST]
    in_prompts, in_disk = _Haystack(prompts), _Haystack(disk)
    sent = {each for each in known if in_prompts.has(each)}
    stored = {each for each in known if in_disk.has(each)}
    characters = sum(map(len, known))
    return {
        "values": len(known),
        "characters": characters,
        "reached_prompt": len(sent),
        "reached_disk": len(stored),
        "leaked": round(sum(map(len, sent | stored)) / max(1, characters), 4),
    }


def bare(text: str) -> str:
    """The letters and digits of a text, in small letters."""
    return "".join(re.findall(r"[^\W_]", text.lower()))


class _Haystack:
    def __init__(self, text: str) -> None:
        self._text = text.lower()
        self._bare = bare(text)

    def has(self, value: str) -> bool:
        """Whether a value is in the text, in its spelling or with other marks between its characters."""
        if value.lower() in self._text:
            return True
        if bare(value) not in self._bare:
            return False
        spread = r"[ ./()-]{0,3}".join(map(re.escape, bare(value)))
        is_number = sum(map(str.isdigit, value)) >= SHORTEST
        return is_number and re.search(rf"(?<![^\W_]){spread}(?![^\W_])", self._text) is not None


def on_disk(folder: Path) -> Iterator[str]:
    """The bytes of every file below a folder, and every column of its databases, unpacked."""
    for file in folder.rglob("*"):
        if file.is_file():
            yield file.read_bytes().decode("utf-8", "replace")
    for file in folder.rglob("*.db"):
        with closing(sqlite3.connect(file)) as database:
            for (table,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                for row in database.execute(f'SELECT * FROM "{table}"'):  # noqa: S608  # a name of the schema
                    yield from map(_unpacked, row)


def _unpacked(value: object) -> str:
    if isinstance(value, bytes):
        with suppress(zlib.error):
            value = zlib.decompress(value)
        return bytes(value).decode("utf-8", "replace")
    return str(value)
