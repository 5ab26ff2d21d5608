"""What the rules remember of a turn, and the summary that they make of it."""

from dataclasses import replace
from typing import Any

import pytest

from askwell.rules.lines import LONGEST_CHARS, line_of
from askwell.rules.summarise import RulesSummariser
from askwell.rules.values import frame, kept, keys, values
from askwell.rules.worded_summary import MOST_WORDS
from askwell.types import Item, Language, Memory, Outcome, Source, Status, Topic
from tests.rules.remembering import Remembered, a_turn

DOCUMENT = Source(1, "d1", "rates.md", "Rates", "", ())


@pytest.mark.parametrize(
    ("language", "said", "kind"),
    [
        ("nl", "Femke is allergisch voor noten.", "fact"),
        ("nl", "We hebben samen 1400 euro.", "fact"),
        ("nl", "Ik wil in mei een week naar Portugal.", "wish"),
        ("nl", "We nemen de offerte van Kuipers.", "decision"),
        ("en", "My daughter is six.", "fact"),
        ("en", "I'd like a room with a view.", "wish"),
        ("en", "We decided to go by train.", "decision"),
        ("it", "Mia madre abita a Lecce.", "fact"),
        ("it", "Vorrei una casa con giardino.", "wish"),
        ("it", "Abbiamo scelto Rinnova.", "decision"),
    ],
)
async def test_what_users_state_of_themselves_is_kept(language: Language, said: str, kind: str) -> None:
    talk = Remembered(language)
    await talk.hear(said, "OK.")
    assert [(item.text, item.kind) for item in talk.memory.items] == [(said, kind)]
    assert said in talk.memory.summary


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("nl", "Wat kost een paspoort?"),
        ("nl", "Vertel me meer over Lissabon."),
        ("nl", "Dank je wel!"),
        ("nl", "tarief 2025 eenmanszaak"),
        ("nl", "Kan ik annuleren"),
        ("en", "Explain the difference between the two."),
        ("en", "income limits family of four"),
        ("en", "and for children"),
        ("en", "Hello!"),
        ("it", "Quanto costa il passaporto?"),
        ("it", "Dimmi di più."),
        ("it", "Grazie mille."),
    ],
)
async def test_questions_orders_and_talk_settle_nothing(language: Language, said: str) -> None:
    talk = Remembered(language)
    await talk.hear(said, "Documents say so.")
    assert talk.texts == []


async def test_a_short_answer_to_our_question_is_kept_with_the_question() -> None:
    talk = Remembered("en")
    await talk.hear("I need child care.", "Which county do you live in?")
    await talk.hear("Bexar", "Then it is Workforce Solutions Alamo.")
    assert "Which county do you live in? Bexar" in talk.texts


async def test_a_figure_that_was_asked_for_ones_own_case_is_kept_with_its_question() -> None:
    rules = RulesSummariser()
    turn = a_turn(1, "What do I pay for two children?", "You pay 400 dollars a month. [1]", sources=(DOCUMENT,))
    made = await rules.digest(turn, Memory(), (), "en")
    assert [item.text for item in made.items] == ["What do I pay for two children? You pay 400 dollars a month."]


async def test_what_documents_say_of_the_world_is_told_by_the_line_alone() -> None:
    turn = a_turn(1, "How high is Mont Blanc?", "Mont Blanc is 4,806 metres high. [1]", sources=(DOCUMENT,))
    made = await RulesSummariser().digest(turn, Memory(), (), "en")
    assert made.items == ()
    assert made.line == "How high is Mont Blanc? → Mont Blanc is 4,806 metres high."
    assert made.line.rstrip(".") in made.summary
    assert "Mont Blanc" in made.topics


@pytest.mark.parametrize(
    ("status", "outcome"),
    [("failed", "answered"), ("declined", "declined"), ("completed", "declined")],
)
async def test_a_turn_that_failed_or_was_declined_adds_no_items_and_its_answer_is_not_quoted(
    status: Status, outcome: Outcome
) -> None:
    talk = Remembered("en")
    await talk.hear("We have 1400 euros.", "The model took longer than 60 s.", status=status, outcome=outcome)
    assert talk.texts == []
    assert "longer than" not in talk.remembered
    assert "longer than" not in talk.topics[0].line


async def test_a_line_is_short_and_on_one_line() -> None:
    line = line_of(a_turn(1, "Why?\n" + "because " * 100, "So.\n\n" + "it is " * 100))
    assert len(line) <= LONGEST_CHARS
    assert "\n" not in line


async def test_a_summary_stays_within_its_words_and_keeps_decisions_before_facts() -> None:
    items = [Item(str(at), f"t{at}", at, f"The part number {at} weighs {at} kilos and is blue.") for at in range(1, 60)]
    items.insert(0, Item("d", "t0", 0, "We decided to buy the green one.", "decision"))
    summary = RulesSummariser().render(Memory(items=tuple(items)), (), "en")
    assert len(summary.split()) <= MOST_WORDS
    assert summary.startswith("We decided to buy the green one.")
    assert "number 59 " in summary
    assert "number 1 " not in summary


async def test_a_summary_that_a_model_worded_is_built_on() -> None:
    """S2-07: as it comes with a session of another system, whose facts are nowhere else."""
    talk = Remembered()
    talk.memory = Memory("Anna goes to Leeds on 3 June.", "model", 2)
    await talk.hear("What is a hostel?", "A cheap hotel.")
    await talk.hear("My budget is 900 euros.", "OK.")
    await talk.hear("No, my budget is 800 euros.", "OK.")
    worded, _, since = talk.memory.summary.partition("\n\nSince then:\n")
    assert (worded, talk.memory.summary_by) == ("Anna goes to Leeds on 3 June.", "model")
    assert since == "- What is a hostel? → A cheap hotel\n- My budget is 800 euros."


async def test_a_summary_that_a_model_worded_gives_way_where_it_tells_what_is_taken_back() -> None:
    talk = Remembered()
    await talk.hear("My budget is 900 euros.", "OK.")
    talk.memory = replace(talk.memory, summary="They travel. My budget is 900 euros.", summary_by="model")
    await talk.hear("No, my budget is 800 euros.", "OK.")
    assert "900" not in talk.memory.summary
    assert talk.memory.summary_by == "rules"


@pytest.mark.parametrize("sentence", ["Anna goes to Leeds with Tom on 3 June. ", "and so on "])
async def test_a_long_summary_of_a_model_leaves_room_for_what_is_new(sentence: str) -> None:
    talk = Remembered()
    talk.memory = Memory(100 * sentence, "model", 2)
    for number in range(30):
        await talk.hear(f"My cat number {number} is called Cat{number}.", "OK.")
        assert len(talk.memory.summary.split()) <= MOST_WORDS + 5
    assert talk.memory.summary.startswith(sentence)
    assert "Cat29" in talk.memory.summary


async def test_a_summary_that_a_person_worded_stays_and_new_things_come_behind_it() -> None:
    talk = Remembered("en")
    await talk.hear("We leave on 3 June.")
    talk.memory = replace(talk.memory, summary="My own words, 3 June or so.", summary_by="user")
    await talk.hear("My sister comes along.")
    await talk.hear("Not my sister but my brother comes along.")
    assert talk.memory.summary_by == "user"
    assert talk.memory.summary.startswith("My own words, 3 June or so.\n\nSince then:\n")
    assert "brother" in talk.memory.summary
    assert "sister" not in talk.memory.summary


async def test_what_is_put_behind_a_persons_words_is_bounded() -> None:
    talk = Remembered("en")
    await talk.hear("We leave on 3 June.")
    talk.memory = replace(talk.memory, summary="Mine.", summary_by="user")
    for at in range(200):
        await talk.hear(f"My plant number {at} is called Bertha and likes the shade.")
    assert talk.memory.summary.startswith("Mine.")
    assert "199" in talk.memory.summary
    assert len(talk.memory.summary.split()) < 120


async def test_a_summary_speaks_the_language_of_the_talk() -> None:
    talk = Remembered("nl")
    await talk.hear("Wat is een warmtepomp?", "Een warmtepomp verwarmt een huis.")
    assert talk.memory.summary.startswith("Besproken: Wat is een warmtepomp?")


async def test_what_was_taken_back_is_not_told_by_what_was_asked_before_it() -> None:
    talk = Remembered("nl")
    await talk.hear("Wie is een goede makelaar?", "Makelaar Van Zanten kent de wijk goed.")
    assert "Van Zanten" in talk.memory.summary
    await talk.hear("Nee, niet Van Zanten maar makelaar De Eem.", "Goed.")
    assert "Van Zanten" not in talk.remembered
    assert "De Eem" in talk.memory.summary


@pytest.mark.parametrize(
    ("language", "asked", "says", "understood"),
    [
        ("nl", "Is een DPIA verplicht?", "Nee, ik bedoelde een FRIA.", "Is een FRIA verplicht?"),
        ("en", "What is LoRA?", "No, I meant QLoRA.", "What is QLoRA?"),
        ("en", "What is LoRA?", "I meant QLoRA", "What is QLoRA?"),
        ("it", "Che cos'è la DPIA?", "No, intendevo la FRIA.", "Che cos'è la FRIA?"),
    ],
)
async def test_a_question_put_right_is_told_as_it_was_understood_and_states_nothing(
    language: Language, asked: str, says: str, understood: str
) -> None:
    talk = Remembered(language)
    await talk.hear(asked, "Yes.")
    made = await talk.hear(says, "No.", kind="clarification", standalone_question=understood)
    assert made.items == ()
    assert made.line.startswith(understood)
    assert asked in talk.memory.summary
    assert understood in talk.memory.summary
    assert says.rstrip(".") not in talk.memory.summary


async def test_what_was_meant_by_a_statement_takes_its_place() -> None:
    talk = Remembered("en")
    await talk.hear("We leave on 9 May.", "OK.")
    await talk.hear("I meant 16 May.", "OK.", kind="clarification", standalone_question="We leave on 16 May.")
    assert talk.texts == ["We leave on 16 May."]


@pytest.mark.parametrize(
    ("said", "fields"),
    [
        ("Hello!", {"route": "chat", "outcome": "chat"}),
        ("Thanks a lot!", {"route": "chat", "outcome": "chat"}),
        ("What have we discussed so far?", {"route": "recall", "kind": "meta"}),
    ],
)
async def test_talk_and_looking_back_are_no_subjects(said: str, fields: dict[str, Any]) -> None:
    talk = Remembered("en")
    await talk.hear("What is LoRA?", "A method.")
    made = await talk.hear(said, "We have discussed:\n- turn 1: What do I pay? 40 euros", **fields)
    assert (made.line, made.topics, made.items) == ("", (), ())
    assert made.summary == "Discussed: What is LoRA? → A method"


async def test_a_figure_of_the_documents_is_not_ones_own_case_because_the_question_was_put_right() -> None:
    fields: dict[str, Any] = {"kind": "clarification", "standalone_question": "What is QLoRA?", "sources": (DOCUMENT,)}
    turn = a_turn(2, "No, I meant QLoRA.", "QLoRA quantizes to 4 bits. [1]", **fields)
    earlier = Topic("t1", 1, "What is LoRA? → LoRA is a method.", (), ())
    made = await RulesSummariser().digest(turn, Memory(up_to=1), (earlier,), "en")
    assert made.items == ()


async def test_the_number_of_an_article_settles_nothing() -> None:
    turn = a_turn(
        1, "Hoeveel chatbots hebben wij?", "Volgens artikel 50 zijn zij herkenbaar. [1]", "nl", sources=(DOCUMENT,)
    )
    made = await RulesSummariser().digest(turn, Memory(), (), "nl")
    assert made.items == ()


def test_what_is_kept_of_a_text_is_what_is_read_of_it() -> None:
    text = "The dinner is on 9 May at 7 pm for 12 people."
    read = kept(text, "en")
    assert (list(read.values), read.keys, read.frame) == (values(text, "en"), keys(text, "en"), frame(text, "en"))
    assert kept(text, "nl") != read
