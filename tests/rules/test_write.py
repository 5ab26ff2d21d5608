import asyncio
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askwell.languages import wording
from askwell.rules.rank import STANDING
from askwell.rules.units import units
from askwell.rules.write import RulesWriter, answer_pieces
from askwell.text.citations import find_marks
from askwell.types import Brief, Language, Passage, SearchTerm
from tests.passages import brief, passage
from tests.rules.test_chat import ASSISTANT

SIZES = passage(
    "The table shows the highest monthly income.\n\nFamily size | Monthly limit\n3 | $6,141\n4 | $7,311\n5 | $8,481",
    title="Income limits",
    headings=("Income limits", "Monthly limits"),
    document="limits",
)
SIZES_SAID = passage(
    "The income limit for a family of 3 is $6,141 a month. The income limit for a family of 4 is $7,311 a month. "
    "The income limit for a family of 5 is $8,481 a month.",
    title="Income limits",
    document="limits",
)
APPLY = passage(
    "Families apply online. To apply, follow these steps in order:\n\n1. Create an account.\n\n2. Fill in the"
    " screener.\n\n"
    "3. Upload the documents.\n\nHow long it takes\n\nA decision takes 20 days. It comes by letter.",
    title="How to apply",
    document="apply",
)
LORA = passage(
    "LoRA (Low-Rank Adaptation) is a fine-tuning method that trains small matrices. LoRA was written by Edward Hu and "
    "others and was published in 2022. LoRA stores the base weights in 16 bits.",
    title="LoRA",
    headings=("LoRA",),
    document="lora",
)
QLORA = passage(
    "QLoRA quantizes the base weights to 4 bits. QLoRA combines three ideas: NF4, double quantization and paged"
    " optimizers.",
    title="QLoRA",
    headings=("QLoRA",),
    document="qlora",
)
LOSS = passage(
    "A parent who loses a job keeps child care for three months. It ends when no work is found. "
    "However, the family gets a notice 15 days before.\n\nWhat must I report?\n\nThe loss must be reported within 14"
    " calendar days.",
    title="Losing a job",
    document="loss",
)
WHY = passage(
    "Plain gradient descent uses one rate. Batch normalization helps because it keeps the inputs of a layer stable. "
    "Batch normalization was tested on ImageNet.",
    title="Batch normalization",
    document="norm",
)
NEEDS = passage(
    "You need some papers. The documents that parents bring are:\n- a pay stub\n- a birth certificate\n- a lease",
    title="Documents to bring",
    document="papers",
)
WAITING = passage(
    "A waiting list holds children for whom there is no funding. The board contacts every parent on the waiting list"
    " every "
    "three months. Children in priority groups move ahead on the waiting list.",
    title="Waiting list",
    document="waiting",
)
TOESLAG = passage(
    "Huurtoeslag is een bijdrage in de huur. De toeslag wordt elke maand betaald. Huurtoeslag vraagt u aan met DigiD.",
    title="Huurtoeslag",
    document="huur",
    language="nl",
)
IMU = passage(
    "L'IMU è l'imposta municipale sugli immobili. L'acconto dell'IMU si paga entro il 16 giugno. Non si paga sulla"
    " prima casa.",
    title="IMU",
    document="imu",
    language="it",
)
ALL = [SIZES_SAID, APPLY, LORA, QLORA, LOSS, WHY, NEEDS, WAITING]


def answer_of(given: Brief) -> list[str]:
    """What the writer says of a brief."""

    async def written() -> list[str]:
        return [str(piece) async for piece in RulesWriter(ASSISTANT).write(given)]

    return asyncio.run(written())


def answer(question: str, passages: list[Passage], language: Language = "en") -> str:
    return "".join(answer_pieces(brief(question, passages, language=language)))


@pytest.mark.parametrize(
    ("question", "passages", "language", "expected"),
    [
        (
            "What is the income limit for a family of 4?",
            ALL,
            "en",
            "The income limit for a family of 4 is $7,311 a month. [1]",
        ),
        (
            "What is the income limit for a family of four?",
            ALL,
            "en",
            "The income limit for a family of 4 is $7,311 a month. [1]",
        ),
        ("What is the monthly limit for a family of 5?", [SIZES], "en", "Family size 5 – Monthly limit: $8,481. [1]"),
        (
            "What is LoRA?",
            ALL,
            "en",
            "LoRA (Low-Rank Adaptation) is a fine-tuning method that trains small matrices. [3]",
        ),
        (
            "Who wrote the LoRA paper?",
            ALL,
            "en",
            "LoRA was written by Edward Hu and others and was published in 2022. [3]",
        ),
        ("Which three ideas does QLoRA combine?", ALL, "en", "QLoRA combines three ideas"),
        ("Why does batch normalization help?", ALL, "en", "Batch normalization helps because"),
        ("How often does the board contact parents on the waiting list?", ALL, "en", "The board contacts every parent"),
        ("Who moves ahead on the waiting list?", ALL, "en", "Children in priority groups move ahead"),
        ("Do I have to report the loss of a job?", ALL, "en", "The loss must be reported within 14 calendar days. [5]"),
        (
            "How long do I keep child care when I lose my job?",
            ALL,
            "en",
            "A parent who loses a job keeps child care for three months.",
        ),
        ("Wat is huurtoeslag?", [TOESLAG], "nl", "Huurtoeslag is een bijdrage in de huur. [1]"),
        ("Hoe vraag ik huurtoeslag aan?", [TOESLAG], "nl", "Huurtoeslag vraagt u aan met DigiD. [1]"),
        ("Che cos'è l'IMU?", [IMU], "it", "L'IMU è l'imposta municipale sugli immobili. [1]"),
        ("Entro quando si paga l'acconto IMU?", [IMU], "it", "L'acconto dell'IMU si paga entro il 16 giugno. [1]"),
    ],
)
def test_the_sentence_that_answers_comes_first(
    question: str, passages: list[Passage], language: Language, expected: str
) -> None:
    assert answer(question, passages, language).startswith(expected)


def test_another_family_size_is_not_told() -> None:
    assert "$8,481" not in answer("What is the income limit for a family of 4?", ALL)


def test_steps_come_as_a_numbered_list_without_the_next_heading() -> None:
    assert answer("How do I apply?", [APPLY]) == (
        "To apply, follow these steps in order:\n1. Create an account. [1]\n2. Fill in the screener. [1]\n3. Upload"
        " the documents. [1]"
    )


def test_an_enumeration_comes_as_a_list_behind_its_lead() -> None:
    assert answer("Which documents do parents bring?", [NEEDS]).startswith(
        "The documents that parents bring are:\n- a pay stub [1]\n- a birth certificate [1]\n- a lease [1]"
    )


def test_steps_that_do_not_begin_with_the_first_have_no_numbers() -> None:
    long = "of the old boat that lies in the north of the harbour in the long and quiet winter " * 4
    steps = (f"Carry the mast {long[:-1]}.", f"Carry the sail {long[:-1]}.", "Grease the anchor.", "Dry the anchor.")
    listed = "\n\n".join(f"{at}. {step}" for at, step in enumerate(steps, 1))
    said = answer("How do I grease the anchor?", [passage(f"Follow these steps:\n\n{listed}", document="boats")])
    assert "- Grease the anchor. [1]\n- Dry the anchor. [1]" in said


def test_items_from_below_several_headings_are_said_below_them() -> None:
    boats = passage(
        "Allowed\n\n- Borrow a boat for one day in the summer.\n- Borrow a boat for a course of the club.\n\n"
        "Not allowed\n\n- Borrow a boat for a whole week of holidays.",
        title="Boats",
        headings=("Boats",),
        document="boats",
    )
    assert answer("May I borrow a boat?", [boats]) == (
        "Allowed:\n- Borrow a boat for one day in the summer. [1]\n- Borrow a boat for a course of the club. [1]\n\n"
        "Not allowed:\n- Borrow a boat for a whole week of holidays. [1]"
    )


def test_a_comparison_tells_of_both_sides() -> None:
    said = answer("What is the difference between LoRA and QLoRA?", [LORA, QLORA])
    assert "[1]" in said
    assert "[2]" in said


def test_a_sentence_that_points_back_comes_with_the_one_before_or_not_at_all() -> None:
    said = answer("When does child care end if no work is found?", [LOSS])
    assert said.index("A parent who loses a job") < said.index("It ends when no work is found.")
    cut = passage("It ends when no work is found. The board writes a letter.", title="Losing a job")
    assert "It ends" not in answer("When does it end if no work is found?", [cut])


def test_headings_questions_and_cut_sentences_are_never_quoted() -> None:
    cut = passage(
        "of the family income. Each family pays a share of cost. The share of cost is set by the", title="Share of cost"
    )
    assert [unit.text for unit in units([cut, LOSS])][:1] == ["Each family pays a share of cost."]
    assert "What must I report?" not in answer("What must I report?", [LOSS])


def test_the_same_sentence_of_overlapping_chunks_is_said_once() -> None:
    again = passage(WAITING.chunk.text, title="Waiting list", document="waiting", ordinal=1)
    assert answer("Who moves ahead on the waiting list?", [WAITING, again]).count("priority groups") == 1


def test_marks_and_markdown_of_the_document_do_not_reach_the_answer() -> None:
    raw = passage("**Dropout** is a method of [regularization](https://x.org) [12] for networks [3].", title="Dropout")
    assert answer("What is dropout?", [raw]) == "Dropout is a method of regularization for networks. [1]"


def test_every_sentence_is_whole_cited_and_the_answer_short() -> None:
    for question in (
        "What is child care?",
        "How do families apply?",
        "Tell me about LoRA",
        "weights bits list parents",
    ):
        pieces = answer_pieces(brief(question, ALL))
        assert len("".join(pieces).split()) <= 140
        assert all(piece.rstrip().endswith(("]", ":")) for piece in pieces)


def test_a_quote_in_another_language_is_announced() -> None:
    said = answer("What is huurtoeslag?", [TOESLAG])
    assert said.startswith(
        "The documents are in Dutch; this is what they say:\n\nHuurtoeslag is een bijdrage in de huur. [1]"
    )


def test_a_quote_in_the_own_language_is_not_announced_as_that_of_its_document() -> None:
    said = "The rent subsidy is a contribution to the rent that the tax office pays to people with a small income."
    assert answer("What is the rent subsidy?", [replace(passage(said), language="nl")]).startswith(
        "The rent subsidy is"
    )


async def test_the_writer_gives_the_same_pieces_each_time() -> None:
    writer = RulesWriter(ASSISTANT)
    asked = brief("What is LoRA?", ALL)
    first = [piece async for piece in writer.write(asked)]
    assert first == [piece async for piece in writer.write(asked)] == answer_pieces(asked)
    assert writer.name == ""


async def test_passages_without_a_whole_sentence_become_an_honest_no() -> None:
    fragment = passage("of the and then", title="Waiting list", headings=("Waiting list", "Who waits"))
    pieces = [str(piece) async for piece in RulesWriter(ASSISTANT).write(brief("What is it?", [fragment]))]
    assert "".join(pieces) == "I did not find this in the documents.\nNearest: Waiting list § Who waits [1]"


@given(
    st.lists(st.text(alphabet=st.sampled_from('abcLoRA 4.:?|-[]1\n#*("')), max_size=4),
    st.sampled_from(
        ["What is LoRA?", "", "?", "How do I a b?", "a vs b", "How many a for 4 b?", "difference between a and b"]
    ),
)
def test_no_text_makes_the_writer_fail_or_cite_what_it_was_not_given(texts: list[str], question: str) -> None:
    held = [passage(text, title="A b", headings=("A b",), document=f"d{index}") for index, text in enumerate(texts)]
    said = "".join(answer_pieces(brief(question, held)))
    assert {mark.number for mark in find_marks(said)} <= set(range(1, len(held) + 1))


def test_unsure_passages_are_quoted_with_their_places() -> None:
    found = [WAITING, LOSS, LORA, QLORA, WHY]
    said = "".join(answer_of(brief("Who gets a place first?", found, purpose="passages")))
    lead, _, *quotes = said.splitlines()
    assert lead == wording("en").passages
    assert len(quotes) == 5
    assert quotes[0].startswith('- Waiting list: "')
    assert [mark.number for mark in find_marks(said)] == [1, 2, 3, 4, 5]


def test_the_passage_with_the_best_sentence_is_quoted_first() -> None:
    lines = "".join(
        answer_of(brief("What did Edward Hu write?", [WAITING, LOSS, LORA], purpose="passages"))
    ).splitlines()
    assert lines[2].startswith('- LoRA: "')
    assert lines[2].endswith(" [3]")


def test_a_quotation_grows_around_its_best_sentence_towards_the_better_neighbour() -> None:
    filler = " ".join(["Boats of all sizes lie in the old harbour during the long and quiet winter."] * 3)
    sentences = [f"{filler[:-1]} {number}." for number in range(3)]
    text = " ".join([*sentences, "To moor, call the master on channel nine.", "The master answers day and night."])
    quote = "".join(answer_of(brief("How do I call the harbour master?", [passage(text)], purpose="passages")))
    assert "channel nine. The master answers day and night." in quote
    assert len(quote.split()) < 80 + 30
    assert f"{filler[:-1]} 0." not in quote


def test_a_quotation_has_the_question_that_its_sentence_answers() -> None:
    text = "Boats are grey. In doubt about the weather? Ask the harbour master first. Then wait."
    said = "".join(answer_of(brief("Do I ask the harbour master?", [passage(text)], purpose="passages")))
    assert '"Boats are grey. In doubt about the weather? Ask the harbour master first. Then wait."' in said


def test_a_quotation_does_not_end_where_a_list_begins() -> None:
    long = f"Whoever wants to moor a boat in the harbour {' '.join(['of the old town by the sea'] * 9)} needs a berth."
    text = f"{long} To moor it, do this:\n\n1. Call the master.\n\n2. Wait for the green light.\n\nPay at the office."
    quote = "".join(answer_of(brief("How do I moor a boat?", [passage(text)], purpose="passages")))
    assert "do this: Call the master. Wait for the green light." in quote


def test_a_quotation_has_the_command_that_its_last_words_announce() -> None:
    text = (
        "A berth has a number. To reserve a berth, type this line:\n\nharbour reserve --berth=7 > out.txt\n\nPay later."
    )
    asked = brief("How do I reserve a berth with the program?", [passage(text)], purpose="passages")
    assert "type this line: `harbour reserve --berth=7 > out.txt`" in "".join(answer_of(asked))


def test_a_quotation_that_leaves_out_the_rest_of_a_list_says_so() -> None:
    berths = "\n".join(f"- The berth of pier {number} lies behind the lighthouse and is deep." for number in range(20))
    asked = "Which berths of a pier are deep?"
    cut = "".join(answer_of(brief(asked, [passage(f"These berths are deep:\n\n{berths}")], purpose="passages")))
    assert cut.endswith('is deep. …" [1]')
    whole = "".join(answer_of(brief(asked, [passage(f"These berths are deep:\n\n{berths[:64]}")], purpose="passages")))
    assert "…" not in whole


def test_an_answer_with_a_part_of_a_list_says_how_many_there_are() -> None:
    ports = "\n".join(f"- Port {name}" for name in "Arda Bor Cerd Dul Ems Fal Gor Hel Ist Jorn Kol Lim".split())
    said = answer("Which ports does the ferry call at?", [passage(f"The ferry calls at these ports:\n\n{ports}")])
    assert said.endswith("- Port Hel [1]\n(8 of 12)")
    few = answer("Which ports does the ferry call at?", [passage(f"The ferry calls at these ports:\n\n{ports[:30]}")])
    assert " of " not in few


def test_another_document_is_quoted_as_well_only_if_it_says_about_as_much() -> None:
    fees = passage("Harbour fees are paid at the office.", title="Office", document="office")
    water = passage("Water is part of the harbour fees.", title="Water", document="water")
    monks = passage("The harbour was built by monks.", title="History", document="history")
    said = answer("Harbour fees?", [fees, water, monks])
    assert "office" in said
    assert "Water" in said
    assert "monks" not in said


def test_places_are_quoted_in_the_order_of_sentence_and_search() -> None:
    far = passage("The pass costs 80 euros a day.", title="Alps", document="far", dense=0.3).scored(0.2, standing=0.0)
    near = passage("A pass is 90 euros.", title="Dolomites", document="near", dense=0.6).scored(0.9, standing=2.0)
    said = "".join(answer_of(brief("What does the pass cost a day?", [far, near], purpose="passages")))
    assert said.index("90 euros") < said.index("80 euros")


def test_of_a_page_and_its_copy_among_all_pages_in_one_only_the_better_is_quoted() -> None:
    """The copy is split elsewhere, so its passage is not the same text."""
    page = "The lift opens at eight. The lift of the valley needs a pass. A pass costs 80 euros a day."
    own = passage(page, title="Lifts", document="lifts")
    copy = passage(f"{page} Skis are hired next door.", title="All of it", document="all")
    other = passage("A pass of the other valley costs 90 euros.", title="Valley", document="valley")
    said = "".join(answer_of(brief("What does the pass cost a day?", [own, copy, other], purpose="passages")))
    assert said.count("80 euros") == 1
    assert "90 euros" in said


def test_a_way_through_menus_is_said_first_to_a_question_how() -> None:
    text = "An invoice tells a customer what to pay. To make an invoice for a customer take Business → New Invoice."
    given = passage(text, title="Invoices")
    assert answer("How do I write an invoice to a customer?", [given]).startswith("To make an invoice")
    assert answer("What is an invoice?", [given]).startswith("An invoice tells")


def test_a_passage_that_the_search_found_near_is_said_first() -> None:
    far = passage("The pass costs 80 euros.", title="Alps", document="far", dense=0.3)
    near = passage("The pass costs 90 euros.", title="Dolomites", document="near", dense=0.6)
    assert answer("Tell me about the pass.", [far, near]).startswith("The pass costs 90 euros. [2]")


def test_the_passage_that_stands_out_is_said_first_though_others_have_more_words_of_the_question() -> None:
    found = [
        passage("A bus leaves every hour.", title="Bus", document="bus", dense=0.6).scored(0.9, **{STANDING: 6.0}),
        passage("The harbour is reached by sea.", title="Sea", document="sea", dense=0.6).scored(
            0.5, **{STANDING: 0.0}
        ),
    ]
    assert answer("Can the harbour be reached?", found).startswith("A bus leaves every hour. [1]")
    assert answer("How do I reach the harbour?", found).startswith("The harbour is reached by sea. [2]")
    assert answer("Can the harbour be reached?", found[::-1][:1]).startswith("The harbour is reached by sea. [1]")


def test_the_sentence_nearest_in_meaning_is_said_first() -> None:
    text = "The pool opens in May. Swimmers may enter from seven. The pool closes in October."
    given = passage(text, title="Pool")
    asked = "When does the pool open its doors in the morning?"
    assert answer_of(brief(asked, [given]))[0].startswith("The pool opens in May.")
    near = replace(given, sentences=(0.1, 0.9, 0.0))
    assert answer_of(brief(asked, [near]))[0].startswith("Swimmers may enter from seven.")
    misaligned = replace(given, sentences=(0.1,))
    assert answer_of(brief(asked, [misaligned]))[0].startswith("The pool opens in May.")


def test_a_search_term_chooses_the_sentence() -> None:
    fees = passage("A day ticket costs 20 euros. The ferry costs 5 euros. Bicycles travel free.", title="Prices")
    question = "How much is it?"
    assert answer_pieces(brief(question, [fees], terms=[SearchTerm("ferry", 0.9)]))[0].startswith("The ferry costs")
    assert answer_pieces(brief(question, [fees], terms=[SearchTerm("ticket", 0.9)]))[0].startswith("A day ticket costs")


def test_a_sample_text_is_told_as_a_quotation_beside_what_documents_state() -> None:
    sample = passage(
        'Adapt this sample to your own case.\n\n## How long\n\n"We keep talks for 30 days. After that we delete them."',
        title="Sample: privacy notice of a chatbot",
        document="sample",
    )
    rule = passage(
        "Talks of a chatbot are kept for 90 days at most. Logs are kept apart.", title="Keeping", document="keeping"
    )
    question = "How long are the talks of a chatbot kept?"
    assert '"We keep talks for 30 days." [1]' in answer(question, [sample])
    told = answer(question, [rule, sample])
    assert "Talks of a chatbot are kept for 90 days at most. [1]" in told
    assert '"We keep talks for 30 days." [2]' in told


def test_a_quoted_word_makes_no_quotation_of_a_paragraph() -> None:
    told = passage(
        '"Typ \'medewerker\'" is said by the bot. It keeps talks for 30 days. It says "bye".', document="bot"
    )
    assert [unit.quoted for unit in units([told])] == [False, False, False]
