"""Faults of an engine as people make them: each is a change of one place, with the tests that are run first."""

from dataclasses import dataclass

SOURCE = "src/askwell"


@dataclass(frozen=True, slots=True)
class Fault:
    """One change of the source."""

    name: str
    """What the faulty engine does."""
    file: str
    """Below `src/askwell`."""
    old: str
    """Occurs once in the file."""
    new: str
    tests: tuple[str, ...] = ()
    """Files or folders of tests that may notice it, besides those of `tests.quick` for the file; below `tests`."""


FAULTS = (
    Fault(
        "the scope guard judges the question as typed",
        "pipeline/route.py",
        "scope.judge(\n            state.analysed_wording,",
        "scope.judge(\n            state.analysed_asked,",
        ("contracts_s0", "test_engine.py"),
    ),
    Fault(
        "intents are classified by the question as typed",
        "pipeline/route.py",
        "intents.classify(\n            state.analysed_wording,",
        "intents.classify(\n            state.analysed_asked,",
        ("contracts_s1", "contracts_s4"),
    ),
    Fault(
        "known questions are compared with the question as typed",
        "pipeline/golden.py",
        "question, language = state.analysed_wording, state.language",
        "question, language = state.analysed_asked, state.language",
        ("test_engine_golden.py", "contracts_s3"),
    ),
    Fault(
        "every question has the same score of scope",
        "rules/scope.py",
        "score = round(100 * chance(signs, continues=_continues(recalled.turns)))",
        "score = 80 + 0 * round(chance(signs))",
        ("contracts_s0",),
    ),
    Fault(
        "the threshold of the scope is ignored",
        "rules/scope.py",
        "ScopeVerdict(score >= self._scope.threshold,",
        "ScopeVerdict(score >= 50,",
        ("contracts_s0",),
    ),
    Fault(
        "every sentence has the same support",
        "rules/support.py",
        "Support(each.start, each.end, round(score, 4),",
        "Support(each.start, each.end, 0.9 + 0 * score,",
        ("pipeline/test_cite.py", "text"),
    ),
    Fault(
        "no sentence lacks support",
        "rules/support.py",
        "score, _, lacks = measure(each.text, language, held, asked=asked)",
        'score, _, lacks = (*measure(each.text, language, held, asked=asked)[:2], "")',
        ("pipeline/test_cite.py",),
    ),
    Fault(
        "another search repeats the words of the first",
        "pipeline/search.py",
        "wordings = searches[min(state.searches, len(searches) - 1)]",
        "wordings = searches[0]",
        ("contracts_s0",),
    ),
    Fault(
        "only the question as typed is searched",
        "pipeline/search.py",
        "question = state.mention.rest if state.mention else state.question",
        "question = state.mention.rest if state.mention else state.analysed_asked",
        ("contracts_s1", "test_engine.py"),
    ),
    Fault(
        "labels of a question do not restrict its search",
        "pipeline/search.py",
        "labels = (*assistant.knowledge.labels, *state.options.labels)",
        "labels = assistant.knowledge.labels",
        ("test_engine.py", "http"),
    ),
    Fault(
        "the setting for sureness is ignored",
        "rules/write.py",
        "self._least_chance = (assistant.grade or GradeSection()).precision",
        "self._least_chance = GradeSection().precision",
    ),
    Fault(
        "passages for a model are dropped by the grades of rules",
        "pipeline/grade.py",
        'model_decides = section.by != "llm" and bool(runtime.context.writer.name)',
        "model_decides = False",
    ),
    Fault(
        "removed attachments are searched",
        "pipeline/attachments.py",
        "chosen or [each for each in state.attachments if each.is_active and not each.is_removed]",
        "chosen or [each for each in state.attachments if each.is_active]",
        ("test_engine_attachments.py", "http/test_attachments.py"),
    ),
    Fault(
        "memory is used although it is switched off",
        "pipeline/recall.py",
        "if not state.options.use_memory:",
        "if not state.options.use_memory and state.begun is None:",
        ("test_engine.py", "contracts_s2", "memory"),
    ),
    Fault(
        "the window of a question is ignored",
        "pipeline/recall.py",
        "window = state.options.window_turns or runtime.context.assistant.memory.window_turns",
        "window = runtime.context.assistant.memory.window_turns",
        ("contracts_s0", "http/test_ask_agent.py"),
    ),
    Fault(
        "passages that repeat another one are packed",
        "pipeline/pack.py",
        "frame.candidates if frame.is_given else without_near_duplicates(frame.candidates, room)",
        "frame.candidates",
        ("pipeline/test_pack.py",),
    ),
    Fault(
        "passages are not widened by what is next to them",
        "pipeline/pack.py",
        "passages = await _widened(",
        "passages = passages or await _widened(",
        ("pipeline/test_pack.py",),
    ),
    Fault(
        "a passage that does not fit is left out, not cut",
        "pipeline/pack.py",
        "spare >= MIN_SPARE_TOKENS and (part := cut_to(units[0], spare)):",
        "spare < 0 and (part := cut_to(units[0], spare)):",
        ("pipeline/test_pack.py",),
    ),
    Fault(
        "the text of an assistant replaces the rules for all answers",
        "prompts/messages.py",
        "join(system or ANSWER, ANSWER_RULE)",
        'join(system or ANSWER, "" if system else ANSWER_RULE)',
        ("prompts/test_messages.py",),
    ),
    Fault(
        "a prompt may exceed its budget",
        "pipeline/pack.py",
        "        if needed > self.budget:",
        "        if needed > 100 * self.budget:",
        ("bench/test_budget.py",),
    ),
    Fault(
        "an answer is given again to another tenant",
        "pipeline/answer_cache.py",
        "            state.principal.tenant,\n",
        "",
        ("contracts_s3",),
    ),
    Fault(
        "an answer with an attachment in its conversation is given again",
        "pipeline/answer_cache.py",
        "if present_attachments(state) or state.recalled.memory.items:",
        "if state.recalled.memory.items:",
        ("contracts_s3",),
    ),
    Fault(
        "a model may drop a negation of the question",
        "llm/veto.py",
        "if drops_negation(question, rewrite, language):",
        "if drops_negation(question, question, language):",
    ),
    Fault(
        "a model may invent a number",
        "llm/veto.py",
        "if _invents_number(rewrite, context, language):",
        "if _invents_number(question, context, language):",
    ),
    Fault(
        "an owner that lost its lease finishes the turn",
        "stores/sql/turn_writes.py",
        "if stored.session_fence != begun.fence or stored.active_turn_id != begun.turn.id:",
        "if stored.active_turn_id != begun.turn.id:",
        ("stores/test_conformance.py",),
    ),
    Fault(
        "a turn begins while another one runs",
        "stores/sql/turn_writes.py",
        "active_since, now):\n        raise validation.busy(session.id, now, session.lease_until)",
        "active_since, now) and session is None:\n        raise validation.busy(session.id, now, session.lease_until)",
        ("stores/test_conformance.py",),
    ),
    Fault(
        "two questions with one key are two turns",
        "stores/sql/turn_writes.py",
        "    if used_key is not None:",
        "    if used_key is not None and not key:",
        ("stores/test_conformance.py",),
    ),
    Fault(
        "urgent questions wait like others",
        "runtime/queue.py",
        "self.waiters.insert(urgent if is_urgent else len(self.waiters), waiter)",
        "self.waiters.insert(len(self.waiters) + 0 * urgent, waiter)",
    ),
    Fault(
        "the end of a turn wakes nobody",
        "runtime/queue.py",
        "            self.waiters[0].may_move.set()",
        "            self.waiters[0].may_move.clear()",
    ),
    Fault(
        "a declined turn is stored as an answer",
        "pipeline/outcome.py",
        '"declined" if state.outcome == "declined" else "completed"',
        '"completed" if state.outcome == "declined" else "completed"',
        ("test_engine.py", "contracts_s0"),
    ),
    Fault(
        "duplicates are packed",
        "pipeline/rank.py",
        "first.setdefault(wording(passage.chunk.text), passage)",
        "first.setdefault(passage.chunk.id, passage)",
    ),
    Fault(
        "a known answer needs no likeness",
        "rules/golden.py",
        "            if score >= GIVEN and against is None:",
        "            if against is None:",
        ("test_engine_golden.py",),
    ),
    Fault(
        "a known answer is given for another number",
        "rules/agreement.py",
        '        return Reason("golden.number")',
        "        pass",
        ("test_engine_golden.py",),
    ),
    Fault(
        "a known answer is given whatever the question word is",
        "rules/agreement.py",
        "    if not asked.asks <= kinds:",
        "    if False:",
        ("rules/test_golden.py",),
    ),
    Fault(
        "a known question is shown for another number",
        "rules/agreement.py",
        '"moment", "number",',
        '"moment",',
        ("test_engine_golden.py",),
    ),
    Fault(
        "a model that writes gets the known question that is near",
        "pipeline/pack.py",
        "and not frame.by_model and not frame.is_given",
        "and not frame.is_given",
        ("test_engine_golden.py",),
    ),
    Fault(
        "one unsupported sentence makes the whole answer unsupported",
        "pipeline/cite.py",
        "if verdict.support and all(each.lacks for each in verdict.support):",
        "if verdict.support and any(each.lacks for each in verdict.support):",
        ("test_engine.py", "contracts_s1"),
    ),
    Fault(
        "an answer is lost if the database is away for a moment",
        "pipeline/remember.py",
        'if error.code != "storage_unavailable" or now() + pause_s > give_up_at:',
        'if error.code != "storage_full" or now() + pause_s > give_up_at:',
        ("runtime/test_restarted_database.py",),
    ),
    Fault(
        "the second question is given for the first one",
        "pipeline/answer_from_history.py",
        "return tuple(each for each in line[position - 1 :] if each.number < turn.number)",
        "return tuple(each for each in line[position:] if each.number < turn.number)",
        ("test_engine.py", "contracts_s2"),
    ),
    Fault(
        "what a removed file said is repeated from the conversation",
        "pipeline/answer_from_history.py",
        "    turns = without_removed(turns, state.attachments)\n",
        "",
        ("test_engine_removed_files.py",),
    ),
    Fault(
        "a source has the page that its passage begins on",
        "pipeline/cite.py",
        "    if pages is None:\n        return support, sources\n",
        "    return support, sources\n",
        ("pipeline/test_word_pages.py",),
    ),
    Fault(
        "a question that may be foreign is answered as surely as any other",
        "rules/sureness.py",
        "share = min(1.0, brief.in_scope / CERTAINLY_IN_SCOPE)",
        "share = 1.0",
        ("rules/test_sureness.py",),
    ),
    Fault(
        "a turn without memory is remembered",
        "pipeline/digest.py",
        "    return turn.options.use_memory",
        "    return turn.options.use_memory or bool(turn.id)",
        ("memory", "contracts_s2"),
    ),
    Fault(
        "all calls of a round are run, however many there are",
        "pipeline/use_tools.py",
        "for each in await runner.run_all(state.calls[:MAX_CALLS], earlier)",
        "for each in await runner.run_all(state.calls[: 9 * MAX_CALLS], earlier)",
        ("tools",),
    ),
    Fault(
        "rounds of tools are not counted",
        "pipeline/use_tools.py",
        "if len(brief.rounds) >= section.rounds:",
        "if len(brief.rounds) > section.rounds:",
        ("tools",),
    ),
    Fault(
        "the wording of a caller is resolved again",
        "pipeline/resolve.py",
        "    if wording := state.options.standalone_question:",
        "    if (wording := state.options.standalone_question) and not wording:",
        ("test_engine.py", "contracts_s1"),
    ),
    Fault(
        "a wording is used however bad it is",
        "understanding/resolver.py",
        "enough = SURE_QUALITY if compared.draft.score >= SURE else WORDING_QUALITY",
        "enough = 0 * SURE_QUALITY if compared.draft.score >= SURE else 0 * WORDING_QUALITY",
        ("understanding",),
    ),
    Fault(
        "a question that is worded has no search terms",
        "understanding/resolver.py",
        "return replace(made, terms=further_terms(judged, wording, compared.language))",
        "return replace(made, terms=further_terms(judged, wording, compared.language)[:0])",
        ("understanding",),
    ),
    Fault(
        "a turn whose lease is lost ends as if its user had stopped it",
        "runtime/lease.py",
        'run.end_as = "interrupted"',
        "pass",
    ),
    Fault(
        "no partial answer is saved",
        "runtime/lease.py",
        "partial = text if is_due or (text and not saved) else None",
        "partial = text if is_due and not text else None",
        ("runtime/test_follow.py", "runtime/test_runs.py"),
    ),
    Fault(
        "a turn that ends during a digest is not digested",
        "runtime/memory_worker.py",
        "held.again, held.turn = True, turn",
        "held.again, held.turn = False, turn",
        ("memory",),
    ),
    Fault(
        "an old owner renews the lease of another one",
        "stores/sql/turn_writes.py",
        '        sessions.c.fence == bindparam("mine"),\n    )\n    .returning',
        '        sessions.c.fence >= bindparam("mine"),\n    )\n    .returning',
        ("stores/test_conformance.py",),
    ),
    Fault(
        "a regenerated answer is a turn after the first one",
        "stores/sql/turn_writes.py",
        "        parent_id=sibling.parent_id,",
        "        parent_id=sibling.id,",
        ("stores/test_conformance.py",),
    ),
    Fault(
        "a key that was used with another question gives its answer",
        "stores/sql/turn_writes.py",
        "if used_key.body_hash != fingerprint or used_key.session_id != session.id:",
        "if used_key.session_id != session.id:",
        ("stores/test_conformance.py",),
    ),
    Fault(
        "a removed rating stays",
        "stores/sql/feedback.py",
        "    if rating == 0:",
        "    if rating == 0 and comment:",
        ("stores/test_conformance.py",),
    ),
)
"""In the order of a turn's steps, then of the rooms below them."""
