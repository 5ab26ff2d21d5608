"""A question made to stand alone by rules and a model together: the rules draft, the model words, vetoes hold it."""

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

MOST_TURNS = 10
"""Turns before the question that a prompt quotes and a veto looks at."""
MOST_TOKENS = 200
_TAGGED = re.compile(r"<reformulated_query>\s*(.+?)\s*(?:</?\w|$)", re.DOTALL)
"""A rewrite in tags instead of JSON; the closing tag may be missing."""

SCORE = 0.8
"""Confidence in a kind that a model named and no veto spoke against."""

PLAIN = 0.95
"""Confidence of the rules at which a question that stands alone is not shown to a model: they are right about 93 % of
such questions where as many begin a new subject as go on with one (CAsT-19), and a call costs seconds."""

SURE = 0.8
"""Confidence of the rules at which a question leans although the model left it alone: small models copy questions, and
where a conversation goes on the rules are right about 99 % of such questions (CAsT-19, QReCC)."""

LEANING = frozenset({"follow_up", "clarification"})


class Rewritten(Reply):
    """What the model is asked for."""

    kind: Kind
    question: str


class LlmResolver:
    """Resolves by a model that is shown the wording of `fallback`, and by `fallback` where it cannot be believed.

    No call is made where nothing was said before and where `fallback` is sure that the question stands alone. Its
    wording holds against a model that fails, whose wording is vetoed, that adds nothing although it says that the
    question leans (`unchanged`), or that says that it stands alone where `fallback` completes it, and adds to it all
    the same (`changed`) or faces a `fallback` that is sure (`overlooked`).
    """

    def __init__(
        self, model: ChatModel, assistant: Assistant, fallback: Resolver, *, patience_s: float = PATIENCE_S
    ) -> None:
        self._model = model
        self._assistant = assistant
        self._fallback = fallback
        self._patience_s = patience_s

    async def resolve(self, question: str, recalled: Recalled, language: Language) -> Resolution:
        """The resolution; `by` says whose it is, `refused` and `reason` why it was not the model's."""
        draft = await self._fallback.resolve(question, recalled, language)
        recalled = replace(recalled, turns=recalled.turns[-MOST_TURNS:])
        if not recalled.turns or (draft.kind not in LEANING and draft.score >= PLAIN):
            return draft
        try:
            text, usage = await self._ask(question, recalled, draft)
            draft = replace(draft, usage=draft.usage + usage)
            rewritten = read_rewrite(text, self._model.name)
        except ModelFailed as error:
            return self._by_rules(draft, error.code)
        if words(rewritten.question) == words(draft.question) != words(question):
            return self._taken(draft, draft.kind, draft.question)  # whatever kind it names: small models mix them up
        if rewritten.kind in LEANING:
            return self._reworded(question, rewritten, draft, recalled, language)
        return self._left_alone(question, rewritten, draft, language)

    def _left_alone(self, question: str, rewritten: Rewritten, draft: Resolution, language: Language) -> Resolution:
        if draft.kind in LEANING and draft.question != question:
            if adds(question, rewritten.question, language):
                return self._by_rules(draft, "changed")
            if draft.score >= SURE:
                return self._by_rules(draft, "overlooked")
        return self._taken(draft, rewritten.kind, question)

    def _reworded(
        self, question: str, rewritten: Rewritten, draft: Resolution, recalled: Recalled, language: Language
    ) -> Resolution:
        if rewritten.question and not adds(question, rewritten.question, language):
            return self._by_rules(draft, "unchanged")
        pointing = [each.expression for each in draft.antecedents]
        reason = veto(question, rewritten.question, recalled, language, about=self._about, pointing=pointing)
        if reason:
            return self._by_rules(draft, reason)
        kind: Kind = rewritten.kind if _asked_back(recalled) else "follow_up"
        return self._taken(draft, kind, rewritten.question)

    @property
    def _about(self) -> str:
        about = self._assistant.scope.about if self._assistant.scope else self._assistant.description
        return about or self._assistant.title

    async def _ask(self, question: str, recalled: Recalled, draft: Resolution) -> tuple[str, Usage]:
        system = self._assistant.prompts.get("resolve", "")
        messages = resolve_messages(question, recalled, self._about, system, draft=draft.question)
        return await complete(
            self._model, messages, max_tokens=MOST_TOKENS, schema=_schema(recalled), patience_s=self._patience_s
        )

    def _taken(self, draft: Resolution, kind: Kind, question: str) -> Resolution:
        """The model's reading; what the rules found holds where both say the same."""
        found = draft if question == draft.question else Resolution(kind, question, usage=draft.usage)
        score = max(SCORE, draft.score) if (kind, question) == (draft.kind, draft.question) else SCORE
        reason = Reason("resolve.by_model", {"model": self._model.name, "kind": kind})
        return replace(found, kind=kind, score=score, reason=reason, by=self._model.name)

    def _by_rules(self, draft: Resolution, why: str) -> Resolution:
        params = {"model": self._model.name, "why": why, "reason": as_param(draft.reason)}
        return replace(draft, reason=Reason("resolve.not_by_model", params), refused=why)


def _schema(recalled: Recalled) -> dict[str, Any]:
    """The shape of a reply, without the kind that cannot be: small models call every question an answer to one."""
    schema = Rewritten.model_json_schema()
    if not _asked_back(recalled):
        kinds = schema["properties"]["kind"]
        kinds["enum"] = [kind for kind in kinds["enum"] if kind != "clarification"]
    return schema


def _asked_back(recalled: Recalled) -> bool:
    """Whether there is a question of ours that can be answered."""
    last = recalled.turns[-1]
    return last.outcome == "asked" or last.answer.rstrip().endswith("?")


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
    return html.unescape(re.sub(r"</?(?:reformulated_query|current_query|draft)>", "", question)).strip()
