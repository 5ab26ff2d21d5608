"""Makes a question standalone with rules and a model: rules write a draft, the model rewords it, vetoes check it."""

import html
import re
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from askwell.assistant import Assistant
from askwell.errors import ModelFailed
from askwell.llm.ask import PATIENCE_S, Reply, complete, objects
from askwell.llm.veto import adds, veto
from askwell.ports import ChatModel, Resolver
from askwell.prompts import resolve_messages
from askwell.text.words import words
from askwell.types import Kind, Language, Reason, Recalled, Resolution, Usage, as_param

MAX_TURNS = 10
"""Maximum turns before the question in the prompt and in the vetoes."""
MAX_TOKENS = 200
_TAGGED = re.compile(r"<reformulated_query>\s*(.+?)\s*(?:</?\w|$)", re.DOTALL)
"""A rewrite in tags instead of JSON; the closing tag may be missing."""

MODEL_SCORE = 0.8
"""Score of a kind that the model named and no veto rejected."""

STANDALONE_SCORE = 0.95
"""Score of the rules from which a standalone question is not sent to the model. The rules are right about 93 % of such
questions if half of them begin a new subject (CAsT-19), and a call takes seconds."""

DEPENDENT_SCORE = 0.8
"""Score of the rules from which a question depends on the conversation although the model calls it complete. Small
models copy questions, and within a subject the rules are right about 99 % of such questions (CAsT-19, QReCC)."""

DEPENDENT_KINDS = frozenset({"follow_up", "clarification"})


class Rewritten(Reply):
    """What the model is asked for."""

    kind: Kind
    question: str


class LlmResolver:
    """Resolves with a model, which is given the draft of `fallback`; uses the draft if the model's reply is rejected.

    The model is not called if there are no earlier turns, or if `fallback` is sure that the question is standalone.

    The draft is used if the model fails, if a veto rejects its wording, if it calls the question dependent but adds no
    word (`unchanged`), or if it calls a question standalone that `fallback` completes, and either adds words to it
    (`changed`) or `fallback` is sure (`overlooked`).
    """

    def __init__(
        self, model: ChatModel, assistant: Assistant, fallback: Resolver, *, patience_s: float = PATIENCE_S
    ) -> None:
        self._model = model
        self._assistant = assistant
        self._fallback = fallback
        self._patience_s = patience_s

    async def resolve(self, question: str, recalled: Recalled, language: Language) -> Resolution:
        """The resolution. `by` names its author; `refused` and `reason` say why the model's was not used."""
        draft = await self._fallback.resolve(question, recalled, language)
        recalled = replace(recalled, turns=recalled.turns[-MAX_TURNS:])
        if not recalled.turns or (draft.kind not in DEPENDENT_KINDS and draft.score >= STANDALONE_SCORE):
            return draft
        try:
            text, usage = await self._ask(question, recalled, draft)
            draft = replace(draft, usage=draft.usage + usage)
            rewritten = read_rewrite(text, self._model.name)
        except ModelFailed as error:
            return self._rejected(draft, error.code)
        if words(rewritten.question) == words(draft.question) != words(question):
            return self._accepted(draft, draft.kind, draft.question)  # small models often name the wrong kind
        if rewritten.kind in DEPENDENT_KINDS:
            return self._as_dependent(question, rewritten, draft, recalled, language)
        return self._as_standalone(question, rewritten, draft, language)

    def _as_standalone(self, question: str, rewritten: Rewritten, draft: Resolution, language: Language) -> Resolution:
        if draft.kind in DEPENDENT_KINDS and draft.question != question:
            if adds(question, rewritten.question, language):
                return self._rejected(draft, "changed")
            if draft.score >= DEPENDENT_SCORE:
                return self._rejected(draft, "overlooked")
        return self._accepted(draft, rewritten.kind, question)

    def _as_dependent(
        self, question: str, rewritten: Rewritten, draft: Resolution, recalled: Recalled, language: Language
    ) -> Resolution:
        if rewritten.question and not adds(question, rewritten.question, language):
            return self._rejected(draft, "unchanged")
        pointing = [each.expression for each in draft.antecedents]
        reason = veto(question, rewritten.question, recalled, language, about=self._about, pointing=pointing)
        if reason:
            return self._rejected(draft, reason)
        kind: Kind = rewritten.kind if _has_open_question(recalled) else "follow_up"
        return self._accepted(draft, kind, rewritten.question)

    @property
    def _about(self) -> str:
        about = self._assistant.scope.about if self._assistant.scope else self._assistant.description
        return about or self._assistant.title

    async def _ask(self, question: str, recalled: Recalled, draft: Resolution) -> tuple[str, Usage]:
        system = self._assistant.prompts.get("resolve", "")
        messages = resolve_messages(question, recalled, self._about, system, draft=draft.question)
        return await complete(
            self._model, messages, max_tokens=MAX_TOKENS, schema=_schema(recalled), patience_s=self._patience_s
        )

    def _accepted(self, draft: Resolution, kind: Kind, question: str) -> Resolution:
        """The resolution with the model's wording; keeps the antecedents of the draft if its wording is the same."""
        base = draft if question == draft.question else Resolution(kind, question, usage=draft.usage)
        score = max(MODEL_SCORE, draft.score) if (kind, question) == (draft.kind, draft.question) else MODEL_SCORE
        reason = Reason("resolve.by_model", {"model": self._model.name, "kind": kind})
        return replace(base, kind=kind, score=score, reason=reason, by=self._model.name)

    def _rejected(self, draft: Resolution, why: str) -> Resolution:
        params = {"model": self._model.name, "why": why, "reason": as_param(draft.reason)}
        return replace(draft, reason=Reason("resolve.not_by_model", params), refused=why)


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
