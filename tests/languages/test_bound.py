"""No words of a language stand outside its folder. An approximation: by function words in string literals."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from askwell.languages import LANGUAGES, lexicon
from tests.conftest import REPOSITORY

SOURCE = REPOSITORY / "src" / "askwell"
FILES = [file for file in sorted(SOURCE.rglob("*.py")) if "languages" not in file.relative_to(SOURCE).parts]
WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
MANY_ENGLISH = 3
"""English is also what code and errors are written in: only lists and alternations with so many words count."""

ALLOWED: dict[str, set[str]] = {
    "authoring/definition.py": {"ge", "le"},
    "http/chat_memory.py": {"een", "hadden", "voor", "wat", "zijn"},
    "knowledge/readers/xlsx.py": {"col"},
    "privacy/websites.py": {"about", "be", "in", "io", "it", "me"},
    "understanding/grammar/phrasing.py": {"gli", "il", "la", "lo"},
    "text/dutch.py": {"die", "het", "hoe"},
    "text/grammar.py": {"het", "loro", "waar"},
    "text/inflection.py": {"ed", "ge", "io"},
    "text/mentions.py": {"een"},
}
"""File to the words that it may hold: single words and endings of a rule for one language, examples for readers,
names of limits, of elements and of web sites."""

FILES_OF_SAMPLES = {"models/embed_e5.py", "prompts/words.py"}
"""What is computed or prompted with sentences in several languages."""

NEUTRAL = {"ad", "ai", "al", "ben", "ci", "com", "come", "de", "del", "di", "en", "li", "op", "state", "want", "word"}
"""Words that are also English, a code or a name in the program."""

AFFIXES = {"endswith", "removeprefix", "removesuffix", "startswith"}


def function_words(language: str) -> set[str]:
    known = lexicon(language)
    groups = (known.stop_words, known.prepositions, known.auxiliaries, known.conjunctions, known.question_words)
    return {word for group in groups for word in group if len(word) > 1}


ENGLISH = function_words("en")
FOREIGN = {word for code in LANGUAGES if code != "en" for word in function_words(code)} - ENGLISH - NEUTRAL


def literals(tree: ast.Module) -> Iterator[str]:
    """String literals in lower case; no docstrings, and nothing that is looked for at the edges of words."""
    nodes = list(ast.walk(tree))
    left_out = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in AFFIXES:
            left_out |= {id(part) for argument in node.args for part in ast.walk(argument)}
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in left_out:
            yield node.value.lower()


def lists(tree: ast.Module) -> Iterator[list[str]]:
    """Words of each list: of a display of strings, of a text that is split, of an alternation."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Set | ast.Tuple | ast.List):
            yield [each.value for each in node.elts if isinstance(each, ast.Constant) and isinstance(each.value, str)]
        elif isinstance(node, ast.Attribute) and node.attr == "split" and isinstance(node.value, ast.Constant):
            yield WORD.findall(str(node.value.value).lower())
    yield from (WORD.findall(re.sub(r"\\\w", " ", each)) for each in literals(tree) if each.count("|") > 1)


def words_held(source: str) -> set[str]:
    """Words of a language in a module's literals: function words of another than English, and lists of English ones."""
    tree = ast.parse(source)
    found = {word for each in literals(tree) for word in WORD.findall(each) if word in FOREIGN}
    for each in lists(tree):
        english = ENGLISH.intersection(each)
        if len(english) >= MANY_ENGLISH:
            found |= english
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(SOURCE).as_posix())
def test_words_of_a_language_stand_in_its_folder(file: Path) -> None:
    name = file.relative_to(SOURCE).as_posix()
    if name not in FILES_OF_SAMPLES:
        assert words_held(file.read_text()) == ALLOWED.get(name, set())


@pytest.mark.parametrize(
    "source",
    [
        "_WHO = frozenset({'who', 'wie', 'chi'})",
        "_IF = frozenset('if when while after'.split())",
        "_WHEN = re.compile(r'\\b(?:when|how|since)\\b')",
        "text = f'{noun} van {x}'",
    ],
)
def test_words_in_a_module_are_found(source: str) -> None:
    assert words_held(source)
