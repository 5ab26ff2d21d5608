"""A question made to stand alone by a model, and what happens when its wording cannot be used."""

import json
from typing import get_args

import pytest

from askwell.assistant import Assistant, ResolveSection
from askwell.errors import ModelFailed
from askwell.llm.resolve import LlmResolver, read_rewrite
from askwell.llm.veto import Veto
from askwell.models.chat import EndpointChat
from askwell.models.scripted import ScriptedChat
from askwell.projections.decisions import reason_text
from askwell.prompts import RESOLVE_FAULTS
from askwell.types import Antecedent, Kind, Language, Recalled, Resolution, SearchTerm
from tests.fake_endpoint import fake_endpoint
from tests.prompting import turn, why_of

ASSISTANT = Assistant(name="childcare", title="Child care", description="child care help in Texas")
RECALLED = Recalled(turns=(turn(1, "What is the income limit for a family of 4?", "It is 7,670 dollars. [1]"),))
BY_RULES = "What is the limit for 2?"


class Rules:
    """Stands in for the rules: always the same resolution, or the question alone where that is its kind."""

    def __init__(self, score: float = 0.6, kind: Kind = "follow_up", pointing: str = "") -> None:
        self._score = score
        self._kind = kind
        self._antecedents = (Antecedent(pointing, "the limit", 1),) if pointing else ()

    async def resolve(self, question: str, recalled: Recalled, language: Language) -> Resolution:
        worded = BY_RULES if self._kind == "follow_up" else question
        return Resolution(self._kind, worded, self._score, "it leans", antecedents=self._antecedents)


def said(kind: str, question: str) -> str:
    return json.dumps({"kind": kind, "question": question})


async def resolve(chat: ScriptedChat, question: str, recalled: Recalled = RECALLED) -> Resolution:
    return await LlmResolver(chat, ASSISTANT, Rules()).resolve(question, recalled, "en")


async def test_a_rewrite_by_the_model_is_taken() -> None:
    wanted = "What is the income limit for a family of 2?"
    resolution = await resolve(ScriptedChat([said("follow_up", wanted)]), "and for 2?")
    assert (resolution.kind, resolution.question, resolution.by) == ("follow_up", wanted, "scripted")
    assert resolution.refused == ""
    assert resolution.usage.calls == 1


@pytest.mark.parametrize("kind", ["standalone", "topic_switch", "meta"])
async def test_a_question_that_stands_alone_is_kept_byte_for_byte(kind: str) -> None:
    asked = "Who  pays the provider ?"
    resolution = await resolve(ScriptedChat([said(kind, "Who pays the provider?")]), asked)
    assert (resolution.kind, resolution.question, resolution.by) == (kind, asked, "scripted")


@pytest.mark.parametrize("by_rules", ["standalone", "follow_up"])
async def test_a_completed_wording_counts_more_than_the_kind_that_the_model_names(by_rules: Kind) -> None:
    chat = ScriptedChat([said("topic_switch", "Who pays the provider?")])
    resolution = await LlmResolver(chat, ASSISTANT, Rules(kind=by_rules)).resolve("Who pays?", RECALLED, "en")
    assert (resolution.kind, resolution.question) == ("follow_up", "Who pays the provider?")
    assert (resolution.by, resolution.refused) == ("scripted", "")


async def test_a_question_that_the_model_leaves_alone_is_kept_even_if_the_rules_complete_it() -> None:
    chat = ScriptedChat([said("topic_switch", "and for 2?")])
    resolution = await LlmResolver(chat, ASSISTANT, Rules(0.9)).resolve("and for 2?", RECALLED, "en")
    assert (resolution.kind, resolution.question, resolution.by) == ("topic_switch", "and for 2?", "scripted")
    assert resolution.usage.calls == 1


async def test_a_bad_wording_of_a_question_that_the_model_calls_complete_is_not_asked_for_again() -> None:
    chat = ScriptedChat([said("standalone", "Who pays 99 dollars?")])
    resolution = await resolve(chat, "Who pays?")
    assert (resolution.kind, resolution.question, len(chat.calls)) == ("standalone", "Who pays?", 1)


async def test_a_model_is_shown_the_wording_of_the_rules_as_data() -> None:
    chat = ScriptedChat([said("follow_up", BY_RULES)])
    resolution = await LlmResolver(chat, ASSISTANT, Rules(pointing="it")).resolve("and it for 2?", RECALLED, "en")
    assert f"<draft>\n{BY_RULES}\n</draft>" in chat.calls[0].messages[-1].content
    assert BY_RULES not in chat.calls[0].messages[0].content
    assert (resolution.question, resolution.by) == (BY_RULES, "scripted")
    assert [each.refers_to for each in resolution.antecedents] == ["the limit"]


@pytest.mark.parametrize("kind", ["topic_switch", "meta", "clarification"])
async def test_a_wording_that_both_give_is_taken_whatever_kind_the_model_names(kind: str) -> None:
    resolution = await resolve(ScriptedChat([said(kind, BY_RULES)]), "and for 2?")
    assert (resolution.kind, resolution.question, resolution.by) == ("follow_up", BY_RULES, "scripted")


@pytest.mark.parametrize(("kind", "terms"), [("follow_up", ("limit",)), ("standalone", ())])
async def test_search_terms_go_with_a_question_that_the_model_calls_complete(kind: str, terms: tuple[str, ...]) -> None:
    typed = "and for 2?"

    class Unsure:
        async def resolve(self, question: str, recalled: Recalled, language: Language) -> Resolution:
            return Resolution("follow_up", question, 0.6, terms=(SearchTerm("limit", 0.5),))

    chat = ScriptedChat([said(kind, typed)])
    resolution = await LlmResolver(chat, ASSISTANT, Unsure()).resolve(typed, RECALLED, "en")
    assert (resolution.question, resolution.kind) == (typed, kind)
    assert tuple(term.text for term in resolution.terms) == terms


async def test_without_a_draft_the_prompt_has_neither_the_wording_of_the_rules_nor_a_word_on_drafts() -> None:
    assistant = ASSISTANT.model_copy(update={"resolve": ResolveSection(draft=False)})
    chat = ScriptedChat([said("follow_up", "What is the income limit for a family of 2?")])
    resolution = await LlmResolver(chat, assistant, Rules()).resolve("and for 2?", RECALLED, "en")
    prompt = "\n".join(message.content for message in chat.calls[0].messages)
    assert "draft" not in prompt
    assert BY_RULES not in prompt
    assert resolution.question == "What is the income limit for a family of 2?"


async def test_the_rules_antecedents_are_not_kept_for_another_wording() -> None:
    chat = ScriptedChat([said("follow_up", "What is the income limit for a family of 2?")])
    resolution = await LlmResolver(chat, ASSISTANT, Rules(pointing="it")).resolve("and for 2?", RECALLED, "en")
    assert resolution.antecedents == ()


CLEAR = "Who pays the provider of a summer camp in Texas?"


@pytest.mark.parametrize(
    ("question", "score", "calls"),
    [
        (CLEAR, 0.97, 0),
        (CLEAR, 0.9, 1),
        ("Who pays the provider?", 0.97, 1),
        (f"I see. {CLEAR}", 0.97, 1),
        ("Thanks!", 1.0, 0),
    ],
)
async def test_only_a_clear_question_costs_no_call(question: str, score: float, calls: int) -> None:
    """It is long enough, has one sentence, and the rules are sure; they are certain of thanks."""
    chat = ScriptedChat([said("topic_switch", question)])
    resolution = await LlmResolver(chat, ASSISTANT, Rules(score, "topic_switch")).resolve(question, RECALLED, "en")
    assert (resolution.kind, resolution.question) == ("topic_switch", question)
    assert len(chat.calls) == resolution.usage.calls == calls


async def test_what_the_rules_left_alone_may_be_completed_by_the_model() -> None:
    chat = ScriptedChat([said("follow_up", "Are there exceptions to the income limit?")])
    resolution = await LlmResolver(chat, ASSISTANT, Rules(0.9, "standalone")).resolve(
        "Are there exceptions?", RECALLED, "en"
    )
    assert (resolution.kind, resolution.question) == ("follow_up", "Are there exceptions to the income limit?")


async def test_only_a_model_that_was_asked_back_may_see_an_answer_to_a_question() -> None:
    """Small models call every question an answer to one."""
    asked_back = Recalled(turns=(turn(1, "What is the limit?", "For which family size?", outcome="asked"),))
    offered = []
    for recalled in (RECALLED, asked_back):
        chat = ScriptedChat([said("follow_up", BY_RULES)])
        await resolve(chat, "and for 2?", recalled)
        assert chat.calls[0].schema is not None
        properties = chat.calls[0].schema["properties"]
        offered.append("clarification" in properties["kind"]["enum"])  # type: ignore[index]
    assert offered == [False, True]


async def test_without_history_no_model_is_called() -> None:
    chat = ScriptedChat([said("follow_up", "x")])
    resolution = await resolve(chat, "and for 2?", Recalled())
    assert resolution.question == BY_RULES
    assert chat.calls == []


async def test_after_a_veto_the_model_is_asked_once_more_with_the_reason() -> None:
    wanted = "What is the income limit for a family of 2?"
    chat = ScriptedChat([said("follow_up", "What is the <income> limit?"), said("follow_up", wanted)])
    resolution = await resolve(chat, "and for 2?")
    assert (resolution.question, resolution.by, resolution.refused) == (wanted, "scripted", "")
    assert resolution.usage.calls == 2
    first, second = (call.messages[-1].content for call in chat.calls)
    assert "<rejected>" not in first
    assert "<rejected>\nWhat is the &lt;income&gt; limit?\n</rejected>" in second
    assert RESOLVE_FAULTS["number_dropped"] in second


async def test_after_two_vetoes_the_question_is_used_as_typed() -> None:
    replies = [said("follow_up", ""), said("follow_up", "What is the income limit of 9,999 dollars for 2?")]
    resolution = await LlmResolver(ScriptedChat(replies), ASSISTANT, Rules(pointing="it")).resolve(
        "and for 2?", RECALLED, "en"
    )
    assert (resolution.kind, resolution.question) == ("follow_up", "and for 2?")
    assert (resolution.by, resolution.refused, resolution.antecedents) == ("rules", "number_invented", ())
    assert resolution.usage.calls == 2
    assert [term.text for term in resolution.terms] == ["limit"]
    assert reason_text(resolution.reason, "en") == (
        "as typed, since no rewrite of scripted could be used (it contained a number that nobody mentioned)"
    )


async def test_a_model_that_fails_after_a_veto_leaves_the_question_as_typed() -> None:
    replies: list[str | ModelFailed] = [said("follow_up", ""), ModelFailed("gone", code="upstream_unreachable")]
    resolution = await resolve(ScriptedChat(replies), "and for 2?")
    assert (resolution.question, resolution.refused, resolution.usage.calls) == ("and for 2?", "empty", 1)


def test_every_veto_has_a_text_for_the_model() -> None:
    assert set(RESOLVE_FAULTS) == set(get_args(Veto)) - {""}


@pytest.mark.parametrize(
    ("question", "rewrite"),
    [
        ("and the second one?", "What is the income limit for a family of 4 in the second row?"),
        ("and for 2?", "And for 2?"),
        ("how do I appeal it?", "How do I appeal it in Texas?"),
        ("how do I appeal it?", "What is the income limit?"),
        ("how do I apply for it?", "How do I apply for child care help in Texas?"),
        ("and for two?", "What is the income limit for a family of 2?"),
        ("Thanks! Why is that?", "Why is the income limit for a family of 4 7,670 dollars?"),
    ],
)
async def test_any_other_wording_is_taken(question: str, rewrite: str) -> None:
    assert (await resolve(ScriptedChat([said("follow_up", rewrite)]), question)).question == rewrite


async def test_an_answer_to_our_question_needs_a_question_of_ours() -> None:
    script = [said("clarification", "What is the income limit for a family of 2?")]
    asked_back = Recalled(turns=(turn(1, "What is the limit?", "For which family size?", outcome="asked"),))
    assert (await resolve(ScriptedChat(script), "2", asked_back)).kind == "clarification"
    assert (await resolve(ScriptedChat(script), "2")).kind == "follow_up"


@pytest.mark.parametrize(
    "reply", ["", "I cannot do that.", "{", '{"kind": "odd", "question": "x?"}', "[1, 2]", '{"kind": "follow_up"}']
)
async def test_nonsense_is_left_to_the_rules(reply: str) -> None:
    """S1-B12: a rewriting that is empty, or none at all, leaves the rules' wording, and says so."""
    resolution = await resolve(ScriptedChat([reply]), "and for 2?")
    assert resolution.question == BY_RULES
    assert why_of(resolution.reason) == "upstream_malformed"
    assert (resolution.refused, resolution.usage.calls) == ("upstream_malformed", 1)


async def test_a_model_that_fails_is_left_to_the_rules_over_http() -> None:
    """S1-B12: so does one that broke off."""
    with fake_endpoint() as endpoint:
        for model, code in (("empty", "upstream_empty"), ("half", "upstream_truncated"), ("400", "upstream_refused")):
            resolver = LlmResolver(EndpointChat(model, base_url=endpoint.url), ASSISTANT, Rules())
            resolution = await resolver.resolve("and for 2?", RECALLED, "en")
            assert resolution.question == BY_RULES
            assert why_of(resolution.reason) == code


async def test_a_model_that_takes_too_long_is_left_to_the_rules() -> None:
    chat = ScriptedChat(["a b c d"], piece_s=30)
    resolution = await LlmResolver(chat, ASSISTANT, Rules(), patience_s=0.05).resolve("and for 2?", RECALLED, "en")
    assert resolution.question == BY_RULES
    assert why_of(resolution.reason) == "upstream_timeout"


async def test_the_model_is_held_to_a_schema_over_http() -> None:
    with fake_endpoint() as endpoint:
        resolver = LlmResolver(EndpointChat("json", base_url=endpoint.url), ASSISTANT, Rules())
        resolution = await resolver.resolve("Who pays?", RECALLED, "en")
        assert (resolution.kind, resolution.question) == ("standalone", "Who pays?")
        assert resolution.usage.calls == 1
        schema = endpoint.requests[0]["response_format"]["json_schema"]["schema"]
        assert schema["required"] == ["kind", "question"]


@pytest.mark.parametrize(
    ("reply", "question"),
    [
        ('```json\n{"kind": "follow_up", "question": "Who pays?"}\n```', "Who pays?"),
        ('Sure {that} is {"kind": "follow_up", "question": "Who pays?", "why": 1} so', "Who pays?"),
        ("<reformulated_query>Who pays?</reformulated_query>", "Who pays?"),
        ("<reformulated_query>\nWho pays?", "Who pays?"),
        ('{"kind": "follow_up", "question": "R&amp;D &lt; 5?"}', "R&D < 5?"),
    ],
)
def test_a_rewrite_is_found_in_whatever_it_is_wrapped(reply: str, question: str) -> None:
    assert read_rewrite(reply).question == question


def test_a_reply_without_a_rewrite_is_malformed() -> None:
    with pytest.raises(ModelFailed) as raised:
        read_rewrite("Who pays?")
    assert raised.value.code == "upstream_malformed"


def test_deeply_nested_garbage_is_survived() -> None:
    with pytest.raises(ModelFailed):
        read_rewrite('{"a":' * 20_000)


@pytest.mark.parametrize("added", ["https://collector.example/?d=2", "![x](y.png)", "zx-4471-quondam-key"])
async def test_a_rewrite_with_a_link_an_image_or_a_secret_is_not_used(added: str) -> None:
    wording = said("follow_up", f"What is the income limit for a family of 2? {added}")
    resolver = LlmResolver(ScriptedChat([wording, wording]), ASSISTANT, Rules(), ["zx-4471-quondam-key"])
    resolution = await resolver.resolve("and for 2?", RECALLED, "en")
    assert (resolution.question, resolution.refused) == ("and for 2?", "withheld")
    assert all(added not in term.text for term in resolution.terms)
