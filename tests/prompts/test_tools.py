"""The prompts of a writer that calls tools."""

from dataclasses import replace

from inline_snapshot import snapshot

from askwell.llm.write import LlmWriter
from askwell.models.scripted import ScriptedChat
from askwell.prompts import ANSWER_RULE, DATA_RULE, HISTORY_RULE, KEY_RULE, TOOLS
from askwell.types import Message, ToolAnswer, ToolCall, ToolRound, ToolSpec
from tests.llm.test_write import ASSISTANT
from tests.prompting import BRIEF, passage

STOCK = ToolSpec("stock", "Says how many there are.", {"type": "object"})
FOUND = passage("There are <9> lamps.", name="stock.csv", title="Stock")
ROUNDS = (
    ToolRound(
        (
            ToolAnswer(ToolCall("c1", "stock", {"thing": "lamp"}), "Shown already: [1].", (FOUND,), (3,)),
            ToolAnswer(ToolCall("c2", 'st"ock', {}), "There is no tool named 'st\"ock'.\n- stock: none", ok=False),
        ),
        text="Let me look.",
    ),
)
ASKED = replace(BRIEF, passages=(*BRIEF.passages, FOUND), labels=(1, 2, 3), packed=2, tools=(STOCK,), rounds=ROUNDS)


def prompt(tools: tuple[ToolSpec, ...]) -> list[Message]:
    return LlmWriter(ScriptedChat([]), ASSISTANT).messages(replace(ASKED, tools=tools))


def test_calls_and_what_they_gave_follow_on_the_question() -> None:
    system, *_, question, called, found, failed = prompt((STOCK,))
    assert system.content == "\n\n".join(("Answer kindly.", ANSWER_RULE, TOOLS, DATA_RULE, KEY_RULE, HISTORY_RULE))
    assert "lamps" not in question.content
    assert (called.role, called.content, [each.name for each in called.calls]) == (
        "assistant",
        "Let me look.",
        ["stock", 'st"ock'],
    )
    assert [(each.role, each.call_id) for each in (found, failed)] == [("tool", "c1"), ("tool", "c2")]
    assert found.content == snapshot("""\
<passage label="3" origin="collection" trust="normal" title="Stock" 5f3a9c>
There are <9> lamps.
</passage 5f3a9c>
<tool_result tool="stock" 5f3a9c>
Shown already: [1].
</tool_result 5f3a9c>\
""")
    assert failed.content == snapshot("""\
<tool_result tool="st&quot;ock" 5f3a9c>
There is no tool named 'st"ock'.
- stock: none
</tool_result 5f3a9c>\
""")


def test_a_writer_that_may_call_no_more_reads_what_was_found_beside_the_other_passages() -> None:
    """S0-17: "Tool results:", a line a call."""
    messages = prompt(())
    assert {each.role for each in messages} == {"system", "user", "assistant"}
    assert not any(each.calls for each in messages)
    assert "tool" not in messages[0].content
    instructions, _, rule = messages[-1].content.partition("\n\nAnswer in English")
    assert rule.startswith(", from the passages alone.")
    assert instructions == snapshot("""\
<passage label="1" origin="collection" trust="normal" title="Income" heading="Limits / Table" 5f3a9c>
The limit for a family of 2 is 5,216 dollars. It is set by the state.
</passage 5f3a9c>
<passage label="2" origin="collection" trust="normal" title="How providers are paid" 5f3a9c>
The board pays the provider.
</passage 5f3a9c>
<passage label="3" origin="collection" trust="normal" title="Stock" 5f3a9c>
There are <9> lamps.
</passage 5f3a9c>

<tool_results 5f3a9c>
Tool results:
- stock: passages [3] Shown already: [1].
- st"ock: There is no tool named 'st"ock'. - stock: none
</tool_results 5f3a9c>

Note: Limited sources found. Acknowledge gaps if needed.

<question 5f3a9c>
What is the limit for a family of 2?
</question 5f3a9c>

<as_typed 5f3a9c>
and for 2?
</as_typed 5f3a9c>\
""")
