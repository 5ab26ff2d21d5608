"""When an answer by rules is given as one, and when its passages are only shown."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from askwell.assistant import GradeSection
from askwell.languages import wording
from askwell.rules.choose import choose
from askwell.rules.form import read_question
from askwell.rules.rank import LEAST, STANDING, rerank
from askwell.rules.sureness import CERTAINLY_IN_SCOPE, UNLIKELY, Draft, Signs, chance, is_sure, signs_of
from askwell.rules.units import units
from askwell.rules.weigh import weigh
from askwell.rules.write import RulesWriter
from askwell.types import Language, Passage, SearchTerm, Unsure, attached_collection
from tests.passages import brief, passage
from tests.rules.test_chat import ASSISTANT

LEAST_CHANCE = GradeSection().precision
QUESTION = "When does the ferry leave?"
FERRY = replace(passage("The ferry leaves at noon.", title="Ferry", document="ferry", dense=0.6), sentences=(0.6,))
BUS = replace(passage("A bus goes to the harbour.", title="Bus", document="bus", dense=0.2), sentences=(0.2,))


LOWERING = {"listing", "lacks", "formless", "pathless"}


def ranked(found: Sequence[Passage]) -> list[Passage]:
    """Passages in this order, each less outstanding than the one before."""
    return [each.scored(0.9, **{STANDING: 6.0 - at}) for at, each in enumerate(found)]


def signs(found: Sequence[Passage], question: str = QUESTION, terms: Sequence[SearchTerm] = ()) -> Signs | None:
    asked = replace(brief(question, found), terms=tuple(terms))
    read = read_question(question, "en", terms)
    weighed = weigh(read, units(found), found, "en")
    return signs_of(asked, Draft(read, weighed, choose(read, weighed, found)))


def known(found: Sequence[Passage], question: str = QUESTION, terms: Sequence[SearchTerm] = ()) -> Signs:
    of = signs(found, question, terms)
    assert of is not None
    return of


def sure(
    found: Sequence[Passage],
    question: str = QUESTION,
    doubted: tuple[str, ...] = (),
    *,
    least: float = LEAST_CHANCE,
    typed: str = "",
    language: Language = "en",
    terms: Sequence[SearchTerm] = (),
    in_scope: float = 1.0,
) -> bool:
    asked = brief(question, found, language=language, terms=terms)
    asked = replace(asked, is_sure=False, doubted=doubted, asked=typed or question, in_scope=in_scope)
    read = read_question(question, language, terms)
    weighed = weigh(read, units(found), found, language)
    return is_sure(asked, Draft(read, weighed, choose(read, weighed, found)), least)


def test_what_has_the_words_and_the_meaning_answers() -> None:
    assert sure(ranked([FERRY, BUS]))
    assert not sure(ranked([BUS]), "When does the museum open?")


def test_each_sign_moves_the_chance_in_its_direction() -> None:
    at = known(ranked([FERRY, BUS]))
    for name in Signs._fields:
        more = at._replace(**{name: getattr(at, name) + 0.1})
        assert (chance(more) > chance(at)) == (name not in LOWERING), name


def test_what_may_be_out_of_scope_is_less_sure() -> None:
    likely = chance(known(ranked([FERRY, BUS])))
    half = CERTAINLY_IN_SCOPE / 2
    assert sure(ranked([FERRY, BUS]), in_scope=half, least=0.49 * likely)
    assert not sure(ranked([FERRY, BUS]), in_scope=half, least=0.51 * likely)
    assert sure(ranked([FERRY, BUS]), in_scope=CERTAINLY_IN_SCOPE, least=0.99 * likely)


def test_words_that_are_in_no_passage_make_less_sure() -> None:
    assert known(ranked([FERRY, BUS])).held == 1.0
    assert known(ranked([FERRY, BUS]), "When does the ferry for cyclists leave?").held < 0.8


def test_a_word_that_the_conversation_adds_counts_less_than_one_that_is_asked() -> None:
    found = ranked([FERRY, BUS])
    resolved = "Does the ferry take cyclists?"
    read = read_question(resolved, "en")
    weighed = weigh(read, units(found), found, "en")
    typed, added = [
        signs_of(replace(brief(resolved, found), asked=asked), Draft(read, weighed, choose(read, weighed, found)))
        for asked in (resolved, "Does it take cyclists?")
    ]
    assert typed is not None
    assert added is not None
    assert added.held < typed.held


def test_the_kind_of_a_thing_that_the_conversation_names_counts_less() -> None:
    found = ranked([FERRY, BUS])
    question = "When does the boat company leave?"
    assert known(found, question).held < known(found, question, terms=[SearchTerm("ferry", 0.7)]).held


def test_an_answer_of_one_document_stands_apart_from_those_of_others() -> None:
    other = replace(FERRY, chunk=replace(FERRY.chunk, id="tug", document_id="tug", text="The ferry leaves at one."))
    assert known(ranked([FERRY])).apart == 1.0
    assert known(ranked([FERRY, other])).apart < known(ranked([FERRY, BUS])).apart


def test_a_sentence_without_a_number_lacks_what_is_counted() -> None:
    cars = replace(FERRY, chunk=replace(FERRY.chunk, text="The ferry takes 40 cars."))
    assert known(ranked([FERRY, BUS]), "How many cars does the ferry take?").lacks == 1.0
    assert known(ranked([cars, BUS]), "How many cars does the ferry take?").lacks == 0.0
    assert known(ranked([cars, BUS]), "How many of the 40 cars leave the ferry?").lacks == 1.0


def test_an_answer_without_the_kind_of_value_that_is_asked_for_is_never_sure() -> None:
    free = replace(FERRY, chunk=replace(FERRY.chunk, text="The ferry is free for children."))
    assert not sure(ranked([FERRY, BUS]), "How much does the ferry cost?", least=0.0)
    assert sure(ranked([free, BUS]), "How much does the ferry cost?", least=0.0)
    assert not sure(ranked([FERRY, BUS]), "What is the phone number of the ferry?", least=0.0)


@pytest.mark.parametrize(
    ("typed", "language", "subject"),
    [
        ("hmm", "en", "ferry"),
        ("asdf jkl qwe", "en", "ferry"),
        ("When?", "en", "ferry"),
        ("Quando?", "it", "traghetto"),
        ("asdf jkl qwe", "it", "traghetto"),
        ("Wanneer?", "nl", "veerboot"),
        ("asdf jkl qwe", "nl", "veerboot"),
    ],
)
def test_a_message_that_asks_for_nothing_itself_is_never_answered_as_sure(
    typed: str, language: Language, subject: str
) -> None:
    found = [passage(f"{subject.title()} 12:00, 2025.", title=subject, language=language, dense=0.9)]
    terms = (SearchTerm(subject, 0.9),)
    for shown in (found, ranked(found)):
        assert not sure(shown, typed, language=language, terms=terms, least=0.0)
        assert sure(shown, f"{typed} {subject}", language=language, terms=terms, least=0.0)


@pytest.mark.parametrize(
    ("typed", "resolved", "language", "lacking", "holding"),
    [
        ("When?", "When does the ferry leave?", "en", "The ferry leaves the harbour.", "The ferry leaves in June."),
        ("Quando?", "Quando parte il traghetto?", "it", "Il traghetto parte.", "Il traghetto parte a giugno."),
        ("Wanneer?", "Wanneer vertrekt de veerboot?", "nl", "De veerboot vertrekt.", "De veerboot vertrekt in juni."),
    ],
)
def test_a_mere_question_word_is_answered_by_a_sentence_of_its_form(
    typed: str, resolved: str, language: Language, lacking: str, holding: str
) -> None:
    for text, expected in ((lacking, False), (holding, True)):
        found = [passage(text, language=language)]
        assert sure(found, resolved, typed=typed, language=language, least=0.0) is expected
    assert sure([passage(lacking, language=language)], resolved, language=language, least=0.0)


def test_passages_by_words_alone_or_of_few_candidates_have_no_signs_and_need_a_sure_grade() -> None:
    by_words = passage(FERRY.chunk.text, title="Ferry", document="ferry")
    assert signs(ranked([by_words])) is None
    assert signs([FERRY, BUS]) is None
    assert signs(ranked([replace(FERRY, sentences=()), BUS])) is None
    assert sure([by_words])
    assert not sure([by_words], "Who pays the captain of the ferry to Texel?")


def test_only_ranks_among_enough_candidates_tell_how_far_a_passage_stands_out() -> None:
    many = [FERRY, *(replace(BUS, chunk=replace(BUS.chunk, id=f"bus-{at}")) for at in range(1, LEAST))]
    assert all(STANDING in each.scores for each in rerank(QUESTION, many, "en"))
    assert not any(STANDING in each.scores for each in rerank(QUESTION, many[1:], "en"))


def test_what_holds_none_of_a_follow_up_s_own_words_never_answers() -> None:
    found = ranked([FERRY, BUS])
    terms = (SearchTerm("ferry", 0.9),)
    asked = "When does the ferry leave on Sunday?"
    assert sure(found, asked, typed="when does the ferry leave")
    assert not sure(found, asked, typed="and on sunday?")
    assert not sure(found, "and the tram?", terms=terms, least=0.0)
    assert sure(found, "and the ferry?", terms=terms, least=0.0)
    assert sure(found, QUESTION, typed="When does the fery leaf?", least=0.0)
    assert sure(found, "When does the ferry leave with three-year-olds?", typed="and three-year-olds?", least=0.0)


def test_a_table_that_was_not_read_as_one_never_answers() -> None:
    table = passage("Ferry | leaves\nnorth | noon\nsouth | one", title="Ferry", document="ferry", dense=0.6)
    assert sure(ranked([table]))
    assert not sure(ranked([table]), doubted=("ferry",))


async def test_an_unsure_answer_says_so_before_its_first_word() -> None:
    writer = RulesWriter(ASSISTANT)
    far = [replace(FERRY, sentences=(-1.0,)), BUS]
    asked = replace(brief(QUESTION, ranked(far)), is_sure=False)
    pieces = [piece async for piece in writer.write(asked)]
    assert isinstance(pieces[0], Unsure)
    assert "The ferry leaves at noon." in "".join(str(piece) for piece in pieces[1:])
    assert pieces[1] == wording("en").nothing_clear
    assert not any([isinstance(piece, Unsure) async for piece in writer.write(replace(asked, is_sure=True))])


async def test_an_assistant_says_how_precise_its_answers_must_be() -> None:
    asked = replace(brief(QUESTION, ranked([FERRY, BUS])), is_sure=False)
    found = known(ranked([FERRY, BUS]))
    for least, is_answer in ((chance(found) - 0.01, True), (chance(found) + 0.01, False)):
        precise = ASSISTANT.model_copy(update={"grade": GradeSection(precision=least)})
        pieces = [piece async for piece in RulesWriter(precise).write(asked)]
        unsure = [piece for piece in pieces if isinstance(piece, Unsure)]
        assert unsure == ([] if is_answer else [Unsure(round(chance(found), 2))])
        assert (wording("en").passages in pieces) == (not is_answer)
    by_words = [passage(FERRY.chunk.text, title="Ferry", document="ferry")]
    assert sure(by_words)
    assert not sure(by_words, least=0.999)


async def test_places_that_are_unlikely_to_answer_are_said_to_be_only_the_nearest() -> None:
    found = [
        replace(FERRY, chunk=replace(FERRY.chunk, id=f"{at}", ordinal=at, text=f"Pier {at} is wide."), sentences=(0.1,))
        for at in range(6)
    ]
    asked = replace(brief("Who pays the captain?", ranked(found)), is_sure=False, in_scope=0.5)
    unsure, lead, *places = [piece async for piece in RulesWriter(ASSISTANT).write(asked)]
    assert isinstance(unsure, Unsure)
    assert unsure.likely is not None
    assert unsure.likely < UNLIKELY
    assert lead == wording("en").nothing_clear
    assert len([each for each in places if str(each).strip()]) == 3


async def test_the_best_five_places_are_shown_whatever_their_documents() -> None:
    found = [
        passage(f"The ferry of pier {at} leaves at noon.", document=name, ordinal=at)
        for at, name in enumerate(("a", "a", "a", "b", "c", "a"))
    ]
    shown = "".join(
        [str(piece) async for piece in RulesWriter(ASSISTANT).write(brief(QUESTION, found, purpose="passages"))]
    )
    assert [name for name in range(6) if f"pier {name} " in shown] == [0, 1, 2, 3, 4]


async def test_a_file_of_the_conversation_has_one_of_the_places() -> None:
    found = [passage(f"The ferry of pier {at} leaves at noon.", document=f"{at}", ordinal=at) for at in range(6)]
    found.append(replace(passage("My ticket is for noon.", document="mine"), collection=attached_collection("s")))
    asked = brief(QUESTION, found, purpose="passages")
    shown = "".join([str(piece) async for piece in RulesWriter(ASSISTANT).write(asked)])
    assert [name for name in range(6) if f"pier {name} " in shown] == [0, 1, 2, 3]
    assert "My ticket" in shown


def test_nothing_to_quote_is_no_sure_answer() -> None:
    leaning = passage("However, it leaves at noon.", title="Ferry", document="ferry", dense=0.9)
    assert not sure([leaning], "When does the ferry leave?", least=0.0)


def test_signs_say_what_is_asked() -> None:
    asked = known(ranked([FERRY, BUS]), "How long does the ferry to the harbour take?")
    assert (asked.period, asked.listing, asked.formless) == (1.0, 0.0, 1.0)
    said = replace(FERRY, chunk=replace(FERRY.chunk, text="The ferry to the harbour takes two hours."))
    assert known(ranked([said]), "How long does the ferry to the harbour take?")[:3] > asked[:3]
    assert known(ranked([said]), "How long does the ferry to the harbour take?").formless == 0.0
    assert known(ranked([said]), "Which ferries go to the harbour?").listing == 1.0


def test_the_best_sentence_is_compared_with_all_others() -> None:
    assert known(ranked([FERRY, BUS])).above == pytest.approx(0.6 - (0.6 + 0.2) / 2)


def test_the_odds_of_a_reader_move_the_chance() -> None:
    found = known(ranked([FERRY, BUS]))
    assert chance(found, -5.0) < chance(found, 0.0) < chance(found, 5.0)


def test_an_answer_without_the_way_through_menus_that_the_documents_have_is_pathless() -> None:
    text = "An invoice says what to pay. To make one take Business → New Invoice."
    given = replace(passage(text, title="Invoices", document="bills", dense=0.6), sentences=(0.2, 0.6))
    plain = replace(passage("An invoice says what to pay.", document="bills", dense=0.6), sentences=(0.6,))
    other = replace(passage("Press Ctrl+P to print.", document="print", dense=0.2), sentences=(0.1,))
    asked = "How do I make an invoice?"
    assert known(ranked([given, other]), asked).pathless == 0.0
    assert known(ranked([plain, other]), asked).pathless == 1.0
    assert known(ranked([plain, BUS]), asked).pathless == 0.0
    assert known(ranked([plain, other]), "What is an invoice?").pathless == 0.0


def test_a_sentence_that_says_what_something_is_defines_it() -> None:
    given = replace(passage("A ferry is a boat for people.", title="Ferry", document="f", dense=0.6), sentences=(0.6,))
    assert known(ranked([given, BUS]), "What is a ferry?").defined == 1.0
    assert known(ranked([given, BUS]), "Who takes a ferry?").defined == 0.0
    liked = replace(given, chunk=replace(given.chunk, text="People like the ferry to the island."))
    assert known(ranked([liked, BUS]), "What is a ferry?").defined == 0.0
