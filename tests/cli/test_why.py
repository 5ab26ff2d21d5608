from dataclasses import replace

import pytest

from askwell.cli.why import why, wrap_lines
from askwell.types import Answer, Decision, Support, Usage

RESOLVED = Decision(
    "resolve",
    "follow_up",
    "pronoun *it* refers to *care* (turn 1)",
    score=0.87,
    took_ms=2.0,
    detail={
        "question": "Who pays for care?",
        "features": {"speaker": -0.43, "pronoun": 1.28, "no_noun": 1.93, "recent_share": 0.0},
        "antecedents": [{"expression": "it", "refers_to": "care", "turn": 1}],
        "by": "rules",
    },
)
DECISIONS = (
    Decision("screen", "go on", "language en"),
    Decision("recall", "2 turns", "window of 5", took_ms=0.4),
    RESOLVED,
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
    support=(Support(0, 5, 0.81, (1,)), Support(6, 9, 0.4, ())),
    took_ms=31.2,
)


def resolved(kind: str, reason: str = "", question: str = "Who pays?", **detail: object) -> Answer:
    """The answer with another resolution."""
    decision = Decision("resolve", kind, reason, score=0.9, detail={"question": question, **detail})
    return replace(ANSWER, decisions=(decision,))


def test_every_relevant_decision_is_explained() -> None:
    assert why(ANSWER, "Who pays for it?") == [
        "asked as “Who pays for care?” (a follow-up, .87)",
        "  pronoun “it” refers to “care” (turn 1)",
        "  for leaning on earlier turns: no noun +1.93 · a pronoun without what it stands for +1.28",
        "  for standing alone: says “I”, “we” or “you” -0.43",
        "looked back at 2 turns (window of 5)",
        "way: search, since no rule decided otherwise",
        "searched 2 wordings in childcare · 24 found · 20 ranked · 6 kept (6 of 20 candidates help) · "
        "packed 6 passages, 2 turns, 1,140 of 3,500 tokens",
        "  left out: 2 older turns over the budget",
        "written: answered, 2 sources cited",
        "support of 2 sentences: best .81, weakest .40",
        "31 ms (search 21 ms, grade 4 ms, resolve 2 ms), no model",
    ]


def test_the_same_turn_is_explained_in_dutch() -> None:
    decision = replace(RESOLVED, reason="voornaamwoord *het* verwijst naar *zorg* (beurt 1)")
    detail = {**RESOLVED.detail, "antecedents": [{"expression": "het", "refers_to": "zorg", "turn": 1}]}
    dutch = (replace(decision, detail=detail) if each is RESOLVED else each for each in DECISIONS)
    assert why(replace(ANSWER, language="nl", decisions=tuple(dutch)), "Wie betaalt het?") == [
        "gevraagd als “Who pays for care?” (een vervolgvraag, 0,87)",
        "  voornaamwoord “het” verwijst naar “zorg” (beurt 1)",
        "  voor leunen op eerdere beurten: geen zelfstandig naamwoord +1,93 · "
        "een voornaamwoord zonder waar het voor staat +1,28",
        "  voor op zichzelf staan: zegt “ik”, “wij” of “u” -0,43",
        "teruggekeken op 2 beurten (venster van 5)",
        "weg: zoeken, want geen regel besliste anders",
        "gezocht met 2 bewoordingen in childcare · 24 gevonden · 20 geordend · 6 gehouden "
        "(6 van 20 kandidaten helpen) · meegegeven 6 passages, 2 beurten, 1.140 van 3.500 tokens",
        "  weggelaten: 2 oudere beurten boven het budget",
        "geschreven: beantwoord, 2 bronnen genoemd",
        "steun van 2 zinnen: beste 0,81, zwakste 0,40",
        "31 ms (zoeken 21 ms, beoordelen 4 ms, begrijpen 2 ms), geen model",
    ]


def test_the_same_turn_is_explained_in_italian() -> None:
    lines = why(replace(ANSWER, language="it"), "Chi lo paga?")
    assert lines[0] == "chiesto come “Who pays for care?” (prosegue i turni precedenti, 0,87)"
    assert lines[5] == "via: cercare, perché nessuna regola ha deciso altrimenti"
    assert lines[-1] == "31 ms (cercare 21 ms, valutare 4 ms, capire 2 ms), nessun modello"


@pytest.mark.parametrize(
    ("kind", "reason", "head"),
    [
        ("standalone", "It is complete in itself", "asked as typed (complete in itself, .90)"),
        ("topic_switch", "Its subject is new", "asked as typed (a new subject, .90)"),
        ("meta", "It is about the conversation itself", "asked as typed (about the conversation, .90)"),
        ("clarification", "It answers our question", "asked as typed (an answer to what was asked back, .90)"),
    ],
)
def test_each_kind_is_shown_with_its_reason(kind: str, reason: str, head: str) -> None:
    assert why(resolved(kind, reason), "Who pays?")[:2] == [head, f"  {reason}"]


def test_features_for_a_complete_question_come_before_those_against_it() -> None:
    lines = why(resolved("standalone", features={"short": 1.1, "name_new": -1.2}), "Who pays?")
    assert lines[1:3] == [
        "  for standing alone: a name that was not said before -1.20",
        "  for leaning on earlier turns: only two or three words +1.10",
    ]


def test_a_feature_that_decides_alone_is_shown_without_a_sum() -> None:
    assert "  decided by: answers a question of ours" in why(
        resolved("clarification", features={"pending_question": 1.0}), "Who pays?"
    )


def test_a_feature_without_words_is_shown_by_its_name() -> None:
    lines = why(resolved("follow_up", features={"quite_new_feature": 0.5}), "Who pays?")
    assert "  for leaning on earlier turns: quite new feature +0.50" in lines


def test_a_referent_that_the_reason_lacks_gets_its_own_line() -> None:
    antecedents = [{"expression": "Why", "refers_to": "Who pays for care?", "turn": 2}]
    lines = why(resolved("follow_up", "it asks why about turn 2", antecedents=antecedents), "Why?")
    assert lines[2] == "  “Why” goes back to “Who pays for care?” (turn 2)"


def test_a_resolution_by_a_model_is_explained_in_the_language_of_the_conversation() -> None:
    by_model = resolved("follow_up", "qwen read it as follow up", by="qwen")
    assert why(replace(by_model, language="nl"), "En?")[:2] == [
        "gevraagd als “Who pays?” (een vervolgvraag, 0,90, door qwen)",
        "  qwen las het als vervolgvraag",
    ]
    vetoed = resolved("follow_up", "rules, since qwen was not used (drops_words): il pronome", by="rules")
    lines = why(replace(vetoed, language="it"), "E?")
    assert lines[1] == "  regole, perché qwen non è stato usato (toglie parole della domanda): il pronome"


def test_a_language_without_words_is_explained_in_english() -> None:
    assert why(replace(ANSWER, language="fr"), "Qui?") == why(ANSWER, "Qui?")


def test_an_assistant_that_does_not_resolve_says_so() -> None:
    bare = replace(ANSWER, decisions=(Decision("write", "answered", "none"),), support=())
    assert why(bare, "q") == [
        "asked as typed: the question was not looked at in its conversation",
        "written: answered, none",
        "31 ms, no model",
    ]


def test_a_message_without_words_is_explained_by_the_screen() -> None:
    screened = (Decision("screen", "decline", "the message holds no word to look for"),)
    lines = why(replace(ANSWER, decisions=screened), "???")
    assert "stopped at the start: the message holds no word to look for" in lines


def test_a_row_of_a_table_is_shown_before_what_was_packed() -> None:
    looked = (
        Decision("look_up", "1 row", "boards for Travis"),
        Decision("pack", "1 passage, 0 turns", "90 of 3,500 tokens"),
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
    assert "warnings: marks that pointed to no source were removed" in lines


def test_continuation_lines_keep_the_indent() -> None:
    assert wrap_lines(["way", "  one two three"], 14, "    ") == ["    way", "      one two\n      three"]


def test_each_tool_call_is_explained_once() -> None:
    called = Decision(
        "use_tools", "stock", '{"question": "Tomatoes?"}: 2 passages; no more calls, since 4 rounds are over'
    )
    decisions = (Decision("write", "use tools", "stock"), called, Decision("write", "answered", "1 source cited"))
    lines = why(replace(ANSWER, decisions=decisions, language="nl"), "Tomatoes?")
    assert lines[1:3] == [
        'stock aangeroepen met {"question": "Tomatoes?"}: 2 passages; geen aanroepen meer, want 4 rondes zijn voorbij',
        "geschreven: beantwoord, 1 bron genoemd",
    ]


def test_a_plugged_in_step_is_explained_in_its_own_words() -> None:
    vetoed = replace(
        ANSWER, decisions=(*DECISIONS, Decision("compliance-check", "veto", "It holds an account number."))
    )
    assert "compliance-check: veto, It holds an account number." in why(vetoed, "Who pays for it?")


def test_options_of_the_caller_are_no_plugged_in_step() -> None:
    options = replace(ANSWER, decisions=(*DECISIONS, Decision("options", "set", "as the caller asked")))
    assert why(options, "Who pays for it?") == why(ANSWER, "Who pays for it?")
