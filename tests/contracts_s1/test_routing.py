"""The shop's promises on routing and rewriting, over its own goods, tables and documents."""

import pytest

from askwell.engine import LOCAL, Engine
from askwell.projections import choice_and_reason
from askwell.types import Answer, Decision

PHONE = "Samsung Galaxy S24 Ultra"
ONE = f"How much is the {PHONE}?"
TWO = f"How much are the {PHONE} and the Google Pixel 8?"
UNDER_500 = "Which phones do you have under $500?"


@pytest.mark.parametrize(
    ("question", "way", "said"),
    [
        (f"How many of the {PHONE} are in stock, and what do they cost?", "stock", f"{PHONE} 256 GB: 42 in stock. [1]"),
        (f"Is the {PHONE} cheaper at other shops?", "prices", "Voltmoor asks $1199.99"),
        ("Where is my order ORD-10012?", "orders", "Order ORD-10012 is shipped. [1]"),
    ],
)
async def test_words_of_a_tool_decide_before_words_of_goods(engine: Engine, question: str, way: str, said: str) -> None:
    """S1-10: a question with words of both goes to the tool's table."""
    answer = await engine.ask(question, assistant="shop")
    assert (answer.route, answer.outcome) == (way, "answered")
    assert answer.answer.startswith(said)


async def test_words_of_goods_lead_to_what_is_known_of_them(engine: Engine) -> None:
    """S1-11: no tool's word: a product's name leads to the list of products, a policy's word to the documents."""
    named = await engine.ask(ONE, assistant="shop")
    assert (named.route, choice_and_reason(_step(named, "route"), "en")[1]) == ("products", f"it names {PHONE.lower()}")
    assert [source.document for source in named.sources] == ["products.csv"]
    promised = await engine.ask("How long is the return period?", assistant="shop")
    assert (promised.route, choice_and_reason(_step(promised, "route"), "en")[1]) == ("search", "keyword 'return'")
    assert "returns.md" in [source.document for source in promised.sources]


async def test_a_follow_up_on_goods_leads_to_what_is_known_of_them(engine: Engine) -> None:
    """S1-12: the question as typed holds no word of goods; resolved, it does."""
    alone = await engine.ask("Tell me more about it", assistant="shop")
    assert (alone.kind, alone.route) == ("standalone", "search")
    _, second = await _talk(engine, ONE, "Tell me more about it")
    assert (second.kind, second.route) == ("follow_up", "products")
    assert f"The {PHONE} 256 GB by Samsung was released in 2024." in second.answer


@pytest.mark.parametrize("message", ["Thanks!", "Hello", "Who are you?"])
async def test_what_asks_for_nothing_is_answered_directly(engine: Engine, message: str) -> None:
    """S1-13: neither tool, nor goods, nor a follow-up: nothing is searched, also after a turn on goods."""
    for answer in (await engine.ask(message, assistant="shop"), (await _talk(engine, ONE, message))[-1]):
        assert (answer.route, answer.outcome, answer.sources) == ("chat", "chat", ())
        assert "search" not in [decision.step for decision in answer.decisions]


@pytest.mark.parametrize(
    ("first", "question", "resolved", "way"),
    [
        (ONE, "What does that cost?", f"What does the {PHONE} cost?", "products"),
        (ONE, "Does this have a camera?", f"Does the {PHONE} have a camera?", "products"),
        (ONE, "How much does it weigh?", f"How much does the {PHONE} weigh?", "products"),
        (TWO, "Do they come in black?", f"Do the {PHONE} and the Google Pixel 8 come in black?", "products"),
        (TWO, "Which of them is lighter?", f"Which is lighter, the {PHONE} or the Google Pixel 8?", "products"),
        (TWO, "Are those in stock?", f"Are the {PHONE} and the Google Pixel 8 in stock?", "stock"),
        (TWO, "What do these cost?", f"What do the {PHONE} and the Google Pixel 8 cost?", "products"),
        (
            "Tell me about the Sony WH-1000XM5.",
            "Does the one in silver cost more?",
            "Does the Sony WH-1000XM5 in silver cost more?",
            "products",
        ),
        (ONE, "Is the price the same elsewhere?", f"Is the price of the {PHONE} the same elsewhere?", "prices"),
        (TWO, "Which one is lighter?", f"Which one is lighter, the {PHONE} or the Google Pixel 8?", "products"),
    ],
)
async def test_words_that_point_back_are_replaced_by_what_they_point_to(
    engine: Engine, first: str, question: str, resolved: str, way: str
) -> None:
    """S1-14: that, this, it, they, them, those, these, the one, the same, which one."""
    await _understood(engine, first, question, resolved, way)


@pytest.mark.parametrize(
    ("first", "question", "resolved", "way"),
    [
        (ONE, "Tell me more", f"Tell me more about the {PHONE}", "products"),
        (ONE, "More about the camera", f"More about the camera of the {PHONE}?", "products"),
        (ONE, "What about the battery?", f"What about the battery of the {PHONE}?", "products"),
        (ONE, "How about the screen?", f"How about the screen of the {PHONE}?", "products"),
        (ONE, "How does it charge?", f"How does the {PHONE} charge?", "search"),
        (TWO, "How do they compare?", f"How do the {PHONE} and the Google Pixel 8 compare?", "products"),
        (TWO, "Can you compare them?", f"Can you compare the {PHONE} and the Google Pixel 8?", "products"),
        (
            TWO,
            "What's the difference between them?",
            f"What's the difference between the {PHONE} and the Google Pixel 8?",
            "products",
        ),
        (ONE, "Is it better than the Google Pixel 8?", f"Is the {PHONE} better than the Google Pixel 8?", "products"),
        (ONE, "Any other colors?", f"Any other colors of the {PHONE}?", "products"),
        (ONE, "Do you have anything similar to it?", f"Do you have anything similar to the {PHONE}?", "search"),
        (ONE, "Do you have something like that?", f"Do you have something like the {PHONE}?", "search"),
        (ONE, "Another option?", f"Another option besides the {PHONE}?", "search"),
    ],
)
async def test_phrases_that_follow_up_are_completed(
    engine: Engine, first: str, question: str, resolved: str, way: str
) -> None:
    """S1-15: the listed phrases, after a turn on one or two goods."""
    await _understood(engine, first, question, resolved, way)


@pytest.mark.parametrize("question", ["Tell me more about it", "What about the battery?", "Which one has a camera?"])
async def test_without_history_nothing_is_a_follow_up(engine: Engine, question: str) -> None:
    """S1-16: the first question of a session stands alone, whatever it says."""
    (answer,) = await _talk(engine, question)
    assert (answer.kind, answer.standalone_question) == ("standalone", question)


async def test_the_rewriting_names_the_product(engine: Engine) -> None:
    """S1-17: "tell me more about that one" names the Samsung Galaxy S24 Ultra."""
    answers = await _talk(engine, ONE, "Tell me more about that one")
    assert answers[-1].standalone_question == f"Tell me more about the {PHONE}"


async def test_only_a_follow_up_is_rewritten_and_before_the_search(engine: Engine) -> None:
    """S1-18: a complete question keeps its wording; resolve stands before route and search."""
    complete = "How large is the screen of the Google Pixel 8?"
    _, second, third, fourth = await _talk(engine, ONE, complete, "And what is its price?", "How does it charge?")
    assert second.standalone_question == complete
    assert third.standalone_question == "What is the Google Pixel 8's price?"
    assert third.answer.startswith("The Google Pixel 8 128 GB costs $699.00. [1]")
    steps = [decision.step for decision in fourth.decisions]
    assert steps.index("resolve") < steps.index("route") < steps.index("search")


async def test_the_rewriting_is_in_the_record_and_is_searched(engine: Engine) -> None:
    """S1-19: stored with the turn, and the first wording of the search."""
    _, answer = await _talk(engine, ONE, "How does it charge?")
    stored = await engine.store.turns.get(LOCAL, answer.session_id or "", 2)
    assert stored.standalone_question == answer.standalone_question == f"How does the {PHONE} charge?"
    assert _step(answer, "search").detail["wordings"] == [answer.standalone_question, "How does it charge?"]


@pytest.mark.parametrize("question", ["Which items come with a kit?", "Is it going to rain today?"])
async def test_letters_within_words_and_an_it_for_nothing_point_to_no_goods(engine: Engine, question: str) -> None:
    """S1-B1."""
    _, answer = await _talk(engine, ONE, question)
    assert (answer.kind, answer.standalone_question) == ("topic_switch", question)


@pytest.mark.parametrize(
    ("first", "question", "said"),
    [
        (UNDER_500, "And the cheaper one?", "The Samsung Galaxy A35 5G 128 GB costs the least, $399.99. [1]"),
        (UNDER_500, "Show me the second option", "The Apple iPhone SE (3rd generation) 64 GB costs $429.00. [1]"),
        (ONE, "How much storage?", f"The {PHONE} 256 GB has 256 GB of storage. [1]"),
    ],
)
async def test_the_commonest_follow_ups_are_answered(engine: Engine, first: str, question: str, said: str) -> None:
    """S1-B2."""
    _, answer = await _talk(engine, first, question)
    assert (answer.kind, answer.route) == ("follow_up", "products")
    assert answer.answer.startswith(said)


@pytest.mark.parametrize(
    ("question", "resolved"),
    [
        ("What about Samsung phones under that price?", "What about Samsung phones under $1299.99?"),
        ("Compare it with the Google Pixel 8", f"Compare the {PHONE} with the Google Pixel 8"),
    ],
)
async def test_no_word_of_goods_or_of_a_tool_keeps_a_follow_up_from_being_resolved(
    engine: Engine, question: str, resolved: str
) -> None:
    """S1-B3."""
    await _understood(engine, ONE, question, resolved, "products")


async def test_a_follow_up_on_goods_survives_two_turns_of_talk(engine: Engine) -> None:
    """S1-B4."""
    answer = (await _talk(engine, ONE, "Thanks!", "Great.", "Is it in stock?"))[-1]
    assert (answer.standalone_question, answer.route) == (f"Is the {PHONE} in stock?", "stock")


async def _understood(engine: Engine, first: str, question: str, resolved: str, way: str) -> None:
    """Ask a follow-up after another question; it must be resolved to these words and routed by them."""
    _, answer = await _talk(engine, first, question)
    assert (answer.kind, answer.standalone_question, answer.route) == ("follow_up", resolved, way)


async def _talk(engine: Engine, *questions: str) -> list[Answer]:
    session = await engine.create_session("shop")
    return [await engine.ask(question, session=session.id) for question in questions]


def _step(answer: Answer, step: str) -> Decision:
    return next(decision for decision in answer.decisions if decision.step == step)
