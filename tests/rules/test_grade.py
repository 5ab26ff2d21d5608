from askwell.rules.grade import SURE, RulesGrader, evidence
from askwell.types import SearchTerm
from tests.passages import passage

CCS = passage(
    "Child Care Services (CCS) pays part of the cost of child care for families with low incomes.",
    title="What is CCS",
    dense=0.62,
)
LIST = passage("The board keeps a waiting list when funds are used up.", title="Waiting list", ordinal=1, dense=0.41)


async def sure(question: str, *, cosines: tuple[float, float] | None) -> list[bool]:
    found = [passage(one.chunk.text, title=one.title, ordinal=one.chunk.ordinal) for one in (CCS, LIST)]
    if cosines is not None:
        found = [
            passage(one.chunk.text, title=one.title, ordinal=one.chunk.ordinal, dense=cosine)
            for one, cosine in zip(found, cosines, strict=True)
        ]
    return [grade.is_sure for grade in await RulesGrader().grade(question, found, "en")]


async def test_a_question_whose_subject_is_missing_has_no_sure_passage() -> None:
    assert await sure("How do I renew my passport?", cosines=None) == [False, False]
    assert await sure("Who won the Super Bowl?", cosines=(0.15, 0.11)) == [False, False]


async def test_one_shared_word_of_several_is_not_enough_without_a_cosine() -> None:
    proof = passage("The usual documents about the child are a birth certificate or passport.", document="proof")
    again = passage("Families renew care each year.", document="again")
    ccs = passage(CCS.chunk.text, document="ccs")
    grades = await RulesGrader().grade("How do I renew my passport?", [proof, again, ccs], "en")
    assert not any(grade.is_sure for grade in grades)


async def test_each_side_of_a_comparison_is_sure_by_itself() -> None:
    lora = passage("LoRA trains small matrices.", title="LoRA", document="lora")
    qlora = passage("QLoRA stores weights in 4 bits.", title="QLoRA", document="qlora")
    words_only = [lora, qlora, passage(CCS.chunk.text, document="ccs")]
    grades = await RulesGrader().grade("What is the difference between LoRA and QLoRA?", words_only, "en")
    assert [grade.is_sure for grade in grades] == [True, True, False]


async def test_a_passage_that_holds_the_words_is_sure_without_cosines() -> None:
    assert await sure("What does Child Care Services pay?", cosines=None) == [True, False]


async def test_other_words_of_the_same_meaning_are_found_by_the_cosine() -> None:
    question = "How do I get help with daycare bills?"
    assert await sure(question, cosines=None) == [False, False]
    assert await sure(question, cosines=(0.74, 0.3)) == [True, False]


async def test_a_name_that_the_documents_lack_speaks_against_them() -> None:
    there, missing = (
        evidence(question, [CCS], "en")[0] for question in ("What does CCS pay?", "What does Medicaid pay?")
    )
    assert (there.names_missing, missing.names_missing) == (0.0, 1.0)
    grades = [
        (await RulesGrader().grade(q, [CCS], "en"))[0].score for q in ("What does CCS pay?", "What does WIC pay?")
    ]
    assert grades[0] > SURE > grades[1]


async def test_a_short_form_stands_for_its_full_name() -> None:
    short = passage("CCS (Child Care Services) is a program.", document="short")
    assert evidence("What are child care services?", [short], "en")[0].coverage == 1.0


async def test_grades_keep_order_and_stay_between_nought_and_one() -> None:
    grades = await RulesGrader().grade("waiting list board", [CCS, LIST], "en")
    assert [grade.chunk_id for grade in grades] == ["doc-0", "doc-1"]
    assert all(0.0 <= grade.score <= 1.0 and grade.reason for grade in grades)
    assert grades[1].score > grades[0].score


async def test_the_score_of_a_passage_says_the_same_next_to_others() -> None:
    alone = (await RulesGrader().grade("How do I renew my passport?", [LIST], "en"))[0]
    beside = (await RulesGrader().grade("How do I renew my passport?", [CCS, LIST], "en"))[1]
    assert abs(alone.score - beside.score) < 0.05


async def test_nothing_to_grade_gives_nothing() -> None:
    assert await RulesGrader().grade("What?", [], "en") == []
    assert (await RulesGrader().grade("", [passage(CCS.chunk.text)], "en"))[0].relevant is False


async def test_the_same_text_below_another_heading_is_read_anew() -> None:
    """What a passage holds is kept: by its title and headings and language too."""
    plain = passage("It is paid each month.", document="plain")
    titled = passage("It is paid each month.", title="Housing allowance", document="titled")
    found = evidence("When is the housing allowance paid?", [plain, titled, plain], "en")
    assert found[0] == found[2]
    assert found[0].coverage < found[1].coverage == 1.0


async def test_a_search_term_counts_like_a_word_of_the_question_times_its_chance() -> None:
    foster = passage("Youth in foster care move ahead of others on the list.", document="foster")
    found = [foster, passage(CCS.chunk.text, document="ccs"), passage(LIST.chunk.text, document="list")]

    async def score(*terms: SearchTerm) -> float:
        return (await RulesGrader().grade("What about them?", found, "en", terms))[0].score

    likely, unlikely = SearchTerm("foster care", 0.9), SearchTerm("passport", 0.2)
    assert await score(likely, unlikely) > await score(SearchTerm("foster care", 0.3), SearchTerm("passport", 0.9))
    assert await score(likely) > await score()


async def test_the_capital_of_a_search_term_makes_it_no_name() -> None:
    found = [CCS, LIST]
    terms = [SearchTerm("Passport", 0.2)]
    assert [one.names_missing for one in evidence("Who gets help?", found, "en", terms)] == [
        one.names_missing for one in evidence("Who gets help?", found, "en")
    ]


async def test_the_first_passages_are_relevant_if_any_is_possible() -> None:
    others = [passage(f"Nothing of it, number {at}.", document=f"other{at}", ordinal=at) for at in range(4)]
    grades = await RulesGrader().grade("What does CCS pay?", [*others[:2], CCS, *others[2:]], "en")
    assert [grade.relevant for grade in grades] == [True, True, True, False, False]
    assert not any(grade.relevant for grade in await RulesGrader().grade("Who won the cup?", others, "en"))
