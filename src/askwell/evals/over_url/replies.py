"""Replies of the known interfaces as observations."""

from typing import Any, get_args

from askwell.errors import ModelFailed
from askwell.evals.observation import Observation, passage
from askwell.evals.over_url.calls import Json
from askwell.languages import LANGUAGES
from askwell.text.detect import detect_language
from askwell.types import Composition, Language, Passage, Usage


def observed(reply: Json) -> Observation:
    """The observation of an answer of the API of askwell."""
    language = str(reply["language"])
    context = reply.get("context") or {}
    usage = reply.get("usage") or {}
    called = [each for each in reply.get("decisions") or () if each.get("code") == "use_tools.called"]
    return Observation(
        answer=str(reply["answer"]),
        language=language,
        sources=sources(reply["sources"], language),
        resolved=str(reply["standalone_question"]),
        kind=reply["kind"],
        way=reply["way"],
        ending=reply["ending"],
        composition=context.get("composition"),
        tools=tuple(str(each["params"]["tool"]) for each in called if "params" in each),
        tokens=Usage(int(usage.get("input_tokens") or 0), int(usage.get("output_tokens") or 0)),
        took_ms=float(reply.get("took_ms") or 0.0),
    )


def remembered(reply: Json, language: Language, took_ms: float) -> Observation:
    """That of a reply of `/api/chat/memory`; `language` if it says none."""
    said = reply.get("language")
    language = said if said in LANGUAGES else language
    return Observation(
        text_of(reply, "answer"),
        language,
        sources(reply.get("knowledge_sources"), language),
        resolved=reply.get("standalone_question"),
        kind=reply.get("kind"),
        ending=reply.get("ending"),
        reports_language=said in LANGUAGES,
        took_ms=took_ms,
    )


def chatted(reply: Json, language: Language, took_ms: float) -> Observation:
    """That of a reply of `/chat` or of the last event of `/chat/stream`."""
    composition = reply.get("query_composition")
    return Observation(
        text_of(reply, "response"),
        language,
        sources(reply.get("sources"), language),
        way=reply.get("action"),
        composition=composition if composition in get_args(Composition) else None,
        reports_language=False,
        took_ms=took_ms,
    )


def rewritten(reply: Json, question: str, language: Language, took_ms: float) -> Observation:
    """That of a reply of `/ask-agent`, which says how a question was rewritten."""
    return Observation(
        text_of(reply, "answer"),
        language,
        sources(reply.get("sources"), language),
        resolved=reply.get("rewritten_query") or question,
        reports_language=False,
        took_ms=took_ms,
    )


def text_of(reply: Json, name: str) -> str:
    """The text of a field that every reply has. Raises ModelFailed (`upstream_malformed`)."""
    found = reply.get(name)
    if not isinstance(found, str):
        known = ", ".join(reply) or "nothing"
        raise ModelFailed(f"The reply has no text `{name}`, but {known}", code="upstream_malformed")
    return found


def sources(written: Any, language: Language) -> dict[int, tuple[Passage, ...]]:
    """The sources of a reply, by their numbers, or by their order if they have none."""
    found: dict[int, tuple[Passage, ...]] = {}
    for at, each in enumerate(written or (), 1):
        name = str(each.get("document") or each.get("title") or at)
        title = str(each.get("title") or "")
        texts = [str(part.get("text") or "") for part in each.get("passages") or ()] or [
            str(each.get("chunk_text") or "")
        ]
        number = int(each.get("number") or at)
        found[number] = (*found.get(number, ()), *(passage(name, title, text, language) for text in texts))
    return found


def language_of(question: str, expected: Language | None) -> Language:
    """The language to judge a turn by whose interface does not report it: the expected one, else as it looks."""
    return expected or detect_language(question, allowed=LANGUAGES, default=LANGUAGES[0])
