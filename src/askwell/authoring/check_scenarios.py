"""Checks scenarios: what their files say, and what an assistant must have for them."""

import difflib
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path, PurePosixPath

from askwell.assistant import BUILT_IN_WAYS, Assistant, load_golden
from askwell.authoring.problems import Problem, placed, problem_at
from askwell.composition.models import DOCUMENTS
from askwell.errors import BadConfig
from askwell.evals.load import load_scenario
from askwell.evals.scenario import Scenario, ScenarioTurn, choices
from askwell.knowledge.scan import scan
from askwell.languages import LANGUAGES
from askwell.text.yaml_places import Path as At
from askwell.text.yaml_places import Places, read_places

_OWN_WAYS = ("last_answer", "recall", "golden", "reply")
"""Routes of turns that are not searched."""


def scenario_problems(file: Path, assistant: Assistant | None, known: AbstractSet[str]) -> Iterator[Problem]:
    """The problems of a scenario; `known` are names of assistants, empty if they are not known.

    Without an assistant, what it must have is not checked.
    """
    try:
        scenario = load_scenario(file)
        _, places = read_places(file.read_text(encoding="utf-8"), str(file))
    except BadConfig as error:
        for line in error.message.split("\n"):
            yield placed(BadConfig(line, hint=error.hint), file)
        return
    yield from _own(scenario, file, places)
    if scenario.assistant is not None and known and scenario.assistant not in {*known, DOCUMENTS}:
        place = places.of(("assistant",))
        message = f"no assistant is named {scenario.assistant!r}"
        yield problem_at(file, place, message, nearest(scenario.assistant, known))
    if assistant is not None and scenario.assistant in {None, assistant.name}:
        yield from _expected(scenario, assistant, file, places)


def _own(scenario: Scenario, file: Path, places: Places) -> Iterator[Problem]:
    """What is wrong whatever answers: files that do not exist, and context that nothing can give."""
    yield from _missing(scenario.setup.documents, ("setup", "documents"), file, places)
    for at, turn in enumerate(scenario.conversation):
        yield from _missing(turn.attach, ("conversation", at, "attach"), file, places)
        if turn.requires_context:
            place = places.of(("conversation", at, "requires_context"))
            if at == 0:
                message = "the first turn requires context, and nothing is before it"
                yield problem_at(file, place, message, "Write the question so that it is complete.")
            elif not turn.expected_question:
                message = f"turn {turn.turn} requires context and has no `expected_question`: rules fail it"
                yield problem_at(file, place, message, "Write what it asks, or judge with a model.", broken=True)


def _missing(files: Sequence[str], path: At, file: Path, places: Places) -> Iterator[Problem]:
    for number, each in enumerate(files):
        if not Path(each).is_file():
            name = Path(each).relative_to(file.parent) if Path(each).is_relative_to(file.parent) else each
            message = f"there is no file {str(name)!r}"
            yield problem_at(file, places.of((*path, number)), message, "Paths are relative to the scenario's file.")


def _expected(scenario: Scenario, assistant: Assistant, file: Path, places: Places) -> Iterator[Problem]:
    """Documents, routes, tools and languages that a scenario expects and the assistant does not have."""
    sources = _sources(assistant)
    ways = frozenset((*BUILT_IN_WAYS, *assistant.own_ways, *_OWN_WAYS))
    tools = frozenset(assistant.tools.use if assistant.tools else ())
    yield from _language(scenario.language, assistant, ("language",), file, places)
    for at, turn in enumerate(scenario.conversation):
        for number, name in enumerate(turn.expected_sources):
            if sources and PurePosixPath(name).name not in sources:
                place = places.of(("conversation", at, "expected_sources", number))
                yield problem_at(file, place, f"no document is named {name!r}", nearest(name, sources))
        yield from _named(turn, "way", ways, file, places)
        yield from _named(turn, "tool", tools, file, places)
        yield from _language(turn.language, assistant, ("conversation", at, "language"), file, places)


def _named(turn: ScenarioTurn, key: str, known: AbstractSet[str], file: Path, places: Places) -> Iterator[Problem]:
    for name in choices(getattr(turn.expect, key)):
        if name not in known:
            place = places.of(("conversation", turn.turn - 1, "expect", key))
            hint = nearest(name, known) if known else f"The assistant has no {key}s."
            yield problem_at(file, place, f"no {key} is named {name!r}", hint)


def _language(code: str | None, assistant: Assistant, path: At, file: Path, places: Places) -> Iterator[Problem]:
    if code is not None and code not in assistant.languages:
        known = frozenset(assistant.languages)
        message = f"the assistant has no language {code!r}" if code in LANGUAGES else f"no language is named {code!r}"
        yield problem_at(file, places.of(path), message, nearest(code, known))


def _sources(assistant: Assistant) -> frozenset[str]:
    """Names that an answer can cite; empty if the documents of other collections are searched too."""
    folder = assistant.knowledge_folder
    if folder is None or assistant.folder is None or set(assistant.collections) - {assistant.name}:
        return frozenset()
    tables = [each.table for each in assistant.ways.values()] + [each.table for each in assistant.catalogues.values()]
    names = {PurePosixPath(each.name).name for each in scan(folder, ()).files}
    names |= {PurePosixPath(table).name for table in tables}
    if assistant.golden is not None:
        try:
            pairs = load_golden(assistant.folder / assistant.golden.file)
        except BadConfig:
            return frozenset()  # that file has problems of its own
        names |= {PurePosixPath(pair.document or assistant.golden.file).name for pair in pairs}
    return frozenset(names)


def nearest(name: str, known: AbstractSet[str]) -> str:
    """A hint with the nearest of the known names, else with the first of them."""
    near = difflib.get_close_matches(name, sorted(known), n=1, cutoff=0.4)
    return f"Did you mean `{near[0]}`?" if near else f"Known: {', '.join(sorted(known)[:12])}."
