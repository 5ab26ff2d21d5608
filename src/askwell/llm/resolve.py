"""A question made to stand alone by a model, held to what was asked."""

import html
import re
from dataclasses import replace

from pydantic import ValidationError

from askwell.assistant import Assistant
from askwell.errors import ModelFailed
from askwell.llm.ask import PATIENCE_S, Reply, complete, objects
from askwell.llm.veto import veto
from askwell.ports import ChatModel, Resolver
from askwell.prompts import resolve_messages
from askwell.types import Kind, Language, Recalled, Resolution, Usage

MOST_TOKENS = 200
_TAGGED = re.compile(r"<reformulated_query>\s*(.+?)\s*(?:</?\w|$)", re.DOTALL)
"""A rewrite in tags instead of JSON; the closing tag may be missing."""

SCORE = 0.8
"""Confidence in a kind that a model named and no veto spoke against."""


SURE = 0.8
"""Confidence of the rules at which a question leans although the model left it alone: small models copy questions."""

LEANING = frozenset({"follow_up", "clarification"})


class Rewritten(Reply):
    """What the model is asked for."""

    kind: Kind
    question: str


class LlmResolver:
    """Resolves by a model; by `fallback` where that cannot be believed.

    That is: no history to lean on (no call is made), a model that fails, a rewrite that is vetoed, or a question left
    alone of which the rules are sure that it leans on the conversation.
    """

    def __init__(
        self, model: ChatModel, assistant: Assistant, fallback: Resolver, *, patience_s: float = PATIENCE_S
    ) -> None:
        self._model = model
        self._assistant = assistant
        self._fallback = fallback
        self._patience_s = patience_s

    async def resolve(self, question: str, recalled: Recalled, language: Language) -> Resolution:
        """The resolution; `by` says whose it is, `reason` why it was not the model's."""
        if not recalled.turns:
            return await self._fallback.resolve(question, recalled, language)
        domain = self._assistant.scope.about if self._assistant.scope else self._assistant.description
        messages = resolve_messages(
            question, recalled, domain or self._assistant.title, self._assistant.prompts.get("resolve", "")
        )
        schema = Rewritten.model_json_schema()
        usage = Usage()
        try:
            text, usage = await complete(
                self._model, messages, max_tokens=MOST_TOKENS, schema=schema, patience_s=self._patience_s
            )
            rewritten = _settle(read_rewrite(text, self._model.name), question, recalled)
        except ModelFailed as error:
            return await self._fall_back(question, recalled, language, error.code, usage)
        leans = rewritten.kind in LEANING
        unchanged = "unchanged" if leans and rewritten.question == question else ""
        reason = unchanged or veto(question, rewritten.question, recalled, language)
        if reason:
            return await self._fall_back(question, recalled, language, reason, usage)
        if not leans:
            by_rules = await self._fall_back(question, recalled, language, "it overlooked what it leans on", usage)
            if by_rules.kind in LEANING and by_rules.question != question and by_rules.score >= SURE:
                return by_rules
        return Resolution(
            kind=rewritten.kind,
            question=rewritten.question,
            score=SCORE,
            reason=f"{self._model.name} read it as {rewritten.kind.replace('_', ' ')}",
            by=self._model.name,
            usage=usage,
        )

    async def _fall_back(
        self, question: str, recalled: Recalled, language: Language, why: str, usage: Usage
    ) -> Resolution:
        resolution = await self._fallback.resolve(question, recalled, language)
        told = f"rules, since {self._model.name} was not used ({why}): {resolution.reason}"
        return replace(resolution, reason=told, usage=resolution.usage + usage)


def _settle(rewritten: Rewritten, question: str, recalled: Recalled) -> Rewritten:
    """The rewrite as far as it may be believed.

    A question that stands alone is kept as asked, whatever the model made of it; an answer to our question needs one.
    """
    if rewritten.kind in {"standalone", "topic_switch", "meta"}:
        return Rewritten(kind=rewritten.kind, question=question)
    last = recalled.turns[-1]
    asked_back = last.ending == "asked" or last.answer.rstrip().endswith("?")
    kind = rewritten.kind if asked_back else "follow_up"
    return Rewritten(kind=kind, question=rewritten.question)


def read_rewrite(text: str, name: str = "model") -> Rewritten:
    """The rewrite in a reply: a JSON object, or a question in tags, which counts as a follow-up.

    Raises ModelFailed (`upstream_malformed`).
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
    raise ModelFailed(f"{name} gave no rewrite: {text[:100]!r}", code="upstream_malformed")


def _plain(question: str) -> str:
    """Without the entities that the prompt wrote and the tags that a model repeats."""
    return html.unescape(re.sub(r"</?(?:reformulated_query|current_query)>", "", question)).strip()
