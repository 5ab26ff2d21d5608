"""The `grade` step: keeps relevant passages; if none is sure, the search may be repeated with other words.

Rules cannot tell which passage a model would need: on conversations of other people they called 43 % of the labelled
passages irrelevant. So if rules grade and a model writes, the first passages are kept whatever their grades.
"""

from collections.abc import Sequence
from dataclasses import replace

from askwell.assistant import Assistant, GradeSection
from askwell.languages import LANGUAGES
from askwell.pipeline.attachments import chosen_alone, is_excerpt
from askwell.pipeline.reword import reword
from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.text.detect import detect_language
from askwell.types import Brief, Grade, Language, Passage, as_param, decided

NEAREST = 3
"""Maximum passages shown if no passage answers."""


async def grade(state: TurnState, runtime: TurnRuntime) -> Update:
    """At most `keep` passages: by rank if the model that writes decides, by grade if a model grades.

    If rules grade and write, the first relevant ones, with the best one. Of files that the question is to alone, the
    nearest passages are kept if none is relevant: they are shown without being an answer.
    """
    section = runtime.context.assistant.grade or GradeSection()
    found = state.found
    if is_excerpt(state):
        decision = decided("grade.excerpt", {"kept": len(found)})
        return {"kept": found[: section.keep], "next_wordings": (), "decisions": (decision,)}
    grades = tuple(
        await runtime.context.grader.grade(
            _question_to_grade(state),
            found,
            state.language,
            state.terms,
            state.recalled,
            asked=state.analysed_asked,
            known=state.grades,
        )
    )
    readable = readable_of(found, grades, state.language)
    model_decides = section.by != "llm" and bool(runtime.context.writer.name)
    if model_decides:
        kept = found[: section.keep]
    elif section.by == "llm":
        kept = _best(readable, grades)[: section.keep]
    else:
        kept = first_and_best(readable, grades, section.keep)
    decision = decided("grade.nothing", score=0.0, detail={"search": state.searches})
    if grades:
        best = max(grades, key=lambda grade: grade.score)
        helping = sum(grade.relevant for grade in grades)
        params = {"kept": len(kept), "helping": helping, "graded": len(grades), "best": as_param(best.reason)}
        decision = decided("grade.kept", params, score=best.score, detail={"search": state.searches})
    is_sure = bool(kept) and any(grade.relevant and grade.is_sure for grade in grades)
    again = await reword(state, runtime, has_kept=bool(kept), is_sure=is_sure, attempts=section.attempts)
    if not kept and not again.wordings and chosen_alone(state):
        kept = found[:NEAREST]
    return {
        "grades": grades,
        "kept": kept,
        "respelt": again.respelt,
        "next_wordings": again.wordings,
        "decisions": (decision, *again.decisions),
        "usage": sum((grade.usage for grade in grades), again.usage),
    }


def readable_of(found: Sequence[Passage], grades: Sequence[Grade], language: Language) -> tuple[Passage, ...]:
    """The relevant passages of documents that are in the language of the question; all of them if there are none.

    A document is in it if its text is, or one of its passages that were found: manuals are often translated in part.
    """
    relevant = tuple([passage for grade, passage in zip(grades, found, strict=True) if grade.relevant])
    readable = {passage.chunk.document_id for passage in found if _is_in(passage, language)}
    return tuple([passage for passage in relevant if passage.chunk.document_id in readable]) or relevant


def _is_in(passage: Passage, language: Language) -> bool:
    """Whether a passage is in a language, by its own text where its document is in another one."""
    if passage.language == language:
        return True
    return detect_language(passage.chunk.text, allowed=LANGUAGES, default=passage.language) == language


def _best(passages: tuple[Passage, ...], grades: Sequence[Grade]) -> tuple[Passage, ...]:
    """The passages by grade, best first."""
    scores = {grade.chunk_id: grade.score for grade in grades}
    return tuple(sorted(passages, key=lambda passage: -scores[passage.chunk.id]))


def first_and_best(passages: tuple[Passage, ...], grades: Sequence[Grade], keep: int) -> tuple[Passage, ...]:
    """The first passages; the one with the best grade in place of the last of them if it is not one of them."""
    kept = passages[:keep]
    best = _best(passages, grades)[:1]
    return kept if not best or best[0] in kept else (*kept[:-1], *best)


def helping(state: TurnState) -> tuple[Passage, ...]:
    """The kept passages that are graded as relevant; all of them if the assistant does not grade."""
    irrelevant = {grade.chunk_id for grade in state.grades if not grade.relevant}
    return tuple(passage for passage in state.kept if passage.chunk.id not in irrelevant)


def is_judged(assistant: Assistant) -> bool:
    """Whether grades alone decide if passages answer: those of a model, or none. Else a writer by rules decides."""
    return assistant.grade is None or assistant.grade.by == "llm"


def surely_answers(passages: Sequence[Passage], grades: Sequence[Grade]) -> bool:
    """Whether one of these passages surely answers; one without a grade does."""
    unsure = {grade.chunk_id for grade in grades if not (grade.relevant and grade.is_sure)}
    return any(passage.chunk.id not in unsure for passage in passages)


def _question_to_grade(state: TurnState) -> str:
    """The question to grade against: the resolved one, or the typed one if it was resolved to a thing from a table.

    "Can I return the Galaxy S24?" is answered by the rules on returns; no document needs to name the phone.
    """
    earlier_things = {thing for turn in state.recalled.turns for thing in turn.things}
    antecedents = state.resolution.antecedents if state.resolution else ()
    return (
        state.analysed_asked
        if any(thing in each.refers_to for each in antecedents for thing in earlier_things)
        else state.analysed_wording
    )


def brief_for_rules(state: TurnState, brief: Brief) -> Brief:
    """The brief for rules that write in place of a model: without the passages that they call irrelevant.

    If none is left, the answer is that nothing was found, with the nearest passages. If none surely answers by a
    model's grades, the passages are only shown; without such grades, the writer decides.
    """
    if brief.purpose != "answer":
        return brief
    irrelevant = {grade.chunk_id for grade in state.grades if not grade.relevant}
    packed = len(brief.passages) if brief.packed is None else brief.packed
    pairs = list(zip(brief.passages, brief.labels, strict=True))
    searched = _as_found(state.kept, pairs[:packed])
    from_search = [pair for pair in searched if pair[0].chunk.id not in irrelevant]
    from_tools = pairs[packed:]
    nothing = not from_search and not from_tools
    kept = searched[:NEAREST] if nothing else [*from_search, *from_tools]
    may_answer = bool(from_tools) or not brief.is_sure
    may_answer = may_answer or surely_answers([passage for passage, _ in from_search], state.grades)
    return replace(
        brief,
        purpose="not_found" if nothing else "answer" if may_answer else "passages",
        is_sure=brief.is_sure or bool(from_tools),
        passages=tuple(passage for passage, _ in kept),
        labels=tuple(label for _, label in kept),
        packed=len(kept) - len(from_tools),
    )


def _as_found(found: Sequence[Passage], packed: Sequence[tuple[Passage, int]]) -> list[tuple[Passage, int]]:
    """The passages that were found, each with the label of the packed passage that contains it, without others.

    A prompt for a model joins passages with their neighbours; rules are made for the passages of a search.
    """
    labelled = []
    for passage in found:
        chunk = passage.chunk
        for other, label in packed:
            is_within = other.chunk.start <= chunk.start < other.chunk.end
            if other.chunk.document_id == chunk.document_id and (is_within or other.chunk.id == chunk.id):
                labelled.append((passage, label))
                break
    return labelled
