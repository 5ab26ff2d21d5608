"""Who judges for an assistant: rules, or the model where its section lets it.

A judge by model is imported where one is made.
"""

from collections.abc import Collection

from askwell.assistant import Assistant, By, GradeSection, ResolveSection, Section, load_golden
from askwell.composition.placeholder_resolver import PlaceholderResolver
from askwell.errors import BadConfig, MissingModel
from askwell.ports import (
    AnswerReader,
    ChatModel,
    CollectionMeaning,
    Composer,
    ConversationReader,
    Embedder,
    GoldenJudge,
    Grader,
    IntentJudge,
    Resolver,
    Reworder,
    ScopeJudge,
    Summariser,
    SupportJudge,
    TableQueryWriter,
    TurnJudge,
    Writer,
)
from askwell.rules.composition import RulesComposer
from askwell.rules.golden import RulesGoldenJudge
from askwell.rules.grade import RulesGrader
from askwell.rules.intent import RulesIntentJudge
from askwell.rules.reword import RulesReworder
from askwell.rules.scope import RulesScopeJudge
from askwell.rules.summarise import RulesSummariser
from askwell.rules.support import RulesSupportJudge
from askwell.rules.turn_judge import RulesTurnJudge
from askwell.rules.write import RulesWriter
from askwell.understanding.resolver import LearntResolver


def _judge(assistant: Assistant, setting: str, by: By, model: ChatModel | None) -> ChatModel | None:
    """The model that judges, or None for rules. Raises MissingModel."""
    if by == "llm" and model is None:
        raise MissingModel(
            f"Assistant {assistant.name!r} has `{setting}: llm`, but no model is configured",
            hint=f"Set `model`, or let `{setting}` be `auto` or `rules`.",
        )
    return None if by == "rules" else model


def by_rules(assistant: Assistant) -> Assistant:
    """The assistant with rules wherever it asks for a model."""
    names = ("resolve", "golden", "scope", "route", "grade", "pack", "write", "cite")
    sections = {name: section for name in names if (section := getattr(assistant, name)) is not None}
    changed: dict[str, Section] = {
        name: section.model_copy(update={"by": "rules"}) for name, section in sections.items() if section.by == "llm"
    }
    if assistant.memory.digest == "llm":
        changed["memory"] = assistant.memory.model_copy(update={"digest": "rules"})
    asked = {name: "rules" for name in ("reword", "tables") if getattr(assistant.search, name) == "llm"}
    if asked:
        changed["search"] = assistant.search.model_copy(update=asked)
    return assistant.model_copy(update=changed)


def resolver(
    assistant: Assistant,
    model: ChatModel | None,
    secrets: Collection[str] = (),
    reader: ConversationReader | None = None,
) -> Resolver:
    """What understands questions, with the `reader` where there is one; no model writes any of the `secrets`."""
    found = _resolver(assistant, model, secrets, LearntResolver(reader))
    return PlaceholderResolver(found) if assistant.privacy.store == "pseudonym" else found


def _resolver(
    assistant: Assistant, model: ChatModel | None, secrets: Collection[str], rules: LearntResolver
) -> Resolver:
    section = assistant.resolve or ResolveSection()
    if judge := _judge(assistant, "resolve.by", section.by, model):
        from askwell.llm.resolve import LlmResolver

        return LlmResolver(judge, assistant, rules, secrets)
    return rules


def resolver_of_model(model: ChatModel, about: str) -> Resolver:
    """What understands questions by the model alone, to check the model; `about` is what they are about."""
    from askwell.llm.resolve import resolver_without_draft

    return resolver_without_draft(model, about)


def scope(
    assistant: Assistant, embedder: Embedder | None, model: ChatModel | None, documents: CollectionMeaning | None = None
) -> ScopeJudge | None:
    """What says whether a question is for the assistant, also by `documents`; None where it takes all."""
    if assistant.scope is None:
        return None
    rules = RulesScopeJudge(
        assistant.scope,
        assistant.languages,
        embedder,
        intents=[intent.examples for intent in assistant.route.intents] if assistant.route else (),
        documents=documents,
        collections=assistant.collections,
    )
    if judge := _judge(assistant, "scope.by", assistant.scope.by, model):
        from askwell.llm.scope import LlmScopeJudge

        return LlmScopeJudge(judge, assistant, rules)
    return rules


def intents(assistant: Assistant, embedder: Embedder | None, model: ChatModel | None) -> IntentJudge | None:
    """What names the intent of a question; None where the assistant has none."""
    if assistant.route is None or not assistant.route.intents:
        return None
    rules = RulesIntentJudge(assistant.route, embedder)
    if judge := _judge(assistant, "route.by", assistant.route.by, model):
        from askwell.llm.intent import LlmIntentJudge

        return LlmIntentJudge(judge, assistant, rules)
    return rules


def golden(assistant: Assistant, embedder: Embedder | None, model: ChatModel | None) -> GoldenJudge | None:
    """What knows the questions that the author has answered; None where there are none. Raises BadConfig."""
    if assistant.golden is None:
        return None
    if assistant.folder is None:
        raise BadConfig(f"Assistant {assistant.name!r} has `golden` but no folder", hint="Load it from a folder.")
    rules = RulesGoldenJudge(assistant, load_golden(assistant.folder / assistant.golden.file), embedder)
    if judge := _judge(assistant, "golden.by", assistant.golden.by, model):
        from askwell.llm.golden import LlmGoldenJudge

        return LlmGoldenJudge(judge, assistant, rules)
    return rules


def grader(assistant: Assistant, model: ChatModel | None) -> Grader:
    """What says which passages help."""
    section = assistant.grade or GradeSection()
    if section.by == "llm" and (judge := _judge(assistant, "grade.by", section.by, model)):
        from askwell.llm.grade import LlmGrader

        return LlmGrader(judge, assistant, RulesGrader())
    return RulesGrader()


def reworder(assistant: Assistant, model: ChatModel | None, secrets: Collection[str] = ()) -> Reworder:
    """What words another search; no model writes any of the `secrets`."""
    by = assistant.search.reword
    if by == "llm" and (judge := _judge(assistant, "search.reword", by, model)):
        from askwell.llm.reword import LlmReworder

        return LlmReworder(judge, assistant, RulesReworder(), secrets)
    return RulesReworder()


def table_queries(assistant: Assistant, model: ChatModel | None) -> TableQueryWriter | None:
    """What writes queries of tables that rules cannot read; None without a model."""
    if judge := _judge(assistant, "search.tables", assistant.search.tables, model):
        from askwell.llm.table_query import LlmTableQueryWriter

        return LlmTableQueryWriter(judge, assistant)
    return None


def composer(assistant: Assistant, model: ChatModel | None) -> Composer:
    """What decides what prompts are filled from."""
    by = assistant.pack.by
    if by == "llm" and (judge := _judge(assistant, "pack.by", by, model)):
        from askwell.llm.composition import LlmComposer

        return LlmComposer(judge, assistant, RulesComposer())
    return RulesComposer()


def support(assistant: Assistant, model: ChatModel | None) -> SupportJudge:
    """What says how well the sentences of an answer are supported."""
    rules = RulesSupportJudge()
    if assistant.cite.by == "llm" and (judge := _judge(assistant, "cite.by", assistant.cite.by, model)):
        from askwell.llm.support import LlmSupportJudge

        return LlmSupportJudge(judge, rules)
    return rules


def turn_judge(by: By, model: ChatModel | None, *, votes: int = 3, embedder: Embedder | None = None) -> TurnJudge:
    """What scores the turns of evaluated conversations; rules do with the `embedder` where there is one.

    Raises MissingModel, and BadInput for impossible votes.
    """
    if by == "rules":
        return RulesTurnJudge(embedder)
    if model is None:
        raise MissingModel("There is no chat model to judge with", hint="Set `model`, or judge by `rules`.")
    from askwell.llm.turn_judge import LlmTurnJudge

    return LlmTurnJudge(model, votes=votes)


def writer(
    assistant: Assistant,
    model: ChatModel | None,
    secrets: Collection[str] = (),
    reader: AnswerReader | None = None,
) -> Writer:
    """What writes; no model writes any of the `secrets`.

    With the `reader` rules choose what is said first, and tell whether it is sure.
    """
    if judge := _judge(assistant, "write.by", assistant.write.by, model):
        from askwell.llm.write import LlmWriter

        return LlmWriter(judge, assistant, secrets)
    return RulesWriter(assistant, reader)


def summariser(assistant: Assistant, model: ChatModel | None, secrets: Collection[str] = ()) -> Summariser | None:
    """What says what a turn adds to memory; None where it keeps none. No model writes any of the `secrets`."""
    by = assistant.memory.digest
    if by == "none":
        return None
    rules = RulesSummariser()
    if by == "llm" and (judge := _judge(assistant, "memory.digest", by, model)):
        from askwell.llm.summarise import LlmSummariser

        return LlmSummariser(judge, assistant, rules, secrets)
    return rules
