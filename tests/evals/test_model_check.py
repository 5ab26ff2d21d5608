"""A model is checked with built-in follow-ups."""

import json
from collections import Counter
from collections.abc import Sequence

import pytest

from askwell.errors import ModelFailed
from askwell.evals.model_check import ABOUT, cases, check_model
from askwell.llm.resolve import resolver_without_draft
from askwell.models.scripted import Line, ScriptedChat
from askwell.types import Message


def replying(worded: dict[str, str], kind: str = "follow_up") -> ScriptedChat:
    """A model that words these questions like this, and repeats all others."""

    def reply(messages: Sequence[Message]) -> Line:
        asked = messages[-1].content.partition("<current_query>\n")[2].partition("\n</current_query>")[0]
        return json.dumps({"kind": kind, "question": worded.get(asked, asked)})

    return ScriptedChat(reply)


async def verdicts(chat: ScriptedChat) -> dict[str, str]:
    return {each.case.question: each.verdict async for each in check_model(resolver_without_draft(chat, ABOUT))}


def test_there_are_twenty_cases_in_three_languages() -> None:
    assert len(cases()) == len({case.question for case in cases()}) == 20
    assert Counter(case.language for case in cases()) == {"en": 12, "nl": 4, "it": 4}
    assert sum(not case.wanted for case in cases()) == 4


@pytest.mark.parametrize("kind", ["follow_up", "standalone"])
async def test_a_model_that_copies_resolves_only_what_is_complete(kind: str) -> None:
    assert Counter((await verdicts(replying({}, kind))).values()) == {"copied": 16, "resolved": 4}


RIGHT = {
    "and for a child?": "What does the ferry to Texel cost for a child?",
    "When was it opened?": "When was the Peace Palace opened?",
    "Where was he born?": "Where was Louis Cordonnier born?",
    "How much is the second one?": "How much is the week pass?",
    "why not?": "Why is a permit not needed for a shed of up to 30 square metres?",
    "what if it wasn't worn?": "What if the jacket wasn't worn?",
    "Is there a fee for that?": "Is there a fee for renewing my library card?",
    "which of them is faster?": "Which is faster, the intercity or the sprinter to Groningen?",
    "2021": "What was the budget for parks in 2021?",
    "What about Sundays?": "When is the museum in Delft open on Sundays?",
    "en voor kinderen?": "Wat kost een paspoort voor kinderen?",
    "Sinds wanneer doet die dat?": "Sinds wanneer beheert de stichting Wiekslag de molen?",
    "Hoe vraag ik die aan?": "Hoe vraag ik een parkeervergunning voor zone B aan?",
    "e per gli studenti?": "Quanto costa la tessera della piscina per gli studenti?",
    "Quando è nato?": "Quando è nato Bruno Salvi?",
    "Il secondo è gratuito?": "Il corso di canto è gratuito?",
}


async def test_a_good_model_resolves_all() -> None:
    assert set((await verdicts(replying(RIGHT))).values()) == {"resolved"}


async def test_wordings_are_right_wrong_or_vetoed() -> None:
    found = await verdicts(
        replying(
            {
                "and for a child?": "What does the ferry to Texel cost for a child?",
                "How much is the second one?": "How much is the day pass?",
                "2021": "What was the budget for parks?",
                "Who invented the ballpoint pen?": "Who invented the ballpoint pen in Delft?",
            }
        )
    )
    assert found["and for a child?"] == "resolved"
    assert found["How much is the second one?"] == "spoiled"
    assert found["2021"] == "spoiled"
    assert found["Who invented the ballpoint pen?"] == "spoiled"


async def test_a_reply_without_a_wording_is_a_failure() -> None:
    assert set((await verdicts(ScriptedChat(["I cannot do that."]))).values()) == {"failed"}


async def test_the_check_ends_if_the_model_does_not_reply() -> None:
    chat = ScriptedChat([ModelFailed("gone", code="upstream_unreachable")])
    with pytest.raises(ModelFailed) as raised:
        await verdicts(chat)
    assert raised.value.code == "upstream_unreachable"
    assert len(chat.calls) == 1


async def test_no_draft_is_shown() -> None:
    chat = replying({})
    await verdicts(chat)
    assert not any("<draft>" in message.content for call in chat.calls for message in call.messages)
