"""Makes a question standalone with a model: the model words it, vetoes check it, rules help if the model fails."""

import asyncio
import html
import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from askwell.assistant import Assistant, ResolveSection
from askwell.errors import ModelFailed
from askwell.llm.ask import PATIENCE_S, Reply, complete, objects
from askwell.llm.policy import is_allowed
from askwell.llm.veto import Veto, veto
from askwell.llm.veto_answer import adds
from askwell.ports import ChatModel, Resolver
from askwell.prompts import resolve_messages
from askwell.text.sentences import sentences
from askwell.text.words import content_words, words
from askwell.types import (
    DEPENDENT_KINDS,
    Kind,
    Language,
    Message,
    Reason,
    Recalled,
    Resolution,
    SearchTerm,
    Usage,
    as_param,
)

MAX_TURNS = 10
"""Maximum turns before the question in the prompt."""
MAX_TOKENS = 200
"""Maximum tokens of a reply in addition to those of the question."""
TOKENS_A_WORD = 2
MAX_QUESTION_TOKENS = 800
_TAGGED = re.compile(r"<reformulated_query>\s*(.+?)\s*(?:</?\w|$)", re.DOTALL)
"""A rewrite in tags instead of JSON; the closing tag may be missing."""

MODEL_SCORE = 0.8
"""Score of a kind that the model named and no veto rejected."""

CLEAR_SCORE = 0.95
CLEAR_WORDS = 5
"""A question is not sent to the model if it has one sentence with so many different content words, and the rules give
this score to it being standalone. On the five open sets, people completed 0.0 to 0.5 % of all turns that this leaves
out (`bench gate`, `never_asked`); with the score alone up to 4.2 %, because people complete short questions even if
these can be understood alone."""

CERTAIN_SCORE = 1.0
"""Score of thanks, greetings and questions about the conversation, which are never sent to the model."""


class Rewritten(Reply):
    """What the model is asked for."""

    kind: Kind
    question: str


class LlmResolver:
    """Resolves with a model, whose wording is used unless a veto proves it wrong.

    After a veto the model is asked once more and given the reason; after a second one the question is used as typed.
    The rules (`fallback`) write a draft for the prompt, unless the assistant says `resolve: {draft: false}`. Their
    resolution is used if the model fails, and if there is nothing to ask: no earlier turns, or a clear question.
    """

    def __init__(
        self,
        model: ChatModel,
        assistant: Assistant,
        fallback: Resolver,
        secrets: Collection[str] = (),
        *,
        patience_s: float = PATIENCE_S,
    ) -> None:
        """`secrets`: keys and tokens that no question may contain."""
        self._model = model
        self._secrets = secrets
        self._assistant = assistant
        self._fallback = fallback
        self._patience_s = patience_s

    async def resolve(self, question: str, recalled: Recalled, language: Language) -> Resolution:
        """The resolution. `by` names its author; `refused` and `reason` say why the model's was not used."""
        draft = await self._fallback.resolve(question, recalled, language)
        if not recalled.turns or _is_clear(question, draft, language):
            return draft
        usage = Usage()
        try:
            messages = self._messages(question, recalled, draft)
            text, usage = await self._ask(messages, question, recalled)
            rewritten = read_rewrite(text, self._model.name)
        except ModelFailed as error:
            return self._failed(draft, error.code, usage)
        refused = await self._veto(question, rewritten, recalled, language, messages)
        if refused and not _leaves_alone(rewritten):
            try:
                again = self._messages(question, recalled, draft, (rewritten.question, refused))
                text, more = await self._ask(again, question, recalled)
                usage += more
                rewritten = read_rewrite(text, self._model.name)
            except ModelFailed:
                return self._as_typed(question, draft, refused, usage, language)
            refused = await self._veto(question, rewritten, recalled, language, messages)
        if refused and not _leaves_alone(rewritten):
            return self._as_typed(question, draft, refused, usage, language)
        if refused or (_leaves_alone(rewritten) and not adds(question, rewritten.question, language)):
            return self._accepted(draft, rewritten.kind, question, usage)
        return self._accepted(draft, _dependent_kind(rewritten, recalled), rewritten.question, usage)

    async def _veto(
        self,
        question: str,
        rewritten: Rewritten,
        recalled: Recalled,
        language: Language,
        messages: Sequence[Message],
    ) -> Veto:
        """The veto on a rewrite. It reads all recalled texts, which takes half a second if these are very long.

        `messages` is the first prompt, as the second one has what the model wrote.
        """
        worded = rewritten.question
        if refused := await asyncio.to_thread(veto, question, worded, recalled, language, about=self._about):
            return refused
        return "" if is_allowed(worded, messages, language, self._secrets) else "withheld"

    @property
    def _about(self) -> str:
        about = self._assistant.scope.about if self._assistant.scope else self._assistant.description
        return about or self._assistant.title

    def _messages(
        self, question: str, recalled: Recalled, draft: Resolution, refused: tuple[str, str] | None = None
    ) -> Sequence[Message]:
        """The prompt. `refused` is the model's first rewrite with the code of the veto."""
        section = self._assistant.resolve or ResolveSection()
        return resolve_messages(
            question,
            replace(recalled, turns=recalled.turns[-MAX_TURNS:]),
            self._about,
            self._assistant.prompts.get("resolve", ""),
            draft=draft.question if section.draft else None,
            refused=refused,
        )

    async def _ask(self, messages: Sequence[Message], question: str, recalled: Recalled) -> tuple[str, Usage]:
        """The model's reply. Raises ModelFailed."""
        return await complete(
            self._model,
            messages,
            max_tokens=MAX_TOKENS + min(TOKENS_A_WORD * len(words(question)), MAX_QUESTION_TOKENS),
            schema=_schema(replace(recalled, turns=recalled.turns[-MAX_TURNS:])),
            patience_s=self._patience_s,
        )

    def _accepted(self, draft: Resolution, kind: Kind, question: str, usage: Usage) -> Resolution:
        """The resolution with the model's wording; with the kind and antecedents of a draft that says the same."""
        base = Resolution(kind, question, MODEL_SCORE, usage=draft.usage)
        if words(question) == words(draft.question):
            same_kind = (kind in DEPENDENT_KINDS) == draft.is_dependent
            terms = draft.terms if same_kind else ()
            base = replace(draft, question=question, kind=draft.kind if same_kind else kind, terms=terms)
            base = replace(base, score=max(MODEL_SCORE, draft.score) if same_kind else MODEL_SCORE)
        reason = Reason("resolve.by_model", {"model": self._model.name, "kind": base.kind})
        return replace(base, reason=reason, by=self._model.name, usage=base.usage + usage)

    def _as_typed(
        self, question: str, draft: Resolution, refused: Veto, usage: Usage, language: Language
    ) -> Resolution:
        """The question as typed after two vetoes; it is searched with what the draft would have added."""
        reason = Reason("resolve.as_typed", {"model": self._model.name, "why": refused})
        typed = words(question)
        added = dict.fromkeys(word for word in content_words(draft.question, language) if word not in typed)
        terms = (*[SearchTerm(word, draft.score) for word in added], *draft.terms)
        return replace(
            draft,
            question=question,
            reason=reason,
            antecedents=(),
            usage=draft.usage + usage,
            refused=refused,
            terms=terms if draft.is_dependent else (),
        )

    def _failed(self, draft: Resolution, why: str, usage: Usage) -> Resolution:
        """The resolution by the rules, since the model failed."""
        params = {"model": self._model.name, "why": why, "reason": as_param(draft.reason)}
        reason = Reason("resolve.not_by_model", params)
        return replace(draft, reason=reason, usage=draft.usage + usage, refused=why)


def resolver_without_draft(model: ChatModel, about: str) -> LlmResolver:
    """A resolver that asks the model about every question and shows it no draft, to check the model."""
    assistant = Assistant(name="check", title="Check", description=about, resolve=ResolveSection(draft=False))
    return LlmResolver(model, assistant, _Unsure())


class _Unsure:
    """Port `Resolver`: says of every question that it may depend on the conversation, and leaves it as typed."""

    async def resolve(self, question: str, recalled: Recalled, language: Language) -> Resolution:
        """The question as typed."""
        del recalled, language
        return Resolution("follow_up", question, 0.5)


def _is_clear(question: str, draft: Resolution, language: Language) -> bool:
    """Whether the rules are sure that a question is standalone, so that the model need not be asked."""
    if draft.is_dependent or draft.score < CLEAR_SCORE:
        return False
    if draft.score >= CERTAIN_SCORE:
        return True
    return len(sentences(question)) == 1 and len(set(content_words(question, language))) >= CLEAR_WORDS


def _leaves_alone(rewritten: Rewritten) -> bool:
    """Whether the model calls the question complete."""
    return rewritten.kind not in DEPENDENT_KINDS


def _dependent_kind(rewritten: Rewritten, recalled: Recalled) -> Kind:
    """The kind of a rewritten question; only a question of ours can be answered by a clarification."""
    return "clarification" if rewritten.kind == "clarification" and _has_open_question(recalled) else "follow_up"


def _schema(recalled: Recalled) -> dict[str, Any]:
    """JSON Schema of a reply. Without `clarification`, which small models overuse, if the assistant asked nothing."""
    schema = Rewritten.model_json_schema()
    if not _has_open_question(recalled):
        kinds = schema["properties"]["kind"]
        kinds["enum"] = [kind for kind in kinds["enum"] if kind != "clarification"]
    return schema


def _has_open_question(recalled: Recalled) -> bool:
    """Whether the last answer asked the user something."""
    last = recalled.turns[-1]
    return last.outcome == "asked" or last.answer.rstrip().endswith("?")


def read_rewrite(text: str, name: str = "model") -> Rewritten:
    """The rewrite in a reply: a JSON object, or a question in tags, which counts as a follow-up.

    Raises ModelFailed (`upstream_malformed`) if there is neither.
    """
    for found in objects(text):
        try:
            kind, question = found.get("kind"), found.get("question", found.get("reformulated_query"))
            read = Rewritten.model_validate({"kind": kind, "question": question})
        except ValidationError:
            continue
        return Rewritten(kind=read.kind, question=_plain(read.question))
    if tagged := _TAGGED.search(text):
        return Rewritten(kind="follow_up", question=_plain(tagged.group(1)))
    raise ModelFailed(f"{name} returned no rewrite: {text[:100]!r}", code="upstream_malformed")


def _plain(question: str) -> str:
    """The question without the entities and tags that a model repeats from the prompt."""
    return html.unescape(re.sub(r"</?(?:reformulated_query|current_query|draft)>", "", question)).strip()
