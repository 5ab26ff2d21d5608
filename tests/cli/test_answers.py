import io
from dataclasses import replace

from askwell.cli.answers import asked_as, short_reason, show_doubts, source_lines, took
from askwell.cli.terminal import Terminal
from askwell.types import Answer, Antecedent, CitedPassage, Place, Resolution, SearchTerm, Source, Support


def a_source(number: int, *places: tuple[tuple[str, ...], int | None], title: str = "Limits") -> Source:
    passages = tuple(
        CitedPassage(str(at), "text", headings, page, 0, 4, 1.0) for at, (headings, page) in enumerate(places)
    )
    return Source(number, f"d{number}", "income.md", title, "", passages)


def test_a_source_is_named_by_title_document_and_places() -> None:
    assert source_lines([a_source(1, (("Limits", "Table"), None))]) == ["1  Limits · income.md § Table"]
    assert source_lines([a_source(2, ((), 3), (("By size",), 4))]) == ["2  Limits · income.md p. 3, § By size p. 4"]


def test_a_passage_has_the_pages_of_all_words_that_the_answer_rests_on() -> None:
    words = (Support(0, 5, 0.9, (1,), places=(Place(1, 3, 4, 5), Place(2, 0, 2, 9))), Support(6, 9, 0.9, (1,)))
    source = a_source(1, ((), 4))
    assert source_lines([source], support=words) == ["1  Limits · income.md p. 5"]
    more = (*words, Support(9, 12, 0.9, (1,), places=(Place(1, 0, 2, 4), Place(1, 1, 2, 5))))
    assert source_lines([source], support=more) == ["1  Limits · income.md pp. 4, 5"]


def test_headings_equal_to_the_title_and_repeated_places_are_left_out() -> None:
    twice = a_source(1, (("Limits",), None), (("Limits", "A"), None), (("Limits", "A"), None))
    assert source_lines([twice]) == ["1  Limits · income.md § A"]


def test_a_source_without_a_title_is_named_by_its_document() -> None:
    assert source_lines([a_source(1, ((), None), title="")]) == ["1  income.md"]


def test_sources_are_sorted_by_number_and_aligned() -> None:
    lines = source_lines([a_source(12, ((), None)), a_source(3, ((), None))])
    assert [line[:4] for line in lines] == [" 3  ", "12  "]


def test_an_unchanged_question_is_marked_from_the_second_turn_on() -> None:
    resolution = Resolution("standalone", "Why?")
    assert asked_as("Why?", resolution, 1) == ""
    assert asked_as("Why?", resolution, None) == ""
    assert asked_as("Why?", resolution, 2) == "asked as typed"


def test_a_resolved_question_is_shown_with_its_replacements() -> None:
    resolution = Resolution(
        "follow_up", "Who pays for care?", reason="a pronoun", antecedents=(Antecedent("it", "care", 1),)
    )
    assert asked_as("Who pays for it?", resolution, 2) == "asked as: Who pays for care?      (it = care, turn 1)"


def test_search_terms_are_shown_with_the_wording() -> None:
    resolution = Resolution("follow_up", "Who?", reason="a pronoun", terms=(SearchTerm("care", 0.6),))
    assert asked_as("Who?", resolution, 2) == "asked as typed, searched with: care"
    line = asked_as("and who?", resolution, 2)
    assert line == "asked as: Who?, searched with: care      (a pronoun)"


def test_an_addition_is_shown_with_its_turn() -> None:
    antecedents = (Antecedent("apply", "child care", 2),)
    resolution = Resolution("follow_up", "How do I apply for child care?", antecedents=antecedents)
    assert short_reason(resolution) == "from turn 2: child care"


def test_a_pronoun_within_another_word_is_no_pronoun() -> None:
    resolution = Resolution("follow_up", "Who waits for care?", antecedents=(Antecedent("it", "care", 1),))
    assert short_reason(resolution) == "it = care, turn 1"


def test_a_reason_that_does_not_fit_gets_its_own_line() -> None:
    resolution = Resolution("follow_up", "Who pays for care?", reason="a pronoun")
    assert asked_as("Who?", resolution, 2, 30) == "asked as: Who pays for care?\n(a pronoun)"


def test_only_as_many_places_are_named_as_fit() -> None:
    source = a_source(1, (("First place",), None), (("Second place",), None))
    assert source_lines([source], 50) == ["1  Limits · income.md § First place"]
    assert source_lines([source], 15) == ["1  Limits · in…"]


def test_a_long_reason_is_left_to_the_command_why() -> None:
    assert short_reason(Resolution("follow_up", "q", reason="a pronoun")) == "a pronoun"
    assert short_reason(Resolution("follow_up", "q", reason="long " * 30)) == ""


def test_long_times_are_shown_in_seconds() -> None:
    assert (took(31.4), took(12_345.0)) == ("31 ms", "12.3 s")


def test_sentences_without_support_are_named_with_what_their_sources_lack() -> None:
    answer = Answer(
        answer="Het kost 9 euro. [1] Het is open. [1]",
        sources=(),
        standalone_question="",
        kind="standalone",
        route="search",
        outcome="answered",
        turn_number=1,
        session_id=None,
        turn_id="t",
        language="nl",
        decisions=(),
        support=(Support(0, 20, 0.9, (1,), "number"), Support(21, 37, 0.9, (1,))),
    )
    terminal = Terminal(io.StringIO(), io.StringIO(), 80)
    show_doubts(terminal, answer)
    assert isinstance(terminal.err, io.StringIO)
    shown = terminal.err.getvalue()
    assert shown.split() == "controleer: “Het kost 9 euro. [1]” (een ander getal dan in de bronnen)".split()


def test_date_of_a_document_is_at_the_end_of_its_line_and_never_cut() -> None:
    dated = replace(a_source(1, (("Limits", "Table"), None)), date="2025-01-06")
    assert source_lines([dated]) == ["1  Limits · income.md § Table (2025-01-06)"]
    (narrow,) = source_lines([dated], width=24)
    assert narrow.endswith("(2025-01-06)")
    assert len(narrow) <= 24
