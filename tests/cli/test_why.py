from dataclasses import replace
from typing import Any

import pytest

from askwell.cli.why import why, wrap_lines
from askwell.types import (
    Answer,
    Antecedent,
    Decision,
    Kind,
    Ledger,
    Reason,
    Resolution,
    Support,
    Usage,
    Why,
    as_param,
    decided,
)

RESOLVED = Resolution(
    "follow_up",
    "Who pays for care?",
    0.87,
    Reason("resolve.pronoun", {"expression": "it", "x": "care", "turn": 1}),
    features={"speaker": -0.43, "pronoun": 1.28, "no_noun": 1.93, "recent_share": 0.0},
    antecedents=(Antecedent("it", "care", 1),),
)
UNDERSTOOD = decided("resolve.understood", {"kind": "follow_up", "reason": as_param(RESOLVED.reason)}, score=0.87)
LEFT_OUT = {"code": "pack.turns_over", "params": {"turns": 2}}
SEARCHED = {"found": 24, "wordings": 2, "collections": ["childcare"], "searched": ["Who pays for care?", "who pays?"]}
DECISIONS = (
    decided("screen.language", {"language": "en"}),
    replace(decided("recall.window", {"turns": 2, "window": 5}), took_ms=0.4),
    replace(UNDERSTOOD, took_ms=2.0),
    decided("route.otherwise", {"way": "search"}),
    replace(decided("search.found", SEARCHED), took_ms=21.0),
    decided("rank.by_score", {"ranked": 20, "dropped": 4}),
    replace(decided("grade.kept", {"kept": 6, "helping": 6, "graded": 20}, score=0.9), took_ms=4.0),
    decided("pack.packed", {"passages": 6, "turns": 2, "used": 1140, "budget": 3500, "dropped": [LEFT_OUT]}),
    replace(decided("write.cited", {"ending": "answered", "sources": 2}), took_ms=1.0),
)
STORED_BEFORE = (
    Decision("screen", "go on", "language en"),
    Decision("recall", "2 turns", "window of 5"),
    Decision("resolve", "follow_up", "a pronoun", 0.87, 2.0),
    Decision("route", "search", "no rule decided otherwise"),
    Decision("search", "24 found", "2 wordings in childcare", took_ms=21.0),
    Decision("rank", "20 ranked", "by fused score; 4 said the same as a better one"),
    Decision("grade", "6 kept", "6 of 20 candidates help", score=0.9, took_ms=4.0),
    Decision(
        "pack", "6 passages, 2 turns", "1,140 of 3,500 tokens", detail={"dropped": ["2 older turns over the budget"]}
    ),
    Decision("use_tools", "stock", "{}: an answer"),
    Decision("write", "use tools", "stock"),
    Decision("write", "answered", "2 sources cited", took_ms=1.0),
)
"""Decisions as they were stored before they had codes."""

ANSWER = Answer(
    answer="Parents pay. [1]",
    sources=(),
    standalone_question="Who pays for care?",
    kind="follow_up",
    route="search",
    outcome="answered",
    turn_number=3,
    session_id="s",
    turn_id="t",
    language="en",
    decisions=DECISIONS,
    resolution=RESOLVED,
    support=(Support(0, 5, 0.81, (1,)), Support(6, 9, 0.4, ())),
    took_ms=31.2,
)


def resolved(kind: Kind, reason: Why = "", question: str = "Who pays?", **fields: Any) -> Answer:
    """The answer with another resolution."""
    resolution = Resolution(kind, question, 0.9, reason, **fields)
    decision = decided("resolve.understood", {"kind": kind, "reason": as_param(reason)})
    return replace(ANSWER, decisions=(decision,), resolution=resolution)


def test_every_relevant_decision_is_explained() -> None:
    assert why(ANSWER, "Who pays for it?") == [
        "asked as “Who pays for care?” (a follow-up, .87)",
        "  pronoun “it” refers to “care” (turn 1)",
        "  evidence for a follow-up: no noun +1.93 · a pronoun without its antecedent +1.28",
        "  evidence for a standalone question: contains “I”, “we” or “you” -0.43",
        "looked back at 2 turns (window of 5)",
        "route: search, because no rule decided otherwise",
        "searched 2 wordings in childcare: “Who pays for care?”, “who pays?” · 24 found · 20 ranked · "
        "6 kept (6 of 20 candidates help) · "
        "packed 6 passages, 2 turns, 1,140 of 3,500 tokens",
        "  left out: 2 older turns over the budget",
        "written: answered, 2 sources cited",
        "support of 2 sentences: best .81, weakest .40",
        "31 ms (search 21 ms, grade 4 ms, resolve 2 ms), no model",
    ]


def test_the_same_turn_is_explained_in_dutch() -> None:
    reason = Reason("resolve.pronoun", {"expression": "het", "x": "zorg", "turn": 1})
    dutch = replace(RESOLVED, reason=reason, antecedents=(Antecedent("het", "zorg", 1),))
    assert why(replace(ANSWER, language="nl", resolution=dutch), "Wie betaalt het?") == [
        "gevraagd als “Who pays for care?” (een vervolgvraag, 0,87)",
        "  voornaamwoord “het” verwijst naar “zorg” (beurt 1)",
        "  aanwijzingen voor een vervolgvraag: geen zelfstandig naamwoord +1,93 · "
        "een voornaamwoord zonder waar het voor staat +1,28",
        "  aanwijzingen voor een zelfstandige vraag: zegt “ik”, “wij” of “u” -0,43",
        "teruggekeken op 2 beurten (venster van 5)",
        "route: zoeken, want geen regel besliste anders",
        "gezocht met 2 bewoordingen in childcare: “Who pays for care?”, “who pays?” · 24 gevonden · 20 geordend · "
        "6 gehouden "
        "(6 van 20 kandidaten helpen) · meegegeven 6 passages, 2 beurten, 1.140 van 3.500 tokens",
        "  weggelaten: 2 oudere beurten boven het budget",
        "geschreven: beantwoord, 2 bronnen genoemd",
        "steun van 2 zinnen: beste 0,81, zwakste 0,40",
        "31 ms (zoeken 21 ms, beoordelen 4 ms, begrijpen 2 ms), geen model",
    ]


def test_the_same_turn_is_explained_in_italian() -> None:
    lines = why(replace(ANSWER, language="it"), "Chi lo paga?")
    assert lines[0] == "chiesto come “Who pays for care?” (prosegue i turni precedenti, 0,87)"
    assert lines[5] == "percorso: cercare, perché nessuna regola ha deciso altrimenti"
    assert lines[-1] == "31 ms (cercare 21 ms, valutare 4 ms, capire 2 ms), nessun modello"


@pytest.mark.parametrize(
    ("language", "explained"),
    [
        (
            "en",
            [
                "  tokens: passages of the documents 1,034, last turns 97, question 9",
                "  context: the documents 91%, the conversation 9%",
                "  quality 0.83 of 1: "
                "the share of the question's words that the context has, times the share of it that fitted",
            ],
        ),
        (
            "nl",
            [
                "  tokens: passages uit de documenten 1.034, laatste beurten 97, vraag 9",
                "  context: de documenten 91%, het gesprek 9%",
                "  kwaliteit 0,83 van 1: "
                "welk deel van de woorden van de vraag de context heeft, maal welk deel van de context paste",
            ],
        ),
        (
            "it",
            [
                "  token: passaggi dei documenti 1.034, ultimi turni 97, domanda 9",
                "  contesto: i documenti 91%, la conversazione 9%",
                "  qualità 0,83 su 1: "
                "la quota di parole della domanda che il contesto ha, per la quota del contesto che è entrata",
            ],
        ),
    ],
)
def test_the_contents_of_the_prompt_follow_what_was_packed(language: str, explained: list[str]) -> None:
    ledger = Ledger("pure_kb", 3500, {"question": 9, "history": 97, "passages": 1034}, quality=0.834)
    lines = why(replace(ANSWER, language=language, ledger=ledger), "Who pays for it?")
    packed = next(at for at, line in enumerate(lines) if "3,500" in line or "3.500" in line)
    assert lines[packed + 2 : packed + 5] == explained


def test_a_turn_without_a_context_has_no_origins_and_no_quality() -> None:
    lines = why(replace(ANSWER, ledger=Ledger("chat", 3500, {"question": 9})), "Who pays for it?")
    assert "  tokens: question 9" in lines
    assert not [line for line in lines if line.startswith(("  context", "  quality"))]


@pytest.mark.parametrize(
    ("kind", "reason", "head"),
    [
        ("standalone", "It is complete on its own", "asked as typed (complete on its own, .90)"),
        ("topic_switch", "Its subject is new", "asked as typed (a new subject, .90)"),
        ("meta", "It is about the conversation itself", "asked as typed (about the conversation, .90)"),
        ("clarification", "It answers our question", "asked as typed (a reply to the assistant's question, .90)"),
    ],
)
def test_each_kind_is_shown_with_its_reason(kind: Kind, reason: str, head: str) -> None:
    assert why(resolved(kind, reason), "Who pays?")[:2] == [head, f"  {reason}"]


def test_features_for_a_complete_question_come_before_those_against_it() -> None:
    lines = why(resolved("standalone", features={"short": 1.1, "name_new": -1.2}), "Who pays?")
    assert lines[1:3] == [
        "  evidence for a standalone question: a name that was not mentioned before -1.20",
        "  evidence for a follow-up: only two or three words +1.10",
    ]


def test_a_feature_that_decides_alone_is_shown_without_a_sum() -> None:
    assert "  decided by: answers the assistant's question" in why(
        resolved("clarification", features={"pending_question": 1.0}), "Who pays?"
    )


def test_a_feature_without_words_is_shown_by_its_name() -> None:
    lines = why(resolved("follow_up", features={"quite_new_feature": 0.5}), "Who pays?")
    assert "  evidence for a follow-up: quite new feature +0.50" in lines


def test_a_referent_that_the_reason_lacks_gets_its_own_line() -> None:
    params = {"expression": "Why", "x": "Who pays for care?", "turn": 2}
    antecedents = (Antecedent("Why", "Who pays for care?", 2),)
    lines = why(resolved("follow_up", Reason("resolve.why", params), antecedents=antecedents), "Why?")
    assert lines[2] == "  “Why” refers to “Who pays for care?” (turn 2)"


def test_a_resolution_by_a_model_is_explained_in_the_language_of_the_conversation() -> None:
    by_model = resolved("follow_up", Reason("resolve.by_model", {"model": "qwen", "kind": "follow_up"}), by="qwen")
    assert why(replace(by_model, language="nl"), "En?")[:2] == [
        "gevraagd als “Who pays?” (een vervolgvraag, 0,90, door qwen)",
        "  qwen las het als vervolgvraag",
    ]
    params = {"model": "qwen", "why": "number_dropped"}
    vetoed = resolved("follow_up", Reason("resolve.as_typed", params), by="rules")
    lines = why(replace(vetoed, language="it"), "E?")
    assert lines[1] == "  come scritta, perché nessuna riformulazione di qwen era utilizzabile (toglieva un numero)"


def test_a_language_without_words_is_explained_in_english() -> None:
    assert why(replace(ANSWER, language="fr"), "Qui?") == why(ANSWER, "Qui?")


def test_an_assistant_that_does_not_resolve_says_so() -> None:
    bare = replace(ANSWER, decisions=(Decision("write", "answered", "none"),), support=(), resolution=None)
    assert why(bare, "q") == [
        "asked as typed: the question was not resolved in its conversation",
        "written: answered, none",
        "31 ms, no model",
    ]


def test_a_message_without_words_is_explained_by_the_screen() -> None:
    screened = (decided("screen.wordless"),)
    lines = why(replace(ANSWER, decisions=screened), "???")
    assert "stopped at the first step: the message contains no words to search for" in lines


def test_a_row_of_a_table_is_shown_before_what_was_packed() -> None:
    looked = (
        decided("look_up.rows", {"rows": 1, "table": "boards", "matched": ["Travis"]}),
        decided("pack.packed", {"passages": 1, "turns": 0, "used": 90, "budget": 3500, "dropped": []}),
    )
    lines = why(replace(ANSWER, decisions=looked), "q")
    assert "looked up 1 row: boards for Travis · packed 1 passage, 0 turns, 90 of 3,500 tokens" in lines


def test_a_second_search_has_a_line_of_its_own() -> None:
    again = (Decision("search", "0 found", "a"), Decision("grade", "0 kept", "b"), Decision("search", "3 found", "c"))
    lines = why(replace(ANSWER, decisions=again), "q")
    assert "searched a · 0 found · 0 kept (b)" in lines
    assert "searched c · 3 found" in lines


def test_a_model_is_named_with_its_tokens() -> None:
    written = replace(ANSWER, model="qwen", usage=Usage(900, 120, 2), decisions=())
    assert why(written, "q")[-1] == "31 ms, model qwen, 900 tokens in, 120 out"


def test_a_stopped_answer_is_explained_with_its_warnings() -> None:
    lines = why(replace(ANSWER, status="stopped", warnings=("marks_removed",)), "q")
    assert "ended as stopped" in lines
    assert "warnings: marks without a source were removed" in lines


def test_continuation_lines_keep_the_indent() -> None:
    assert wrap_lines(["way", "  one two three"], 14, "    ") == ["    way", "      one two\n      three"]


def test_each_tool_call_is_explained_once() -> None:
    params = {"tool": "stock", "arguments": '{"question": "Tomatoes?"}'}
    given = as_param(Reason("use_tools.passages", {"passages": 2}))
    called = decided(
        "use_tools.stopped", {**params, "given": given, "stop": as_param(Reason("use_tools.rounds", {"rounds": 4}))}
    )
    written = decided("write.cited", {"ending": "answered", "sources": 1})
    decisions = (decided("write.tools", {"tools": ["stock"]}), called, written)
    lines = why(replace(ANSWER, decisions=decisions, resolution=None, language="nl"), "Tomatoes?")
    assert lines[1:3] == [
        'stock aangeroepen met {"question": "Tomatoes?"}: 2 passages; geen aanroepen meer, want 4 rondes zijn voorbij',
        "geschreven: beantwoord, 1 bron genoemd",
    ]


def test_a_plugged_in_step_is_explained_in_its_own_words() -> None:
    vetoed = replace(
        ANSWER, decisions=(*DECISIONS, Decision("compliance-check", "veto", "It holds an account number."))
    )
    assert "compliance-check: veto, It holds an account number." in why(vetoed, "Who pays for it?")


def test_a_turn_stored_before_there_were_codes_is_shown_in_its_own_words() -> None:
    lines = why(replace(ANSWER, decisions=STORED_BEFORE, language="nl"), "Who pays for it?")
    assert "teruggekeken op 2 turns (window of 5)" in lines
    assert "route: zoeken, want no rule decided otherwise" in lines
    assert "  weggelaten: 2 older turns over the budget" in lines
    assert "stock aangeroepen met {}: an answer" in lines
    assert "geschreven: beantwoord, 2 sources cited" in lines
