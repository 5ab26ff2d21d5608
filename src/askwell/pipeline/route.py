"""Route: the first rule that decides which way the turn goes. It sees the resolved question, never the raw one."""

from askwell.assistant import KeywordSection
from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.text.talk import talk_act
from askwell.text.words import words
from askwell.types import Decision, Detail, Usage, Way


async def route(state: TurnState, runtime: TurnRuntime) -> Update:
    """The way: talk, then keywords, names, scope, intents, and what the assistant does otherwise."""
    if state.way == "decline":
        return {}  # there is no word in it
    assistant = runtime.context.assistant
    if told := _about_talk(state) or await _told(state, runtime):
        return _go(*told)
    usage, score = Usage(), None
    if runtime.context.scope and assistant.scope:
        verdict = await runtime.context.scope.judge(state.question, state.recalled, state.language)
        usage, score = usage + verdict.usage, verdict.score / 100
        if not verdict.in_scope:
            said = f"rules, since {verdict.refused}: {verdict.reason}" if verdict.refused else verdict.reason
            return _go("decline", said, score=score, usage=usage, detail={"reason": verdict.reason})
    if runtime.context.intents and assistant.route:
        intent = await runtime.context.intents.classify(state.question, state.language)
        usage += intent.usage
        for known in assistant.route.intents:
            if known.name == intent.intent:
                return _go(known.way, f"intent {intent.intent}: {intent.reason}", score=intent.score, usage=usage)
    otherwise = assistant.route.otherwise if assistant.route else "search"
    return _go(otherwise, "no rule decided otherwise", score=score, usage=usage)


def _about_talk(state: TurnState) -> tuple[Way, str] | None:
    """The way of what asks nothing of the documents."""
    if talk := talk_act(state.asked, state.language):
        return "chat", f"the message is {talk}"
    if state.resolution and state.resolution.kind == "meta":
        return "recall", "the question is about the conversation"
    return None


async def _told(state: TurnState, runtime: TurnRuntime) -> tuple[Way, str] | None:
    """The way that the question's words lead to by themselves, and which: keywords, then names of a table."""
    section = runtime.context.assistant.route
    if section is None:
        return None
    for rule in section.keywords:
        if keyword := _keyword(rule, state.question):
            return rule.way, f"keyword {keyword!r}"
    for way in section.named:
        assert runtime.context.tables is not None, "an assistant with catalogues has tables"
        if names := await runtime.context.tables.names(way, state.question):
            return way, f"it names {', '.join(names)}"
    return None


def _go(
    way: Way, reason: str, *, score: float | None = None, usage: Usage | None = None, detail: Detail | None = None
) -> Update:
    decision = Decision("route", way, reason, score=score, detail=detail or {})
    return {"way": way, "decisions": (decision,), "usage": usage or Usage()}


def _keyword(rule: KeywordSection, question: str) -> str:
    """The first of the rule's keywords that stands in the question as whole words."""
    haystack = f" {' '.join(words(question))} "
    return next((word for word in rule.words if f" {' '.join(words(word))} " in haystack), "")
