"""The `route` step: selects the route of a turn. The first matching rule decides."""

from askwell.assistant import KeywordSection
from askwell.pipeline.attachments import are_searched, chosen_alone
from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.text.talk import talk_act
from askwell.text.words import words
from askwell.types import Decision, Usage, as_param, decided


async def route(state: TurnState, runtime: TurnRuntime) -> Update:
    """The route by small talk, keywords, names, scope and intents, in this order, else the assistant's default.

    Small talk is recognised in the question as typed; the other rules use the resolved question.
    """
    if state.route:
        return {}  # it contains no word, or asks something of the last answer
    assistant = runtime.context.assistant
    if chosen := _without_documents(state) or _by_attachments(state) or await _by_words(state, runtime):
        return _update(chosen)
    if are_searched(state):
        # What a person gives to the conversation is in its scope.
        return _update(decided("route.attachments", {"way": "search"}))
    usage, score = Usage(), None
    if runtime.context.scope and assistant.scope:
        verdict = await runtime.context.scope.judge(
            state.analysed_wording,
            state.recalled,
            state.language,
            asked=state.analysed_asked,
            terms=state.terms,
        )
        usage, score = usage + verdict.usage, verdict.score / 100
        if not verdict.in_scope:
            params = {"way": "decline", "reason": as_param(verdict.reason)}
            code = "route.scope"
            if verdict.refused:
                code, params = "route.scope_by_rules", {**params, "refused": as_param(verdict.refused)}
            return _update(decided(code, params, score=score), usage)
    if runtime.context.intents and assistant.route:
        intent = await runtime.context.intents.classify(
            state.analysed_wording,
            state.language,
            recalled=state.recalled,
            asked=state.analysed_asked,
            terms=state.terms,
        )
        usage += intent.usage
        for known in assistant.route.intents:
            if known.name == intent.intent:
                params = {"way": known.way, "intent": intent.intent, "reason": as_param(intent.reason), "guard": score}
                return _update(decided("route.intent", params, score=intent.score), usage)
    otherwise = assistant.route.otherwise if assistant.route else "search"
    return _update(decided("route.otherwise", {"way": otherwise}, score=score), usage)


def _without_documents(state: TurnState) -> Decision | None:
    """The route of small talk and of questions about the conversation, which need no documents; None for others."""
    if talk := talk_act(state.analysed_asked, state.language):
        return decided("route.talk", {"way": "chat", "act": talk})
    if state.resolution and state.resolution.kind == "meta":
        return decided("route.meta", {"way": "recall"})
    return None


def _by_attachments(state: TurnState) -> Decision | None:
    """The search, for a question to certain attachments alone; None for others."""
    return decided("route.attachments", {"way": "search"}) if chosen_alone(state) else None


async def _by_words(state: TurnState, runtime: TurnRuntime) -> Decision | None:
    """The route that keywords or the names of a table select, if any."""
    section = runtime.context.assistant.route
    if section is None:
        return None
    for rule in section.keywords:
        if keyword := _keyword(rule, state.analysed_question):
            return decided("route.keyword", {"way": rule.way, "keyword": keyword})
    for name in section.named:
        assert runtime.context.tables is not None, "an assistant with catalogues has tables"
        if names := await runtime.context.tables.names(name, state.analysed_question, state.principal):
            return decided("route.names", {"way": name, "names": list(names)})
    return None


def _update(decision: Decision, usage: Usage | None = None) -> Update:
    route_name = decision.params["way"]
    refusal = decision if route_name == "decline" and decision.score is not None else None
    return {"route": route_name, "refusal": refusal, "decisions": (decision,), "usage": usage or Usage()}


def _keyword(rule: KeywordSection, question: str) -> str:
    """The first of the rule's keywords that occurs in the question as whole words; empty if none does."""
    haystack = f" {' '.join(words(question))} "
    return next((word for word in rule.words if f" {' '.join(words(word))} " in haystack), "")
