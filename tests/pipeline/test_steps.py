"""What each step reads and writes, as docs/extend.md says it, over turns on every way."""

import re
from collections.abc import AsyncIterator
from dataclasses import FrozenInstanceError, replace
from itertools import pairwise

import pytest

from askwell.engine import Engine
from askwell.pipeline.state import ACCUMULATING
from askwell.pipeline.steps import LINE
from askwell.settings import Settings
from tests.conftest import REPOSITORY
from tests.installed import write_assistant
from tests.pipeline.watching import FIELDS, Walks, watched

# The fixture takes in the documents of two assistants, which is work for two minutes on a busy machine.
pytestmark = pytest.mark.timeout(600)

PAGE = (REPOSITORY / "docs" / "extend.md").read_text(encoding="utf-8")
TALKS = {
    "policy": (
        "Hallo!",
        "Wanneer is een DPIA verplicht?",
        "Wie voert die uit?",
        "Korter graag.",
        "Waarom?",
        "Binnen hoeveel uur moet een datalek worden gemeld?",
        "Wat hadden we eerder besproken?",
        "Hoe bak ik een appeltaart?",
        "Hoeveel kost een brug van hout?",
        "Wat is pseudonimiserng?",
    ),
    "desk": ("What does a ticket cost?", "What does a return ticket cost?"),
    "tax": ("Quali sono le aliquote IVA?", "Che cos'è la cedolare secca?", "Quali sono le aliquote IVA?"),
    "childcare": ("Which board serves me?", "Which workforce board serves Tyler?", "More"),
}


def told() -> dict[str, tuple[set[str], set[str]]]:
    """Step to what the page says it reads and writes."""
    rows = re.findall(r"^\| `(\w+)` \|([^|]*)\|([^|]*)\|$", PAGE, re.MULTILINE)
    return {name: (set(read.split()), set(written.split())) for name, read, written in rows}


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """One event loop for the module, since one engine serves all its tests."""
    return "asyncio"


@pytest.fixture(scope="module")
async def walks(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Walks]:
    """What the steps did in two conversations, by words alone."""
    with watched() as walks:
        home = tmp_path_factory.mktemp("steps")
        desk = write_assistant(home / "assistants", "languages: [en]\ngolden: {file: golden.yaml}")
        pairs = '[{"questions": ["What does a ticket cost?"], "answer": "Two euros."}]'
        (home / "assistants" / "desk" / "golden.yaml").write_text(pairs)
        async with await Engine.open(Settings(home=home, embedder="none", assistants=desk)) as engine:
            for name, talk in TALKS.items():
                async for _ in engine.prepare(name):
                    pass
                session = await engine.create_session(name)
                for question in talk:
                    await engine.ask(question, session=session.id)
        yield walks


async def test_what_a_step_reads_and_writes_stands_on_the_page(walks: Walks) -> None:
    """S2-05: the table is a contract, and is checked by looking on."""
    read, written, page = walks.read(), walks.written(), told()
    assert set(page) == set(read) == {step.name for step in LINE}
    assert {name: fields - page[name][0] for name, fields in read.items() if fields - page[name][0]} == {}
    assert {name: fields - set(ACCUMULATING) for name, fields in written.items()} == {
        name: fields for name, (_, fields) in page.items()
    }


async def test_a_step_gets_the_whole_state_and_gives_back_what_it_changes(walks: Walks) -> None:
    """S2-02: from one step to the next, nothing differs but what the first one gave back."""
    compared = 0
    for before, after in pairwise(walks.made):
        if before.turn != after.turn:
            continue
        assert set(before.update) < FIELDS
        adding = {
            name: getattr(before.given, name) + before.update[name] for name in {*ACCUMULATING} & {*before.update}
        }
        expected = replace(before.given, **{**before.update, **adding})
        for name in FIELDS - {"decisions"}:
            assert getattr(after.given, name) == getattr(expected, name), (before.step, name)
        assert len(after.given.decisions) == len(expected.decisions)
        compared += 1
    assert compared > len(LINE)


async def test_no_step_can_change_the_state_in_place(walks: Walks) -> None:
    """S2-02: it is frozen."""
    with pytest.raises(FrozenInstanceError):
        walks.made[0].given.answer = "what"  # type: ignore[misc]
