"""The `pack` step: builds the writer's brief within a fixed budget of tokens, and records what is in it."""

import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from askwell.assistant import Assistant
from askwell.errors import ContextTooSmall
from askwell.events import Packed
from askwell.pipeline import history
from askwell.pipeline.compose import compose
from askwell.pipeline.golden import GOLDEN
from askwell.pipeline.grade import NEAREST, is_judged
from askwell.pipeline.memory import Remembered, cited_passages, memory_for
from askwell.pipeline.notes import notes_for
from askwell.pipeline.passages import cost_of, cut_to, is_part, joined, widened, without_near_duplicates
from askwell.pipeline.prompt_parts import fit_parts
from askwell.pipeline.purpose import FROM_PASSAGES, purpose_of
from askwell.pipeline.slots import budget_of, fill
from askwell.pipeline.state import TurnRuntime, TurnState, Update, emit
from askwell.pipeline.tool_offer import offered, reserved_tokens, tool_tokens_of
from askwell.pipeline.whole_files import with_whole_files
from askwell.pipeline.whole_lists import with_whole_lists
from askwell.pipeline.word_for_word import word_for_word
from askwell.projections import guard_score
from askwell.prompts import prompt_trust, summary_trust, writer_messages
from askwell.text.closeness import wording
from askwell.text.facts import says_more
from askwell.text.match import stems_of, subject_words
from askwell.text.orders import is_doubtful
from askwell.text.tokens import count_tokens
from askwell.types import (
    Brief,
    CompositionVerdict,
    Decision,
    Ledger,
    NearestKnown,
    Passage,
    Purpose,
    Reason,
    SlotName,
    Turn,
    Why,
    as_param,
    decided,
)

MIN_SPARE_TOKENS = 60
"""Minimum tokens for which a passage or a turn that does not fit is cut."""

WIDENINGS = 3
"""Maximum chunks that are added before a passage, and after it."""

KEY_BYTES = 3
"""Random bytes in the delimiters of a prompt; a guess is right once in 16 million prompts."""


async def pack(state: TurnState, runtime: TurnRuntime) -> Update:
    """The brief and its ledger. Raises ContextTooSmall if instructions and question alone exceed the budget."""
    frame = _Frame(state, runtime)
    verdict = await compose(state, runtime, frame.candidates)
    brief, framed = frame.brief, frame.tokens
    room = frame.budget - sum(framed.values())
    parts, part_tokens, left_out = await fit_parts(state, runtime, room)
    tools = offered(
        runtime, brief.purpose, room - part_tokens, word_for_word=frame.is_given or state.operation is not None
    )
    framed |= {"parts": part_tokens, "tools": tool_tokens_of(tools)}
    room = frame.budget - sum(framed.values())
    room -= reserved_tokens(runtime, tools, room)
    packed = await _pack_context(state, runtime, frame, verdict, room)
    tokens = Counter(framed) + Counter(packed.tokens)
    memory = packed.memory
    passages, labels = packed.passages, tuple(range(1, len(packed.passages) + 1))
    if brief.purpose == "recall":
        passages, labels = cited_passages(memory.older)
    nearest = _nearest_known(state, frame)
    if nearest is not None:
        passages, labels = (*passages, nearest.passage), (*labels, len(labels) + 1)
    brief = replace(
        brief,
        passages=passages,
        labels=labels,
        turns=packed.turns,
        first_question=memory.first_question,
        summary=memory.summary,
        summary_trust=summary_trust(state.recalled.memory, packed.turns or state.recalled.turns),
        older=memory.older,
        corrections=memory.corrections,
        topics=memory.topics,
        parts=parts,
        tools=tools,
        nearest_known=nearest,
        word_for_word=state.ask_back or word_for_word(state, passages, (*runtime.context.assistant.own_ways, GOLDEN)),
    )
    dropped = (*left_out, *packed.dropped)
    ledger = Ledger(
        verdict.composition,
        frame.budget,
        {str(name): size for name, size in tokens.items()},
        dropped,
        verdict.reason,
        _quality(state, packed),
        frame.reserve,
        prompt_trust(brief),
    )
    if passages and brief.purpose in FROM_PASSAGES:
        emit(runtime, Packed(0, passages))
    return {"brief": brief, "ledger": ledger, "decisions": _decisions(ledger, packed, verdict), "usage": verdict.usage}


class _Frame:
    """What every prompt of the turn contains: instructions, question and notes."""

    def __init__(self, state: TurnState, runtime: TurnRuntime) -> None:
        assistant = runtime.context.assistant
        purpose = purpose_of(state, runtime)
        is_given = state.table_answer is not None or state.route in (*assistant.own_ways, GOLDEN)
        self.is_given = bool(state.ask_back or state.reused) or is_given
        self.by_model = bool(runtime.context.writer.name) and not self.is_given
        self.candidates = _candidates(state, purpose)
        self.reserve = assistant.write.max_tokens if self.by_model else 0
        self.budget = budget_of(assistant.pack, len(self.candidates), self.reserve)
        in_blocks = self.by_model and state.options.window_turns is None
        self.window_turns = assistant.memory.window_turns if in_blocks else 0
        self.brief = Brief(
            purpose=purpose,
            question=state.wording,
            asked=state.asked,
            language=state.language,
            terms=state.terms,
            unsure=state.unsure,
            notes=notes_for(state, assistant),
            about_user=state.options.about_user,
            operation=state.operation,
            is_sure=is_judged(assistant),
            in_scope=_in_scope(state),
            doubted=state.doubted,
            facts=tuple([(each.text, " or ".join(each.readings)) for each in state.facts if says_more(each)]),
            key=secrets.token_hex(KEY_BYTES),
        )
        self.tokens: dict[SlotName, int] = {"question": count_tokens(state.wording)}
        if state.asked != state.wording:
            self.tokens["question"] += count_tokens(state.asked)
        if self.by_model:
            self._count(runtime)

    def _count(self, runtime: TurnRuntime) -> None:
        """Add the instructions, as they will be sent. Without a model nothing is sent."""
        assistant = runtime.context.assistant
        needed = _prompt_tokens(self.brief, assistant)
        known = (*self.brief.about_user, *self.brief.facts)
        self.tokens["facts"] = sum(count_tokens(f"{name}: {value}") for name, value in known)
        system = needed
        if assistant.tools is not None and self.brief.purpose != "decline":
            # When a tool finds passages, the instructions become those of an answer.
            as_answer = _prompt_tokens(replace(self.brief, purpose="answer"), assistant)
            system = max(needed, min(as_answer, self.budget))
        self.tokens["system"] = max(0, system - sum(self.tokens.values()))
        if needed > self.budget:
            raise ContextTooSmall(
                f"The question and the instructions have {needed} tokens, and the prompt has room for {self.budget}",
                hint="Shorten the question, or raise `pack.budget_tokens` or `pack.window_tokens` of the assistant.",
            )


def _prompt_tokens(brief: Brief, assistant: Assistant) -> int:
    """Tokens of the messages for a brief."""
    messages = writer_messages(brief, assistant.prompts, assistant.subject)
    return sum(count_tokens(message.content) + history.MESSAGE_TOKENS for message in messages)


@dataclass(frozen=True)
class _Context:
    """What was packed around the question."""

    memory: Remembered
    passages: tuple[Passage, ...]
    turns: tuple[Turn, ...]
    tokens: dict[SlotName, int]
    dropped: tuple[Why, ...]
    wanted: int
    """Tokens of all that could have been packed."""


async def _pack_context(
    state: TurnState, runtime: TurnRuntime, frame: _Frame, verdict: CompositionVerdict, room: int
) -> _Context:
    """Passages, turns and memory that fit into `room` tokens, divided among the slots of the composition."""
    purpose = frame.brief.purpose
    # Rows of tables differ in a few words only.
    distinct = frame.candidates if frame.is_given else without_near_duplicates(frame.candidates, room)
    units = joined(distinct) if frame.by_model else distinct
    of_documents = tuple(passage for passage in units if passage.is_attached)
    of_collections = tuple(passage for passage in units if not passage.is_attached)
    newest_first = history.candidates(state.recalled, purpose)[::-1]
    memory = memory_for(state, purpose, newest_first, by_model=frame.by_model)
    costs: dict[SlotName, Sequence[int]] = {
        "passages": [cost_of(each) for each in of_collections],
        "documents": [cost_of(each) for each in of_documents],
        "history": [history.cost_of(each) for each in newest_first],
        **memory.costs,
    }
    kept = fill(room, costs, verdict.composition)
    tokens = {name: sum(costs[name][at] for at in chosen) for name, chosen in kept.items() if chosen}
    chosen = {of_collections[at].chunk.id for at in kept["passages"]}
    chosen |= {of_documents[at].chunk.id for at in kept["documents"]}
    passages = tuple(passage for passage in units if passage.chunk.id in chosen)
    turns = history.fitted(newest_first[::-1], len(kept["history"]), frame.window_turns)
    tokens["history"] = sum(history.cost_of(each) for each in turns)
    fitted = _with_cut(units, newest_first, _Fitted(passages, turns), room - sum(tokens.values()))
    passages, turns = fitted.passages, fitted.turns
    if frame.by_model and passages and not fitted.cut and purpose == "answer":
        spare = room - sum(tokens.values())
        if verdict.composition != "pure_kb":
            packed = sum(map(cost_of, passages))
            passages = await with_whole_files(passages, spare, state, runtime)
            spare -= sum(map(cost_of, passages)) - packed
        over = sum(not any(is_part(each, whole) for whole in passages) for each in units)
        passages = await _widened(passages, [passage.chunk.id for passage in distinct], spare, state, runtime)
    else:
        over = len(units) - len(passages)
    if not frame.by_model and not frame.is_given and not fitted.cut and purpose == "answer":
        passages = await with_whole_lists(passages, room - sum(tokens.values()), state, runtime)
    tokens["history"] = sum(history.cost_of(each) for each in turns)
    tokens["documents"] = sum(cost_of(each) for each in passages if each.is_attached)
    tokens["passages"] = sum(cost_of(each) for each in passages if not each.is_attached)
    reasons = (
        Reason("pack.passages_over", {"passages": over}),
        Reason("pack.duplicates", {"passages": len(frame.candidates) - len(distinct)}),
        Reason("pack.turns_over", {"turns": len(newest_first) - len(turns)}),
    )
    dropped = [each for each in reasons if any(each.params.values())]
    dropped += [Reason("pack.cut", {"what": what}) for what in fitted.cut]
    wanted = sum(map(sum, costs.values()))
    return _Context(
        memory.kept(kept, () if purpose == "recall" else turns), passages, turns, tokens, tuple(dropped), wanted
    )


@dataclass(frozen=True)
class _Fitted:
    """Passages and turns that fit, and which of them were cut for it."""

    passages: tuple[Passage, ...]
    turns: tuple[Turn, ...]
    cut: tuple[str, ...] = ()


def _with_cut(units: Sequence[Passage], newest_first: Sequence[Turn], whole: _Fitted, spare: int) -> _Fitted:
    """What fits whole; where nothing does, the first passage or the newest turn, cut to the spare tokens."""
    fitted = whole
    if units and not whole.passages and spare >= MIN_SPARE_TOKENS and (part := cut_to(units[0], spare)):
        fitted = replace(fitted, passages=(part,), cut=("passage",))
        spare -= cost_of(part)
    is_left_out = newest_first and not whole.turns and spare >= MIN_SPARE_TOKENS
    if is_left_out and (short := history.cut_to(newest_first[0], spare)):
        fitted = replace(fitted, turns=(short,), cut=(*fitted.cut, "turn"))
    return fitted


async def _widened(
    passages: tuple[Passage, ...], ids: Sequence[str], spare: int, state: TurnState, runtime: TurnRuntime
) -> tuple[Passage, ...]:
    """The passages with what is next to them, then with what is next to that, as far as `spare` tokens allow."""
    known = list(ids)
    for _ in range(WIDENINGS):
        neighbours = await runtime.context.searcher.around(known, labels=state.options.labels)
        wide = widened(passages, neighbours, spare)
        added = sum(map(cost_of, wide)) - sum(map(cost_of, passages))
        if not added or added > spare:
            return passages
        passages, spare = wide, spare - added
        known += [each.chunk.id for each in neighbours]
    return passages


def _candidates(state: TurnState, purpose: Purpose) -> tuple[Passage, ...]:
    if purpose == "not_found":
        return state.found[:NEAREST]
    return state.kept if purpose in FROM_PASSAGES else ()


def _nearest_known(state: TurnState, frame: _Frame) -> NearestKnown | None:
    """The known question that is shown if nothing surely answers; a model that writes does not get it."""
    is_shown = frame.brief.purpose in {"answer", "passages", "not_found"} and not frame.by_model and not frame.is_given
    return state.nearest_known if is_shown else None


def _in_scope(state: TurnState) -> float:
    """The chance that the question is in scope, as the guard judged it; 1 if it did not judge."""
    score = guard_score(state.decisions)
    return 1.0 if score is None else score / 100


def _quality(state: TurnState, packed: _Context) -> float | None:
    """See `Ledger.quality`."""
    question = subject_words(state.analysed_wording, state.language)
    if not question:
        return None
    texts = [passage.chunk.text for passage in packed.passages]
    texts += [text for turn in (*packed.turns, *packed.memory.older) for text in (turn.question, turn.answer)]
    words = f" {' '.join(map(wording, texts))}"
    stems = dict(zip(question, stems_of(question, state.language), strict=True))
    covered = sum(f" {word}" in words or f" {stem}" in words for word, stem in stems.items())
    fitted = min(1.0, sum(packed.tokens.values()) / packed.wanted) if packed.wanted else 1.0
    return round(covered / len(question) * fitted, 4)


def _decisions(ledger: Ledger, packed: _Context, verdict: CompositionVerdict) -> tuple[Decision, ...]:
    """The composition, passages that were marked for a model, and what was packed."""
    composed = decided(
        "pack.composed",
        {"composition": verdict.composition, "reason": as_param(verdict.reason)},
        score=verdict.score,
    )
    params = {
        "passages": len(packed.passages),
        "turns": len(packed.turns),
        "used": sum(ledger.tokens.values()),
        "budget": ledger.budget,
        "dropped": [as_param(each) for each in ledger.dropped],
    }
    detail = {"tokens": dict(ledger.tokens), "distribution": dict(ledger.distribution), "reserve": ledger.reserve}
    doubtful = [each.chunk.id for each in packed.passages if is_doubtful(each.chunk.text)] if ledger.reserve else []
    marked = (decided("pack.doubtful", {"passages": len(doubtful)}, detail={"chunks": doubtful}),) if doubtful else ()
    return composed, *marked, decided("pack.packed", params, score=ledger.quality, detail=detail)
