"""Replies that need no documents: to greetings and thanks, about the conversation, about the assistant."""

from askwell.assistant import Assistant
from askwell.languages import wording
from askwell.languages.wording import Wording
from askwell.rules.operations import nothing_to_work_on
from askwell.text.citations import strip_marks
from askwell.text.lookback import look_back, question_number
from askwell.text.talk import talk_act
from askwell.types import Brief, Turn


def chat_reply(assistant: Assistant, brief: Brief) -> list[str]:
    """Lines of a reply to talk or to a question about the conversation; else what the assistant can be asked."""
    if nothing := nothing_to_work_on(brief):
        return [nothing]
    said = wording(brief.language)
    match talk_act(brief.asked, brief.language):
        case "greeting":
            return [" ".join((said.greeting, *_i_am(assistant, said), pointer(assistant, said)))]
        case "thanks":
            return [said.thanks]
        case "goodbye":
            return [said.goodbye]
        case "about_us":
            return [_about_us(assistant, said)]
    return conversation_reply(brief) or [pointer(assistant, said)]


def conversation_reply(brief: Brief) -> list[str]:
    """The first, the last or a numbered question, the last answer, or all that was asked; nothing for other wishes."""
    said = wording(brief.language)
    return _numbered_question(brief, said) or _conversation_reply(brief, said)


def pointer(assistant: Assistant, said: Wording) -> str:
    """A sentence on what may be asked."""
    return said.about.format(about=_about(assistant)) if assistant.scope else said.ask_me


def decline_reply(assistant: Assistant, brief: Brief) -> str:
    """The refusal: the assistant's own message, else the language's phrase with what it is about."""
    said = wording(brief.language)
    if assistant.scope is None:
        return said.decline_plain
    return assistant.scope.message.strip() or said.decline.format(about=_about(assistant))


def _about(assistant: Assistant) -> str:
    return assistant.scope.about.strip().rstrip(".") if assistant.scope else ""


def _about_us(assistant: Assistant, said: Wording) -> str:
    about_us = said.about_us.format(about=_about(assistant)) if assistant.scope else said.about_us_plain
    return " ".join((*_i_am(assistant, said), about_us))


def _i_am(assistant: Assistant, said: Wording) -> list[str]:
    """The name of an assistant with a subject; without one its title is that of a collection, not a name."""
    return [said.i_am.format(title=assistant.title)] if assistant.scope else []


def _numbered_question(brief: Brief, said: Wording) -> list[str]:
    number = question_number(brief.asked, brief.language)
    return [
        said.numbered_question.format(number=number, question=turn.question)
        for turn in brief.turns
        if turn.number == number
    ]


def _conversation_reply(brief: Brief, said: Wording) -> list[str]:
    wanted = look_back(brief.asked, brief.language) or look_back(brief.question, brief.language)
    first = brief.first_question or (brief.turns[0].question if brief.turns else "")
    if not wanted:
        return []
    if not first:
        return [said.nothing_yet]
    last = brief.turns[-1] if brief.turns else None
    if wanted == "first_question" or last is None:
        return [said.first_question.format(question=first)]
    if wanted == "last_question":
        return [said.last_question.format(question=last.question)]
    if wanted == "last_answer":
        return _last_answer(brief.turns, said) or [said.nothing_yet]
    return [said.discussed, *(f"- {question}" for question in _questions(brief.turns, first))]


def _last_answer(turns: tuple[Turn, ...], said: Wording) -> list[str]:
    """The newest answer that was more than talk; its marks are cut, for they are numbers of another prompt."""
    for turn in reversed(turns):
        if turn.answer and turn.outcome != "chat":
            return [
                said.last_answer.format(question=turn.standalone_question or turn.question),
                "",
                strip_marks(turn.answer),
            ]
    return []


def _questions(turns: tuple[Turn, ...], first: str) -> list[str]:
    """Questions as understood, oldest first, without talk; the very first one also when it is older than the rest."""
    recent = [turn.standalone_question or turn.question for turn in turns if turn.outcome != "chat"]
    earliest = [] if not turns or turns[0].question == first else [first]
    return list(dict.fromkeys(earliest + recent)) or [first]
