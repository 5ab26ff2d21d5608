from dataclasses import replace

from askwell.text.support import places
from askwell.types import Chunk, Passage, Place
from tests.passages import passage

TEXT = "The pass costs 90 euros. Dogs stay outside. The lifts open at 8 in the morning."
BEFORE = "Prices and times.\n\n"


def in_document(text: str = TEXT, *, title: str = "", document: str = "d") -> Passage:
    """The passage as a part of a document that begins with another one."""
    chunk = Chunk("c", document, 1, text, len(BEFORE), len(BEFORE) + len(text), (), None, 0)
    return Passage(chunk, "d.md", title, "", "en", (), "", 1.0)


def words(found: tuple[Place, ...], whole: str = BEFORE + TEXT) -> list[str]:
    return [whole[each.start : each.end] for each in found]


def test_a_statement_has_the_place_of_its_sentence_in_the_document() -> None:
    found = places("In the morning the lifts open at 8.", "en", {3: [in_document()]})
    assert words(found) == ["The lifts open at 8 in the morning."]
    assert found[0].number == 3


def test_a_statement_of_two_sentences_has_both_places_the_better_one_first() -> None:
    found = places("The lifts open at 8 in the morning, and the pass costs 90 euros.", "en", {1: [in_document()]})
    assert words(found) == ["The lifts open at 8 in the morning.", "The pass costs 90 euros."]


def test_places_are_in_the_source_that_has_the_words() -> None:
    other = passage("Snow falls in winter.", document="snow")
    assert [each.number for each in places("Snow falls in winter.", "en", {1: [in_document()], 2: [other]})] == [2]


def test_title_and_headings_are_no_places() -> None:
    found = places("The alpine pass costs 90 euros.", "en", {1: [in_document(title="The alpine pass costs 90 euros")]})
    assert words(found) == ["The pass costs 90 euros."]


def test_what_is_not_there_has_no_place() -> None:
    assert places("Penguins breed on the ice of the south.", "en", {1: [in_document()]}) == ()
    assert places("The pass costs 90 euros.", "en", {}) == ()


def test_the_result_of_a_tool_has_no_place() -> None:
    assert places("The pass costs 90 euros.", "en", {1: [in_document(document="")]}) == ()


def test_of_two_sentences_that_say_it_the_meant_one_is_first() -> None:
    old = in_document("In 2023 the pass costs 90 euros.")
    new = replace(old, chunk=replace(old.chunk, id="new", text="In 2024 the pass costs 90 euros.", start=500, end=532))
    sources = {1: [old, new]}
    assert places("The pass costs 90 euros.", "en", sources)[0].start == old.chunk.start
    assert places("The pass costs 90 euros.", "en", sources, meant={"new"})[0].start == 500
    assert places("In 2023 the pass costs 90 euros.", "en", {1: [new, old]})[0].start == old.chunk.start
