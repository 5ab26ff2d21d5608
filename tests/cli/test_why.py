from dataclasses import replace

from askwell.cli.why import why
from askwell.types import Answer, Antecedent, Decision, Resolution, Support, Usage

DECISIONS = (
    Decision("screen", "go on", "language en"),
    Decision("recall", "2 turns", "window of 5", took_ms=0.4),
    Decision("resolve", "follow_up", "the pronoun “it”", score=0.87, took_ms=2.0),
    Decision("route", "search", "no rule decided otherwise"),
    Decision("search", "24 found", "2 wordings in childcare", took_ms=21.0),
    Decision("rank", "20 ranked", "by fused score; 4 said the same as a better one"),
    Decision("grade", "6 kept", "6 of 20 candidates help", score=0.9, took_ms=4.0),
    Decision(
        "pack", "6 passages, 2 turns", "1,140 of 3,500 tokens", detail={"dropped": ["2 older turns over the budget"]}
    ),
    Decision("write", "answered", "2 sources cited", took_ms=1.0),
)

ANSWER = Answer(
    answer="Parents pay. [1]",
    sources=(),
    standalone_question="Who pays for care?",
    kind="follow_up",
    way="search",
    ending="answered",
    turn_number=3,
    session_id="s",
    turn_id="t",
    language="en",
    decisions=DECISIONS,
    resolution=Resolution(
        "follow_up",
        "Who pays for care?",
        score=0.87,
        reason="the pronoun “it”",
        features={"entity_overlap": -0.4, "pronoun": 1.2},
        antecedents=(Antecedent("it", "care", 1),),
    ),
    support=(Support(0, 5, 0.81, (1,)), Support(6, 9, 0.4, ())),
    took_ms=31.2,
)


def test_every_decision_that_matters_is_told_in_words() -> None:
    assert why(ANSWER, "Who pays for it?") == [
        "asked as “Who pays for care?” (a follow-up, .87): the pronoun “it”",
        "  “it” is care, turn 1",
        "  features: pronoun +1.2, entity overlap -0.4",
        "way: search, since no rule decided otherwise",
        "searched 2 wordings in childcare · 24 found · 20 ranked · 6 kept (6 of 20 candidates help) · "
        "packed 6 passages, 2 turns, 1,140 of 3,500 tokens",
        "  left out: 2 older turns over the budget",
        "support of 2 sentences: best .81, weakest .40",
        "31 ms (search 21 ms, grade 4 ms, resolve 2 ms), no model",
    ]


def test_a_question_taken_as_typed_says_so() -> None:
    typed = replace(ANSWER, resolution=Resolution("topic_switch", "Who pays?", reason="complete"))
    assert why(typed, "Who pays?")[0] == "asked as typed (a new subject, .87): the pronoun “it”"


def test_an_assistant_that_does_not_resolve_says_so() -> None:
    bare = replace(ANSWER, resolution=None, decisions=(Decision("write", "answered", "none"),), support=())
    assert why(bare, "q") == ["asked as typed: the question was not looked at in its conversation", "31 ms, no model"]


def test_a_second_search_has_a_line_of_its_own() -> None:
    again = (Decision("search", "0 found", "a"), Decision("grade", "0 kept", "b"), Decision("search", "3 found", "c"))
    told = why(replace(ANSWER, decisions=again), "q")
    assert "searched a · 0 found · 0 kept (b)" in told
    assert "searched c · 3 found" in told


def test_a_model_is_named_with_its_tokens() -> None:
    written = replace(ANSWER, model="qwen", usage=Usage(900, 120, 2), decisions=())
    assert why(written, "q")[-1] == "31 ms, model qwen, 900 tokens in, 120 out"


def test_a_stopped_answer_and_its_warnings_are_told() -> None:
    told = why(replace(ANSWER, status="stopped", warnings=("marks_removed",)), "q")
    assert "ended as stopped" in told
    assert "warnings: marks_removed" in told
