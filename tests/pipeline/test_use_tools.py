"""A writer that calls tools: what it may, what it gets, and what becomes of whatever goes wrong."""

import asyncio
import html
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from askwell.engine import LOCAL
from askwell.errors import BadInput, ModelFailed, StorageFailed
from askwell.events import Packed, ToolUsed
from askwell.models.scripted import Line
from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.projections import choice_and_reason
from askwell.settings import Settings
from askwell.tools.calling import function_tool
from askwell.types import Message, ToolCall, ToolContext, ToolResult
from tests.prompting import unkeyed
from tests.tooling import COST, KNOWLEDGE, Word, ask, call, let_write, results, runtime, saying, used

SEARCH = f"{{use: [{KNOWLEDGE}]}}"
SKI_RENTAL = "What does ski rental cost a day?"


def echo(word: str, _: ToolContext) -> ToolResult:
    return ToolResult(f"You said {word}.")


async def test_s2_11_what_a_tool_finds_is_cited_beside_what_was_packed(settings: Settings, tmp_path: Path) -> None:
    """S2-04: sources add up over the rounds, each document once."""
    async with runtime(settings, tmp_path, SEARCH) as engine:
        model = let_write(
            engine,
            [
                call(KNOWLEDGE, query=SKI_RENTAL),
                call(KNOWLEDGE, query="When is the Alpine pass valid?"),
                "It costs 90 euros. [1] Skis cost 30 euros. [2] It is valid from December. [1]",
            ],
        )
        answer = await ask(engine, COST)
    assert [source.document for source in answer.sources] == ["pass.md", "skis.md"]
    assert [source.number for source in answer.sources] == [1, 2]
    assert answer.answer.endswith("[1]")
    assert [each.params["tool"] for each in used(answer)] == [KNOWLEDGE, KNOWLEDGE]
    assert "Ski rental costs 30 euros" in results(model.calls[1].messages)[0]
    assert answer.outcome == "answered"
    assert answer.usage.calls == 3


async def test_s2_b7_sources_of_a_turn_do_not_get_into_the_next(settings: Settings, tmp_path: Path) -> None:
    """S2-B7: what tools found lives in the state of one turn, whatever the graph is reused for."""
    async with runtime(settings, tmp_path, SEARCH) as engine:
        session = await engine.create_session("desk")
        let_write(engine, [call(KNOWLEDGE, query=SKI_RENTAL), "Skis cost 30 euros. [2]"])
        first = await ask(engine, COST, session.id)
        model = let_write(engine, ["The pass costs 90 euros. [1] Skis. [2]"])
        second = await ask(engine, COST, session.id)
        stored = await engine.store.turns.get(LOCAL, session.id, 2)
    assert [source.document for source in first.sources] == ["skis.md"]
    assert [source.document for source in second.sources] == ["pass.md"]
    assert second.sources[0].number == 2, "a new source gets the next number of the conversation"
    assert not results(model.calls[0].messages)
    assert used(second) == []
    assert "marks_removed" in second.warnings
    assert stored.sources == second.sources


async def test_s2_b2_a_model_that_never_stops_calling_is_asked_to_answer(settings: Settings, tmp_path: Path) -> None:
    async with runtime(settings, tmp_path, "{use: [echo], rounds: 3}", others={"echo": saying("echo", echo)}) as engine:
        turns = 0

        def script(messages: Sequence[Message]) -> Line:
            nonlocal turns
            turns += 1
            return call("echo", word=f"word {turns}") if turns <= 3 else "It costs 90 euros. [1]"

        model = let_write(engine, script)
        answer = await ask(engine, COST)
    assert [bool(each.tools) for each in model.calls] == [True, True, True, False]
    assert answer.answer == "It costs 90 euros. [1]"
    assert choice_and_reason(used(answer)[-1], "en")[1].endswith("the limit of 3 rounds is reached")
    last = model.calls[-1].messages
    assert not results(last)
    told = "Tool results:\n- echo: You said word 1.\n- echo: You said word 2.\n- echo: You said word 3."
    assert told in last[-1].content


async def test_s0_17_results_of_tools_can_stand_in_a_prompt(settings: Settings, tmp_path: Path) -> None:
    async with runtime(settings, tmp_path, "{use: [echo], rounds: 1}", others={"echo": saying("echo", echo)}) as engine:
        model = let_write(engine, [call("echo", word="hello"), "It costs 90 euros. [1]"])
        await ask(engine, COST)
    told = "<tool_results>\nTool results:\n- echo: You said hello.\n</tool_results>"
    assert told in unkeyed(model.calls[1].messages[-1].content)


async def test_a_model_that_calls_even_what_it_was_not_given_fails_after_its_rounds(
    settings: Settings, tmp_path: Path
) -> None:
    async with runtime(settings, tmp_path, "{use: [echo], rounds: 2}", others={"echo": saying("echo", echo)}) as engine:
        model = let_write(engine, lambda messages: call("echo", word=str(len(messages))))
        with pytest.raises(ModelFailed) as failure:
            await ask(engine, COST)
    assert failure.value.code == "upstream_empty"
    assert len(model.calls) == 3


async def test_a_call_that_cannot_be_run_is_an_answer_to_the_model(settings: Settings, tmp_path: Path) -> None:
    broken = (
        (ToolCall("1", "drop_tables"), "There is no tool named 'drop_tables'. There are: echo."),
        (ToolCall("2", "echo", unread='{"word": '), "The arguments are no JSON object: '{\"word\": '."),
        (ToolCall("3", "echo", {}), "`word`: Field required"),
        (ToolCall("4", "echo", {"word": ["a"]}), "`word`: Input should be a valid string"),
        (ToolCall("5", "echo", {"word": "a", "session": "s"}), "`session`: Extra inputs are not permitted"),
    )
    async with runtime(settings, tmp_path, "{use: [echo]}", others={"echo": saying("echo", echo)}) as engine:
        model = let_write(engine, [tuple(made for made, _ in broken), "It costs 90 euros. [1]"])
        answer = await ask(engine, COST)
    told = [html.unescape(each) for each in results(model.calls[1].messages)]
    assert [each for each, (_, why) in zip(told, broken, strict=True) if why not in each] == []
    assert [each.detail["ok"] for each in used(answer)] == [False] * 5
    assert answer.outcome == "answered"


async def test_where_nothing_was_found_a_tool_may_find_it(settings: Settings, tmp_path: Path) -> None:
    """Where no passage helps, the model is not shown what comes nearest, and may search in other words."""
    async with runtime(settings, tmp_path, SEARCH) as engine:
        model = let_write(engine, _search_then_cite)
        answer = await ask(engine, "Which colour do penguins like?")
    assert "<passage" not in model.calls[0].messages[-1].content
    assert answer.outcome == "answered"
    assert [source.document for source in answer.sources] == ["skis.md"]


async def test_the_same_call_again_is_answered_from_the_first_result(settings: Settings, tmp_path: Path) -> None:
    said: list[str] = []

    def remember(word: str, _: ToolContext) -> ToolResult:
        said.append(word)
        return ToolResult(f"{word}, said {len(said)} times")

    async with runtime(settings, tmp_path, "{use: [echo]}", others={"echo": saying("echo", remember)}) as engine:
        twice = (*call("echo", number=1, word="a"), *call("echo", number=2, word="a"))
        model = let_write(engine, [twice, call("echo", word="a"), "It costs 90 euros. [1]"])
        answer = await ask(engine, COST)
    assert said == ["a"]
    first, other = results(model.calls[1].messages)
    assert "a, said 1 times" in first
    assert "twice at once" in other
    again = "You called this before with the same arguments; this is what it gave. a, said 1 times"
    assert again in model.calls[2].messages[-1].content
    assert not model.calls[2].tools, "a model that only repeats itself is asked to answer"
    assert choice_and_reason(used(answer)[-1], "en")[1].endswith("the model repeated the same calls")


async def test_a_tool_that_hangs_or_breaks_does_not_break_the_turn(settings: Settings, tmp_path: Path) -> None:
    async def break_down(arguments: Word, context: ToolContext) -> ToolResult:
        match arguments.word:
            case "hang":
                await asyncio.Event().wait()
            case "refuse":
                raise BadInput("That word is bad", hint="Take another.")
            case "store":
                raise StorageFailed("The disk of db.internal refused", hint="Restart db.internal.")
            case "cancel":
                raise asyncio.CancelledError
            case "nothing":
                return None  # type: ignore[return-value]
        raise RuntimeError("a secret of the inside")

    tool = function_tool("echo", "Breaks.", Word, break_down)
    words = ("hang", "refuse", "store", "cancel", "nothing", "crash")
    async with runtime(settings, tmp_path, "{use: [echo], timeout_s: 0.05}", others={"echo": tool}) as engine:
        calls = tuple(ToolCall(f"c{number}", "echo", {"word": word}) for number, word in enumerate(words))
        model = let_write(engine, [calls, "It costs 90 euros. [1]"])
        answer = await ask(engine, COST)
    told = [each.split("\n")[1] for each in results(model.calls[1].messages)]
    assert told == [
        "It took longer than 0.05 s and was stopped.",
        "That word is bad. Take another.",
        "It failed.",
        "It failed.",
        "It failed.",
        "It failed.",
    ]
    assert [each.detail["ok"] for each in used(answer)] == [False] * 6
    assert answer.outcome == "answered"


async def test_the_time_for_all_calls_of_a_turn_is_bounded(settings: Settings, tmp_path: Path) -> None:
    async def hang(arguments: Word, context: ToolContext) -> ToolResult:
        await asyncio.Event().wait()
        raise AssertionError

    tool = function_tool("echo", "Hangs.", Word, hang)
    use = "{use: [echo], rounds: 8, timeout_s: 60, total_s: 0.05}"
    async with runtime(settings, tmp_path, use, others={"echo": tool}) as engine:
        model = let_write(engine, [call("echo", word="a"), "It costs 90 euros. [1]"])
        answer = await ask(engine, COST)
    assert [bool(each.tools) for each in model.calls] == [True, False]
    assert choice_and_reason(used(answer)[0], "en")[1].endswith("the time limit of 0.05 s for tools is reached")


async def test_calls_of_one_round_beyond_the_most_are_left_out(settings: Settings, tmp_path: Path) -> None:
    async with runtime(settings, tmp_path, "{use: [echo]}", others={"echo": saying("echo", echo)}) as engine:
        calls = tuple(ToolCall(f"c{number}", "echo", {"word": str(number)}) for number in range(50))
        model = let_write(engine, [calls, "It costs 90 euros. [1]"])
        answer = await ask(engine, COST)
    assert len(used(answer)) == len(results(model.calls[1].messages)) == 6
    assert answer.warnings == ("calls_left_out",)


async def test_long_results_are_cut_to_the_budget_of_tools(settings: Settings, tmp_path: Path) -> None:
    def flood(word: str, _: ToolContext) -> ToolResult:
        return ToolResult(f"{word} and so on " * 5000)

    use = "{use: [echo], budget_tokens: 200}"
    async with runtime(settings, tmp_path, use, others={"echo": saying("echo", flood)}) as engine:
        session = await engine.create_session("desk")
        model = let_write(engine, [call("echo", word="a"), "It costs 90 euros. [1]"])
        answer = await ask(engine, COST, session.id)
        turn = await engine.store.turns.by_id(LOCAL, answer.turn_id)
    ledger = turn.ledger
    assert ledger is not None
    assert sum(ledger.tokens.values()) <= ledger.budget
    assert "[cut: no room for more]" in model.calls[1].messages[-1].content
    assert not model.calls[1].tools
    assert choice_and_reason(used(answer)[0], "en")[1].endswith("there is no room for more results")


async def test_every_call_is_an_event_and_a_decision(settings: Settings, tmp_path: Path) -> None:
    async with runtime(settings, tmp_path, SEARCH) as engine:
        let_write(engine, [call(KNOWLEDGE, query=SKI_RENTAL), "Skis cost 30 euros. [2]"])
        events = [event async for event in engine.stream(COST, assistant="desk")]
    (told,) = [event for event in events if isinstance(event, ToolUsed)]
    assert (told.tool, told.arguments, told.ok) == (KNOWLEDGE, f'{{"query": "{SKI_RENTAL}"}}', True)
    packed = [event for event in events if isinstance(event, Packed)]
    assert [{each.document_name for each in event.passages} for event in packed] == [
        {"pass.md"},
        {"pass.md", "skis.md"},
    ]


async def test_what_was_written_before_a_call_stays_told(settings: Settings, tmp_path: Path) -> None:
    async with runtime(settings, tmp_path, SEARCH) as engine:
        let_write(
            engine,
            [
                ("It costs 90 euros. [1] Let me look further.", *call(KNOWLEDGE, query=SKI_RENTAL)),
                "Skis cost 30 euros. [2]",
            ],
        )
        answer = await ask(engine, COST)
    assert answer.answer == "It costs 90 euros. [1] Let me look further.\n\nSkis cost 30 euros. [2]"
    assert [source.number for source in answer.sources] == [1, 2]


async def test_s2_03_the_state_of_a_turn_holds_what_its_steps_hand_on(settings: Settings, tmp_path: Path) -> None:
    seen: list[TurnState] = []

    async def look(state: TurnState, runtime: TurnRuntime) -> Update:
        seen.append(state)
        return {}

    more = "steps: [{use: look, before: remember}]\n"
    async with runtime(settings, tmp_path, SEARCH, steps={"look": look}, more=more) as engine:
        session = await engine.create_session("desk")
        let_write(engine, [call(KNOWLEDGE, query=SKI_RENTAL), "Skis cost 30 euros. [2]"])
        answer = await ask(engine, COST, session.id)
    (state,) = seen
    assert state.brief is not None
    theirs = {
        "message": (state.asked, COST),
        "session_id": (state.begun.turn.session_id, session.id),
        "user_context": (state.principal, LOCAL),
        "use_memory": (state.options.use_memory, True),
        "session": (state.recalled.turns, ()),
        "messages": (len(state.brief.rounds[0].answers), 1),
        "retrieved_sources": ({each.document_name for each in state.brief.passages}, {"pass.md", "skis.md"}),
        "assistant_text": (state.answer, answer.answer),
        "exchange_id": (state.begun.turn.id, answer.turn_id),
        "unique_sources": (state.sources, answer.sources),
        "source_ids": ([each.document for each in state.sources], ["skis.md"]),
        "response": (state.outcome, answer.outcome),
        "tool_rounds": (len(state.brief.rounds), 1),
    }
    assert {name: ours for name, (ours, _) in theirs.items()} == {name: its for name, (_, its) in theirs.items()}


async def test_without_the_section_a_model_is_given_no_tools(settings: Settings, tmp_path: Path) -> None:
    async with runtime(settings, tmp_path, "") as engine:
        model = let_write(engine, ["It costs 90 euros. [1]"])
        answer = await ask(engine, COST)
    assert model.calls[0].tools == ()
    assert "tool" not in model.calls[0].messages[0].content
    assert used(answer) == []


async def test_a_refusal_is_written_without_tools(settings: Settings, tmp_path: Path) -> None:
    more = 'scope: {by: rules, about: mountains, threshold: 100, foreign: ["Who won the match?"]}\n'
    async with runtime(settings, tmp_path, SEARCH, more=more) as engine:
        model = let_write(engine, ["That is not about mountains."])
        answer = await ask(engine, "Who won the match?")
    assert answer.outcome == "declined"
    assert model.calls[0].tools == ()


async def test_s2_04_a_search_that_brings_what_is_there_says_where_it_stands(
    settings: Settings, tmp_path: Path
) -> None:
    async with runtime(settings, tmp_path, SEARCH) as engine:
        model = let_write(engine, [call(KNOWLEDGE, query=COST), "It costs 90 euros. [1]"])
        answer = await ask(engine, COST)
    assert "Shown already: [1]." in results(model.calls[1].messages)[0]
    assert "90 euros" not in results(model.calls[1].messages)[0]
    assert len(answer.sources) == 1


def _search_then_cite(messages: Sequence[Message]) -> Line:
    told = results(tuple(messages))
    if not told:
        return call(KNOWLEDGE, query=SKI_RENTAL)
    label = re.findall(r'<passage label="(\d+)"', told[0])[0]
    return f"Skis cost 30 euros. [{label}]"
