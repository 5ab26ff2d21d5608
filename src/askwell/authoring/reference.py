"""Writes docs/assistants.md from the definition: `python -m askwell.authoring.reference ASSISTANTS FILE`."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel

from askwell.authoring.definition import Key, Part, parts

MOST_EXAMPLE_CHARS = 70
"""A longer example of a bundled assistant is not shown."""

EXAMPLES: Mapping[str, object] = {
    "description": "Answers questions about our garden.",
    "starters": ["When do I prune roses?"],
    "demo": ["What is mulch?", "When do I use it?", "And for roses?", "Why?"],
    "knowledge": {"path": "knowledge"},
    "memory": {"window_turns": 3},
    "resolve": {"by": "rules"},
    "scope": {"about": "gardening"},
    "route": {"otherwise": "search"},
    "ways": {"location": {"table": "tables/boards.csv"}},
    "catalogues": {"laptops": {"table": "tables/laptops.csv"}},
    "golden": {"file": "golden.yaml"},
    "search": {"k": 24},
    "cite": {"style": "footnote"},
    "tools": {"use": ["search_knowledge_base"]},
    "cache": {"answers": 500},
    "limits": {"question_bytes": 4000},
    "privacy": {"store": "mask"},
    "steps": [{"use": "greeting", "after": "recall"}],
    "knowledge.path": "knowledge",
    "knowledge.collections": ["garden", "shared"],
    "knowledge.labels": ["public"],
    "memory.window_turns": 3,
    "memory.digest": "rules",
    "resolve.by": "llm",
    "resolve.draft": False,
    "scope.examples": ["When do I prune roses?"],
    "scope.foreign": ["Who won the match?"],
    "scope.message": "I only know about gardens.",
    "route.by": "rules",
    "route.keywords": [{"way": "location", "words": ["nearest board"]}],
    "route.keywords[].words": ["nearest board"],
    "route.named": ["laptops"],
    "route.intents": [{"name": "planting", "examples": ["When do I plant it?"]}],
    "route.intents[].examples": ["When do I plant tulips?"],
    "route.intents[].description": "when and how to plant",
    "route.otherwise": "search",
    "ways.NAME.match": {"board": ["{} board"], "county": ["{} County", "{}"]},
    "ways.NAME.row": ["{board} serves {matched}.", "Phone: {phone}."],
    "ways.NAME.owner": {"column": "customer"},
    "ways.NAME.owner.tenant": "local",
    "ways.NAME.places": {"table": "tables/cities.csv"},
    "ways.NAME.places.names": {"city": "{city} in {county} County"},
    "ways.NAME.nearest": {"words": ["nearest board"], "place": "city"},
    "ways.NAME.nearest.words": ["nearest board"],
    "ways.NAME.nearest.row": ["{board} is nearest, {km} km away."],
    "ways.NAME.ask": {"words": ["which board"], "question": "In which county?"},
    "ways.NAME.ask.words": ["which board"],
    "ways.NAME.absent": {"like": r"[A-Z]{2}-\d+", "say": "I know no {asked}."},
    "ways.NAME.ordinary": ["Deaf", "Smith and Sons"],
    "catalogues.NAME.flags[].words": ["in stock", "available"],
    "catalogues.NAME.flags[].at_least": 1,
    "catalogues.NAME.say": [{"about": ["weight"], "text": "It weighs {kg} kg."}],
    "catalogues.NAME.say[].when": {"kind": ["laptop", "tablet"]},
    "catalogues.NAME.ordinary": ["Air", "Pro"],
    "search.k": 40,
    "search.reword": "llm",
    "search.tables": "rules",
    "rank.by": "fused",
    "rank.candidates": 60,
    "grade.by": "llm",
    "grade.precision": 0.2,
    "pack.composition": "hybrid",
    "pack.by": "rules",
    "pack.parts": ["opening-hours"],
    "pack.window_tokens": 8192,
    "write.by": "rules",
    "write.temperature": 0.2,
    "write.max_tokens": 600,
    "write.decline_temperature": 0.5,
    "write.decline_max_tokens": 200,
    "cite.by": "rules",
    "cite.style": "id",
    "cite.id_field": "document",
    "cite.id_pattern": r"^([a-z]+)-",
    "tools.use": ["search_knowledge_base", "lookup_past_conversation"],
    "tools.rounds": 3,
    "tools.timeout_s": 5,
    "tools.total_s": 20,
    "tools.budget_tokens": 1000,
    "cache.answers": 500,
    "cache.age_s": 3600,
    "limits.question_bytes": 4000,
    "limits.busy": "enqueue",
    "privacy.store": "pseudonym",
    "privacy.prompt": "pseudonym",
    "privacy.trace": "mask",
    "privacy.log": "mask",
    "privacy.export": "mask",
    "privacy.kinds": ["EMAIL", "IBAN"],
    "steps[].use": "greeting",
    "steps[].before": "write",
    "steps[].after": "recall",
    "golden.file": "golden.yaml",
    "golden.by": "rules",
    "golden.file: [].questions": ["When are you open?", "What are your hours?"],
    "golden.file: [].answer": "Monday to Friday, 9 to 5.",
    "golden.file: [].document": "hours.md",
    "golden.file: [].title": "Opening hours",
    "golden.file: [].url": "https://example.org/hours",
    "golden.file: [].time_bound": True,
    "golden.file: [].valid_until": "2027-01-31",
}
"""Path of a key to an example, for keys that no bundled assistant has in a short form."""

_HEAD = """# The definition of an assistant

Every key of `assistant.yaml`. `make reference` writes this page from the schema, and a test fails if it is out of date.

```sh
askwell new garden --from childcare   # a folder that works, to change
askwell check assistants/garden       # problems with file, line and column
askwell check --schema > assistant.schema.json
```

An assistant is a folder with this file, documents in `knowledge/`, texts that replace the built-in prompts in
`prompts/*.md`, tables, and [scenarios](evaluate.md) in `scenarios/*.conv.yaml`. [extend.md](extend.md) has the steps,
tools and parts of prompts that a package can add.

A section that is left out leaves out its step. An unknown key is an error. With the line
`# yaml-language-server: $schema=assistant.schema.json` at the top of the file, editors complete its keys and show what
they mean; `askwell new` writes the line and the schema.

`by` says what decides: `auto` is a model if one is configured, otherwise rules; exceptions are noted at the key.
"""


def reference(assistants: Path) -> str:
    """The page as Markdown, with examples of the assistants in this folder."""
    written = [yaml.safe_load(file.read_text(encoding="utf-8")) for file in sorted(assistants.glob("*/assistant.yaml"))]
    return "\n".join([_HEAD, *(_section(part, written) for part in parts())])


def example(path: str, written: Sequence[object]) -> object:
    """An example of a key: ours, else the first short value in these files; None if there is none."""
    if path in EXAMPLES:
        return EXAMPLES[path]
    values = (value for each in written for value in _values(each, path.split(".")))
    return next((value for value in values if len(_flow(value)) <= MOST_EXAMPLE_CHARS), None)


def _section(part: Part, written: Sequence[object]) -> str:
    title = f"`{part.path}`" if part.path else "The file"
    lines = [
        f"## {title}",
        "",
        part.meaning,
        "",
        "| key | type | default | example | effect |",
        "|---|---|---|---|---|",
    ]
    for key in part.keys:
        path = f"{part.path}.{key.name}".removeprefix(".")
        cells = (f"`{key.name}`", _type(key, path), _default(key), _code(example(path, written)), key.meaning)
        lines.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |")
    return "\n".join([*lines, ""])


def _type(key: Key, path: str) -> str:
    if key.section is None:
        return key.kind
    ending = "[]" if key.kind.startswith("list") else ".NAME" if key.kind.startswith("mapping") else ""
    anchor = "".join(char for char in f"{path}{ending}".lower() if char.isalnum() or char in "_-")
    return f"[{key.kind}](#{anchor})"


def _default(key: Key) -> str:
    if key.is_required:
        return "required"
    if isinstance(key.default, BaseModel):
        return "its defaults"
    if key.name == "kinds":
        return "all personal kinds"
    return "none" if key.default is None or key.default in ("", (), {}) else _code(key.default)


def _code(value: object) -> str:
    return "" if value is None else f"`{_flow(value)}`"


def _flow(value: object) -> str:
    """A value in one line of YAML."""
    plain = json.loads(json.dumps(value, ensure_ascii=False))  # tuples as lists
    dumped = yaml.safe_dump([plain], default_flow_style=True, allow_unicode=True, width=10_000, sort_keys=False)
    return str(dumped).strip()[1:-1]


def _values(value: Any, path: Sequence[str]) -> Iterator[object]:
    """The values at a path of keys, where `NAME` is any key and `[]` after a key any item."""
    if not path:
        yield value
        return
    name, rest = path[0].removesuffix("[]"), path[1:]
    if isinstance(value, dict):
        for inner in value.values() if name == "NAME" else [value[name]] if name in value else []:
            for each in inner if path[0].endswith("[]") else [inner]:
                yield from _values(each, rest)


if __name__ == "__main__":
    Path(sys.argv[2]).write_text(reference(Path(sys.argv[1])), encoding="utf-8")
