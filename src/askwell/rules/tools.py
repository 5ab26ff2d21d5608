"""Which tool to call, and with what, where no model decides; and what is said of what it gave."""

import re
from collections.abc import Callable

from askwell.languages import patterns, wording
from askwell.languages.patterns import History
from askwell.text.exchanges import read_exchange_lines, read_whole_exchange
from askwell.text.lookback import look_back, question_number
from askwell.text.match import stems
from askwell.text.talk import talk_act
from askwell.text.words import content_words, fold
from askwell.types import Brief, Language, ToolCall

KNOWLEDGE, LOOK_UP, RETRIEVE = "search_knowledge_base", "lookup_past_conversation", "retrieve_past_answer"


def pick(brief: Brief) -> ToolCall | None:
    """The one call that a question asks for; None where there is none to make, or one was made.

    What was said earlier is looked up, an answer that is wanted whole is fetched. Documents are searched only for what
    was taken for talk and is none, since all else has been searched for before anything is written.
    """
    if brief.rounds or not brief.tools:
        return None
    wanted = _wanted(brief)
    offered = {each.name for each in brief.tools}
    return wanted if wanted is not None and wanted.name in offered else None


def tool_reply(brief: Brief) -> list[str]:
    """Lines on what a tool brought of the conversation, where no other rule has that at hand; else empty."""
    said = wording(brief.language)
    for answer in (each for one in brief.rounds for each in one.answers if each.ok):
        if answer.call.name == RETRIEVE and (exchange := read_whole_exchange(answer.text))[0]:
            return [said.last_answer.format(question=exchange[0]), "", *exchange[1].splitlines()]
        if brief.older or brief.topics:
            continue
        if answer.call.name == LOOK_UP and (lines := read_exchange_lines(answer.text)):
            return [said.discussed, *(f"- {line}" for _, line in sorted(lines))]
    return []


def _wanted(brief: Brief) -> ToolCall | None:
    asked, language = brief.asked, brief.language
    if _says(asked, lambda each: each.whole, language) and _says(asked, lambda each: each.answer, language):
        return _retrieve(brief)
    if brief.purpose not in {"chat", "recall"} or talk_act(asked, language):
        return None
    looking, topic = look_back(asked, language), _topic(asked, language)
    named = " ".join(content_words(asked, language))
    if looking == "discussed" or (looking and topic):
        return ToolCall("rules", LOOK_UP, {"topic": topic})
    if looking or not named or question_number(asked, language) is not None:
        return None
    if brief.purpose == "recall":
        return ToolCall("rules", LOOK_UP, {"topic": topic or named})
    return ToolCall("rules", KNOWLEDGE, {"query": brief.question})


def _retrieve(brief: Brief) -> ToolCall | None:
    """The turn that a question points at by its number or its subject, else the last one that was answered."""
    number = question_number(brief.asked, brief.language)
    if number is not None:
        return ToolCall("rules", RETRIEVE, {"exchange_id": str(number)})
    answered = [turn for turn in brief.turns if turn.answer and turn.outcome != "chat"]
    topic = _topic(brief.asked, brief.language)
    if topic:
        wanted = stems(topic, brief.language)
        shared = [(len(wanted & stems(turn.standalone_question, brief.language)), turn) for turn in answered]
        best = max(shared, key=lambda pair: pair[0], default=None)
        if best is None or not best[0]:
            return ToolCall("rules", LOOK_UP, {"topic": topic})
        answered = [best[1]]
    return ToolCall("rules", RETRIEVE, {"exchange_id": answered[-1].id}) if answered else None


def _says(text: str, pattern: Callable[[History], str], language: Language) -> bool:
    return any(re.search(pattern(patterns(code).history), fold(text)[:500]) for code in (language, "en"))


def _topic(asked: str, language: Language) -> str:
    """What a question is about, in its own words; empty where it does not say."""
    for code in dict.fromkeys((language, "en")):
        found = re.search(patterns(code).history.about, asked[:500], re.IGNORECASE)
        if found:
            return " ".join(content_words(found.group(1), language))
    return ""
