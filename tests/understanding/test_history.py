"""Words of earlier turns and how they were used."""

import tracemalloc
from dataclasses import replace
from itertools import pairwise

from bench.cast import turns_of

from askwell.text import grammar
from askwell.types import Recalled, Resolution, SearchTerm, Source
from askwell.understanding.history import MAX_TURNS, MAX_WORDS, read_history, without_places
from askwell.understanding.resolver import LearntResolver
from askwell.understanding.texts import read


def test_a_word_is_known_by_all_its_uses() -> None:
    turns = turns_of([("Who runs the Larkhill museum?", "The Larkhill Trust runs it."), ("Is the museum free?", "No.")])
    words = read_history(turns, "en").words
    assert [at for at, _ in words["museum"].asked] == [1, 0]
    assert [at for at, _ in words["larkhill"].answered] == [0]
    assert words["larkhill"].text == "Larkhill"
    assert "the" not in words


def test_our_own_words_are_no_candidates() -> None:
    [turn] = turns_of([("Where is the lighthouse?", "I could not find this in the documents.")])
    assert "documents" in read_history([turn], "en").words
    assert "documents" not in read_history([replace(turn, outcome="not_found")], "en").words
    assert "documents" not in read_history([replace(turn, outcome="declined")], "en").words
    asked = replace(turn, answer="Do you mean the harbour or the island?", outcome="asked")
    assert "harbour" in read_history([asked], "en").words


def test_of_places_that_may_answer_only_the_quotations_count() -> None:
    [turn] = turns_of([("Where is the lighthouse?", "")])
    answer = 'It may be here:\n\n- Harbour rules § Lights: "A lamp: it burns." [1]\n- Tides: "It rises." [2]'
    shown = replace(
        turn, outcome="passages", answer=answer, sources=(Source(1, "d", "harbour.md", "Harbour rules", "", ()),)
    )
    [said] = without_places([shown])
    assert (said.answer, said.sources) == ("A lamp: it burns.\nIt rises.", ())
    assert without_places([replace(shown, outcome="answered")]) == (replace(shown, outcome="answered"),)
    assert without_places([replace(shown, answer="Some words.")])[0].answer == "Some words."


async def test_titles_of_such_places_are_not_put_into_a_question() -> None:
    [turn] = turns_of([("Where does it burn at night?", "")])
    answer = 'It may be here:\n\n- Harbour rules § Lights: "It burns." [1]'
    rules = Source(1, "d", "harbour.md", "Harbour rules", "", ())
    cited = replace(turn, outcome="answered", answer=answer, sources=(rules,))
    for each, is_meant in ((replace(cited, outcome="passages"), False), (cited, True)):
        found = await LearntResolver().resolve("who wrote that?", Recalled((each,)), "en")
        assert ("harbour" in found.searched.lower()) == is_meant


def test_a_subject_opens_with_a_question_that_is_complete_as_typed() -> None:
    asked = turns_of(
        [
            ("When does the ferry leave?", ""),
            ("and on sunday?", ""),
            ("What does a bus ticket cost?", ""),
            ("why?", ""),
        ],
        ("", "When does the ferry leave on sunday?", "", "Why does a bus ticket cost that?"),
    )
    assert [read_history(asked[:upto], "en").opened for upto in (1, 2, 3, 4)] == [0, 0, 2, 2]


def test_what_an_earlier_question_was_searched_with_counts() -> None:
    first, second = turns_of([("When does the ferry leave?", "At nine."), ("and on sunday?", "At ten.")])
    assert read_history([first, second], "en").words["ferry"].resolved == []
    resolved = Resolution("follow_up", "and on sunday?", terms=(SearchTerm("ferry", 0.8),))
    searched = replace(second, resolution=resolved)
    assert read_history([first, searched], "en").words["ferry"].resolved == [1]


def test_old_turns_and_many_words_are_left_out() -> None:
    turns = turns_of([(f"Is harbour{number} open?", "Yes.") for number in range(30)])
    history = read_history(turns, "en")
    assert history.last == MAX_TURNS - 1
    assert "harbour29" in history.words
    assert "harbour0" not in history.words
    many = turns_of([(" ".join(f"word{number}" for number in range(180)), "")])
    assert len(read_history(many, "en").words) <= MAX_WORDS


def test_a_text_is_taken_apart_once() -> None:
    text = read("The Larkhill museum opens the museum garden.", "en")
    assert read("The Larkhill museum opens the museum garden.", "en") is text
    assert text.uses["museum"].count == 2
    assert text.uses["museum"].neighbours == ("larkhill", "opens", "garden")
    assert text.uses["larkhill"].capital
    assert text.uses["larkhill"].before == "definite"
    assert not text.asks


def test_a_cached_text_takes_less_than_thirty_bytes_a_character() -> None:
    places = [f"Larkhill{number}" for number in range(400)]
    texts = [f"The {here} museum opens the garden of {there} in May." for here, there in pairwise(places)]
    read(texts[0], "en")
    tracemalloc.start()
    try:
        kept = [read(text, "en") for text in texts]
        grammar._tag.clear()
        # Only what our own code allocates: another thread may be loading a word list.
        ours = tracemalloc.take_snapshot().filter_traces(
            [tracemalloc.Filter(inclusive=True, filename_pattern="*/askwell/*")]
        )
        taken = sum(each.size for each in ours.statistics("filename"))
    finally:
        tracemalloc.stop()
    assert len(kept) == len(texts)
    assert sum(map(len, texts)) < taken < 30 * sum(map(len, texts))


def test_an_elided_article_is_no_word_of_the_conversation() -> None:
    exchange = ("Quanto costa l'ingresso all'orto e un'altra visita?", "L'ingresso dell'orto costa 9 euro.")
    assert {word for word in read_history(turns_of([exchange]), "it").words if not word.isalnum()} == set()
