"""Code is quoted with the words that introduce it, in a block of its own, and with its own signs."""

import asyncio
from dataclasses import replace

import pytest

from askwell.languages import wording
from askwell.rules.operations import operation_pieces
from askwell.rules.units import units
from askwell.rules.write import RulesWriter, answer_pieces
from askwell.text.support import statements
from askwell.types import Brief, Operation, OperationKind, Outcome, Passage
from tests.passages import brief, passage
from tests.rules.test_chat import ASSISTANT, turn

COMMAND = "tar -xzf backup.tar.gz"
LOOP = 'for file in *.log; do\n  gzip "$file"\ndone'
ARCHIVES = passage(
    f"Backups are archives. The archive of a backup is unpacked with the program tar. For example,\n\n{COMMAND}\n\n"
    "writes all files into the folder.\n\nLogs grow every day. Old logs are compressed by this loop:\n\n"
    f"{LOOP}\n\nNobody reads them.",
    title="Backups",
    document="backups",
)


def answer(question: str, passages: list[Passage]) -> str:
    return "".join(answer_pieces(brief(question, passages)))


def test_a_paragraph_of_code_is_a_unit_with_its_lines() -> None:
    code = [unit.text for unit in units([ARCHIVES]) if unit.kind == "code"]
    assert code == [COMMAND, LOOP]


def test_code_comes_with_the_words_that_introduce_it() -> None:
    said = answer("How do I unpack the archive of a backup?", [ARCHIVES])
    assert f"with the program tar. [1] For example, [1]\n```\n{COMMAND}\n```" in said


def test_the_lines_of_code_are_kept() -> None:
    assert f"by this loop: [1]\n```\n{LOOP}\n```" in answer("How are old logs compressed?", [ARCHIVES])


def test_code_claims_nothing() -> None:
    said = answer("How are old logs compressed?", [ARCHIVES])
    assert not any("gzip" in each.text for each in statements(said))


def test_a_sentence_that_goes_on_after_code_is_said_with_it() -> None:
    said = answer("Which files does it write into the folder?", [ARCHIVES])
    assert f"```\n{COMMAND}\n```\nwrites all files into the folder. [1]" in said


def test_code_without_a_word_before_it_is_not_quoted() -> None:
    bare = passage(f"{COMMAND}\n\nBackups are archives of a folder.", title="Backups", document="bare")
    assert COMMAND not in answer("What are backups? backup.tar.gz", [bare])


def test_an_unsure_reply_quotes_code_within_the_line_with_its_own_quotation_marks() -> None:
    given = replace(brief("Which zebra compressed the logs at night?", [ARCHIVES]), purpose="passages")

    async def written() -> str:
        return "".join([str(piece) async for piece in RulesWriter(ASSISTANT).write(given)])

    assert 'by this loop: `for file in *.log; do gzip "$file" done` Nobody reads them.' in asyncio.run(written())


def asked_again(kind: OperationKind, last: str, outcome: Outcome = "answered") -> str:
    earlier = turn(1, "How are old logs compressed?", last, outcome=outcome)
    question = "How are old logs compressed?"
    given: Brief = replace(brief(question, [ARCHIVES]), purpose="operation", operation=Operation(kind, (earlier,)))
    return "".join(operation_pieces(given))


def test_a_shorter_answer_keeps_the_code() -> None:
    said = answer("How are old logs compressed?", [ARCHIVES])
    short = asked_again("shorter", said)
    assert LOOP in short
    assert len(short) <= len(said)


def test_one_sentence_has_the_code_on_its_line() -> None:
    said = f"Old logs are compressed by this loop: [1]\n```\n{LOOP}\n```"
    assert asked_again("sentence", said) == (
        'Old logs are compressed by this loop: `for file in *.log; do gzip "$file" done` [1]'
    )


def test_code_is_an_example() -> None:
    assert COMMAND in asked_again("example", "Backups are archives. [1]")


@pytest.mark.parametrize("kind", ["shorter", "sentence", "example"])
def test_what_is_made_of_an_unsure_answer_is_unsure_too(kind: OperationKind) -> None:
    said = asked_again(kind, "Backups are archives. [1] Logs grow every day. [1]", "passages")
    assert said.startswith(wording("en").passages)
