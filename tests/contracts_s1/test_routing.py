"""The shop's promises on routing and rewriting, over the engine with real documents and a real store."""

from collections.abc import AsyncIterator

import pytest

from askwell.engine import LOCAL, Engine
from askwell.settings import Settings
from askwell.types import Answer, Decision
from tests.contracts_s1.kit import write_shop

FIRST = "What is the price of the Samsung Galaxy S24 Ultra?"


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """One event loop for the module, since one engine serves all its tests."""
    return "asyncio"


@pytest.fixture(scope="module")
async def engine(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Engine]:
    home = tmp_path_factory.mktemp("shop")
    settings = Settings(home=home / "home", embedder="none", assistants=str(write_shop(home)))
    async with await Engine.open(settings) as opened:
        async for _ in opened.prepare("goods"):
            pass
        yield opened


async def test_words_of_a_tool_decide_before_words_of_goods(engine: Engine) -> None:
    """S1-10: a question with words of both goes to the table."""
    answer = await engine.ask("What are the opening hours of the branch in Waco, and the price?", assistant="goods")
    assert (answer.way, answer.ending) == ("branches", "answered")
    assert answer.answer == "The branch in Waco is open 10 to 4. [1]"


async def test_words_of_goods_lead_to_a_search(engine: Engine) -> None:
    """S1-11: no tool's word, a product's word."""
    answer = await engine.ask(FIRST, assistant="goods")
    assert (answer.way, _step(answer, "route").reason) == ("search", "keyword 'galaxy'")
    assert answer.sources[0].document == "galaxy.md"


async def test_a_follow_up_on_goods_leads_to_a_search(engine: Engine) -> None:
    """S1-12: the raw question holds no word of goods; resolved, it does."""
    _, second = await _talk(engine, FIRST, "Tell me more about it")
    assert second.kind == "follow_up"
    assert second.way == "search"
    assert second.sources[0].document == "galaxy.md"


async def test_anything_else_is_answered_directly(engine: Engine) -> None:
    """S1-13: neither tool, nor goods, nor a follow-up."""
    answer = await engine.ask("Do you like poems?", assistant="goods")
    assert (answer.way, answer.ending) == ("chat", "chat")


@pytest.mark.parametrize(
    "question",
    [
        "What does that cost?",
        "Does this have a camera?",
        "How long does it last?",
        "Do they come in black?",
        "How much are them?",
        "Are those new?",
        "What do these cost?",
        "Is the one in black?",
        "Is the camera the same?",
        "Which one has a camera?",
    ],
)
async def test_words_that_point_back_make_a_follow_up(engine: Engine, question: str) -> None:
    """S1-14: that, this, it, they, them, those, these, the one, the same, which one."""
    answers = await _talk(engine, "What is the price of the Samsung Galaxy S24 Ultra and the Google Pixel 8?", question)
    assert answers[-1].kind == "follow_up"


@pytest.mark.parametrize(
    "question",
    [
        "Tell me more",
        "More about the camera",
        "What about the battery?",
        "How about the camera?",
        "How does it charge?",
        "How do they compare?",
        "Can you compare?",
        "What's the difference?",
        "Is it better?",
        "Any other?",
        "Anything similar to this?",
        "Something like that?",
        "Another option?",
    ],
)
async def test_phrases_that_follow_up_make_a_follow_up(engine: Engine, question: str) -> None:
    """S1-15: the listed phrases, after a turn on two goods."""
    answers = await _talk(engine, "What is the price of the Samsung Galaxy S24 Ultra and the Google Pixel 8?", question)
    assert answers[-1].kind == "follow_up"


@pytest.mark.parametrize("question", ["Tell me more about it", "What about the battery?", "Which one has a camera?"])
async def test_without_history_nothing_is_a_follow_up(engine: Engine, question: str) -> None:
    """S1-16: the first question of a session stands alone, whatever it says."""
    (answer,) = await _talk(engine, question)
    assert (answer.kind, answer.standalone_question) == ("standalone", question)


async def test_the_rewriting_names_the_product(engine: Engine) -> None:
    """S1-17: "tell me more about that one" names the Samsung Galaxy S24 Ultra."""
    answers = await _talk(engine, FIRST, "Tell me more about that one")
    assert "Samsung Galaxy S24 Ultra" in answers[-1].standalone_question


async def test_only_a_follow_up_is_rewritten_and_before_the_search(engine: Engine) -> None:
    """S1-18: a complete question keeps its wording; resolve stands before route and search."""
    _, complete, leaning = await _talk(
        engine, FIRST, "What is the battery of the Google Pixel 8?", "And what is its price?"
    )
    assert complete.standalone_question == "What is the battery of the Google Pixel 8?"
    assert "Google Pixel 8" in leaning.standalone_question
    steps = [decision.step for decision in leaning.decisions]
    assert steps.index("resolve") < steps.index("route") < steps.index("search")


async def test_the_rewriting_is_in_the_record_and_is_searched(engine: Engine) -> None:
    """S1-19: stored with the turn, and the first wording of the search."""
    _, answer = await _talk(engine, FIRST, "Tell me more about it")
    stored = await engine.store.turns.get(LOCAL, answer.session_id or "", 2)
    assert stored.standalone_question == answer.standalone_question != stored.question
    assert _step(answer, "search").detail["wordings"] == [answer.standalone_question, stored.question]


async def _talk(engine: Engine, *questions: str) -> list[Answer]:
    session = await engine.create_session("goods")
    return [await engine.ask(question, session=session.id) for question in questions]


def _step(answer: Answer, step: str) -> Decision:
    return next(decision for decision in answer.decisions if decision.step == step)
