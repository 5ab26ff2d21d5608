"""What is said of the rows of a catalogue, for questions of every kind."""

import asyncio
from pathlib import Path

import pytest

from askwell.assistant import load_assistant
from askwell.errors import BadConfig
from askwell.tools.tables import open_tables
from askwell.types import OPERATOR, LookedUp

PHONES = """name,brand,category,price_usd,memory_gb,storage_gb,weight_g,colors,stock
Samsung Galaxy S24,Samsung,phone,799,8,128;256,167,black; gray,4
Samsung Galaxy S24+,Samsung,phone,999,12,256;512,196,black; violet,0
Samsung Galaxy S24 Ultra,Samsung,phone,1299,12,256;512;1024,232,black; yellow,7
Apple iPhone 15,Apple,phone,799,6,128;256;512,171,black; blue; pink,3
Apple iPhone 15 Pro,Apple,phone,999,8,128;256;512;1024,187,black; blue,1
Google Pixel 8a,Google,phone,499,8,128;256,188,black; blue,0
Sony WH-1000XM5,Sony,headphones,399,,,250,black; silver,9
"""

YAML = """
name: shop
title: Shop
route: {otherwise: products}
catalogues:
  products:
    table: phones.csv
    name: name
    values:
      brand: {}
      category: {phone: [smartphone, mobile], headphones: [headset]}
      colors: {gray: [grey]}
    figures:
      price_usd:
        units: {$: 1, dollars: 1}
        bare: true
        least: [cheapest, cheaper]
        most: [most expensive, pricier]
        least_said: The {name} costs the least, ${price_usd}.
        most_said: The {name} costs the most, ${price_usd}.
      storage_gb: {units: {GB: 1, TB: 1024}, words: [storage]}
      memory_gb: {units: {GB: 1}, words: [memory, RAM], most: [most memory]}
      weight_g: {units: {g: 1, grams: 1}, least: [lightest, lighter], least_said: "{name}: the lightest."}
    flags:
      - {words: [in stock, available], column: stock}
    line: "{name}: ${price_usd}"
    say:
      - {about: [price, cost, how much is], text: "The {name} costs ${price_usd}."}
      - {about: [storage], text: "The {name} comes with {storage_gb} GB of storage."}
      - {about: [memory, RAM], text: "The {name} has {memory_gb} GB of memory."}
      - {about: [color, colors], text: "The {name} comes in {colors}."}
      - {about: [weigh, weight], text: "The {name} weighs {weight_g} g."}
    compare: [compare, difference, versus, vs, or]
    general: [tell, more, have, show, get, look, specs]
"""


def said(folder: Path, question: str) -> list[str]:
    return [passage.chunk.text for passage in look_up(folder, question).passages]


def look_up(folder: Path, question: str, yaml: str = YAML, phones: str = PHONES) -> LookedUp:
    (folder / "assistant.yaml").write_text(yaml)
    (folder / "phones.csv").write_text(phones)
    tables = open_tables(load_assistant(folder))
    for fault in tables.faults:
        raise fault
    return asyncio.run(tables.look_up("products", question, OPERATOR))


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("How much is the Galaxy S24 Ultra?", ["The Samsung Galaxy S24 Ultra costs $1299."]),
        ("how much is the s24 ultra", ["The Samsung Galaxy S24 Ultra costs $1299."]),
        ("What does the Galaxy S24 cost?", ["The Samsung Galaxy S24 costs $799."]),
        ("What does the S24+ cost?", ["The Samsung Galaxy S24+ costs $999."]),
        ("What colors does the iPhone 15 come in?", ["The Apple iPhone 15 comes in black, blue, pink."]),
        ("Is the iPhone 15 Pro available in blue?", ["The Apple iPhone 15 Pro comes in black, blue."]),
        ("How much memory does the WH-1000XM5 have?", ["The list does not say that of the Sony WH-1000XM5."]),
    ],
)
def test_a_question_about_one_row_is_answered_on_the_side_it_asks_about(
    tmp_path: Path, question: str, answers: list[str]
) -> None:
    assert said(tmp_path, question) == answers


def test_a_row_as_a_whole_has_everything_said_of_it(tmp_path: Path) -> None:
    (text,) = said(tmp_path, "Tell me more about the Pixel 8a")
    assert text == (
        "The Google Pixel 8a costs $499. The Google Pixel 8a comes with 128, 256 GB of storage. "
        "The Google Pixel 8a has 8 GB of memory. The Google Pixel 8a comes in black, blue. "
        "The Google Pixel 8a weighs 188 g."
    )


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which phones do you have under $500?", ["Google Pixel 8a"]),
        ("phones under 500", ["Google Pixel 8a"]),
        ("Which Samsung phones cost less than $1,000?", ["Samsung Galaxy S24", "Samsung Galaxy S24+"]),
        ("Samsung phones between $900 and $1300", ["Samsung Galaxy S24+", "Samsung Galaxy S24 Ultra"]),
        ("a smartphone for about $1000", ["Samsung Galaxy S24+", "Apple iPhone 15 Pro"]),
        ("a mobile with at least 12 GB of memory", ["Samsung Galaxy S24+", "Samsung Galaxy S24 Ultra"]),
        ("Which Samsung phones are in stock?", ["Samsung Galaxy S24", "Samsung Galaxy S24 Ultra"]),
        ("pink phones", ["Apple iPhone 15"]),
        ("grey phones", ["Samsung Galaxy S24"]),
        ("iPhones in pink", ["Apple iPhone 15"]),
        ("the cheapest Apple phone", ["Apple iPhone 15", "Apple iPhone 15 Pro"]),
        ("Which Apple phone is the lightest?", ["Apple iPhone 15", "Apple iPhone 15 Pro"]),
    ],
)  # fmt: skip
def test_rows_are_chosen_by_what_they_are_and_by_figures(tmp_path: Path, question: str, names: list[str]) -> None:
    assert [text.removeprefix("- ").split(":")[0] for text in said(tmp_path, question)] == names


def test_a_list_without_an_order_shows_several_brands_first(tmp_path: Path) -> None:
    first, *rest = said(tmp_path, "Which phones are over $400?")
    assert first.startswith("5 of 6:\n- ")
    names = [text.removeprefix("5 of 6:\n").removeprefix("- ").split(":")[0] for text in (first, *rest)]
    assert names[:3] == ["Samsung Galaxy S24", "Apple iPhone 15", "Google Pixel 8a"]
    assert len(names) == 5


def test_rows_in_an_order_say_what_orders_them_and_how_many_have_no_figure(tmp_path: Path) -> None:
    assert said(tmp_path, "the lightest Apple phones") == [
        "- Apple iPhone 15: $799. The Apple iPhone 15 weighs 171 g.",
        "- Apple iPhone 15 Pro: $999. The Apple iPhone 15 Pro weighs 187 g.",
    ]
    unknown = PHONES.replace("1024,187,", "1024,,")
    found = look_up(tmp_path, "the lightest Apple phones", phones=unknown)
    assert [each.chunk.text for each in found.passages] == [
        "1 of 1, and 1 more whose figure is not known:\nApple iPhone 15: $799. The Apple iPhone 15 weighs 171 g."
    ]


@pytest.mark.parametrize(
    ("question", "unknown"),
    [
        ("phones under $500 as headset", ("headphones",)),
        ("phones or headphones under $500", ()),
        ("phones, headphones under $500", ()),
        ("black and blue phones under $500", ()),
    ],
)
def test_of_two_kinds_that_no_row_has_and_that_are_not_joined_the_first_counts(
    tmp_path: Path, question: str, unknown: tuple[str, ...]
) -> None:
    assert look_up(tmp_path, question).unknown == unknown


def test_what_the_list_does_not_have_of_a_row_is_no_sure_answer(tmp_path: Path) -> None:
    found = look_up(tmp_path, "How much memory does the WH-1000XM5 have?")
    assert found.unknown == ("memory",)
    assert look_up(tmp_path, "How much memory do the WH-1000XM5 and the Pixel 8a have?").unknown == ()
    assert look_up(tmp_path, "What does the WH-1000XM5 weigh?").unknown == ()


def test_a_word_that_selects_no_row_is_named(tmp_path: Path) -> None:
    found = look_up(tmp_path, "waterproof phones under $500")
    assert found.unknown == ("waterproof",)
    assert found.passages[0].chunk.text == (
        "The table says nothing about: “waterproof”. This is what it has:\nGoogle Pixel 8a: $499"
    )
    assert look_up(tmp_path, "What are the cheapest Samsung phones that cost at most $1,000?").unknown == ()


def test_a_name_of_other_rows_is_a_word_that_selects_none(tmp_path: Path) -> None:
    everyday = f"{YAML}    ordinary: [pro]\n"
    assert look_up(tmp_path, "Samsung phones like the Pro", yaml=everyday).unknown == ("pro",)
    assert look_up(tmp_path, "Apple phones like the Pro", yaml=everyday).unknown == ()


def test_a_named_row_does_not_answer_a_question_with_other_words(tmp_path: Path) -> None:
    assert said(tmp_path, "How much is the iPhone 15?") == ["The Apple iPhone 15 costs $799."]
    assert said(tmp_path, "What is the iPhone 15's price?") == ["The Apple iPhone 15 costs $799."]
    assert look_up(tmp_path, "How much is a case for the iPhone 15?") == LookedUp()


def test_where_nothing_fits_the_nearest_are_named_and_it_says_so(tmp_path: Path) -> None:
    first, *rest = said(tmp_path, "Samsung phones under $300")
    assert first == "Nothing in the list fits that; these come nearest:\n- Samsung Galaxy S24: $799"
    assert rest == ["- Samsung Galaxy S24+: $999", "- Samsung Galaxy S24 Ultra: $1299"]


def test_rows_side_by_side_name_the_one_that_is_asked_for(tmp_path: Path) -> None:
    assert said(tmp_path, "Which is cheaper, the iPhone 15 or the Pixel 8a?") == [
        "The Google Pixel 8a costs the least, $499.",
        "The Apple iPhone 15 costs $799.",
        "The Google Pixel 8a costs $499.",
    ]


def test_of_rows_side_by_side_an_order_names_the_winner_and_what_it_was_chosen_from(tmp_path: Path) -> None:
    found = look_up(tmp_path, "the cheaper one of the Apple iPhone 15 and the Google Pixel 8a")
    assert found.things == ("Google Pixel 8a",)
    assert found.among == ("Apple iPhone 15", "Google Pixel 8a")
    compared = look_up(tmp_path, "Compare the iPhone 15 and the Pixel 8a")
    assert compared.things == ("Apple iPhone 15", "Google Pixel 8a")
    assert compared.among == ()


def test_a_side_is_asked_about_in_the_plural_too_and_never_by_a_word_of_a_name(tmp_path: Path) -> None:
    assert said(tmp_path, "What are the weights of the iPhone 15 and the Pixel 8a?") == [
        "The Apple iPhone 15 weighs 171 g.",
        "The Google Pixel 8a weighs 188 g.",
    ]
    yaml = YAML.replace("about: [storage]", "about: [storage, galaxies]")
    texts = [each.chunk.text for each in look_up(tmp_path, "What does the Galaxy S24 cost?", yaml).passages]
    assert texts == ["The Samsung Galaxy S24 costs $799."]


def test_a_part_of_a_name_that_several_rows_share_means_them_all(tmp_path: Path) -> None:
    found = look_up(tmp_path, "Which Galaxy models do you have?")
    assert [passage.chunk.text.split(":")[0] for passage in found.passages] == [
        "- Samsung Galaxy S24",
        "- Samsung Galaxy S24+",
        "- Samsung Galaxy S24 Ultra",
    ]


@pytest.mark.parametrize(
    "question",
    ["What is your return policy?", "Is the Galaxy S24 Ultra waterproof?", "", "15", "🎧", "How do I switch carriers?"],
)
def test_what_the_table_cannot_know_is_left_to_the_documents(tmp_path: Path, question: str) -> None:
    assert look_up(tmp_path, question) == LookedUp()


def test_a_cell_that_is_no_number_is_named_with_its_file(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match=r"phones\.csv: 'cheap' under 'price_usd' is not a number"):
        look_up(tmp_path, "phones", phones=PHONES.replace("399", "cheap"))


VARIANTS = """name,model,also,brand,category,price_usd,memory_gb,storage_gb,weight_g,colors,stock
Apple iPhone 16 128 GB,Apple iPhone 16,iPhone sixteen,Apple,phone,799,8,128,170,black,4
Apple iPhone 16 256 GB,Apple iPhone 16,iPhone sixteen,Apple,phone,899,8,256,170,black,0
"""


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("How much does the iPhone 16 weigh?", ["The Apple iPhone 16 weighs 170 g."]),
        (
            "How much is the iPhone sixteen?",
            ["The Apple iPhone 16 128 GB costs $799.", "The Apple iPhone 16 256 GB costs $899."],
        ),
        ("How much is the iPhone 16 with 256 GB?", ["The Apple iPhone 16 256 GB costs $899."]),
        (
            "Is there an iPhone 16 with 512 GB?",
            [
                "Nothing in the list fits that; these come nearest:\n- Apple iPhone 16 256 GB: $899",
                "- Apple iPhone 16 128 GB: $799",
            ],
        ),
    ],
)
def test_variants_of_one_name_are_told_apart_only_where_they_differ(
    tmp_path: Path, question: str, answers: list[str]
) -> None:
    yaml = YAML.replace("    name: name\n", "    name: model\n    also: also\n").replace("{name} ", "{model} ")
    yaml = yaml.replace("The {model} costs ${price", "The {name} costs ${price")
    found = look_up(tmp_path, question, yaml=yaml, phones=VARIANTS)
    assert [passage.chunk.text for passage in found.passages] == answers


@pytest.mark.parametrize(
    "question",
    [
        "Can I split a $600 phone into smaller monthly payments?",
        "My mobile for $499 arrived broken, who repairs screens?",
    ],
)
def test_a_question_that_is_mostly_about_something_else_is_not_answered_from_rows(
    tmp_path: Path, question: str
) -> None:
    assert said(tmp_path, question) == []
