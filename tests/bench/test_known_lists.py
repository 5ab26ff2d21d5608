"""The lists of known questions of organisations: how they are read, drawn in parts, judged and counted."""

import json
from collections import Counter
from pathlib import Path

from bench.known_answers import Asked, Got
from bench.known_lists import KnownList, Part, answered, counted, known_lists, parts_of


def made_up(part: Part, *asked: Asked) -> KnownList:
    known = ("How long is the guarantee on a kettle?", "Where can I return a kettle?")
    return KnownList("kettles", "en", part, known, asked)


def test_the_lists_have_four_paraphrases_and_four_near_questions_of_each_known_one() -> None:
    lists = known_lists()
    assert len(lists) == 27
    assert Counter(each.language for each in lists for _ in each.known) == {"en": 90, "it": 90, "nl": 60}
    for each in lists:
        kinds = Counter((asked.near, asked.is_same) for asked in each.asked)
        assert kinds == {(at, is_same): 4 for at in range(len(each.known)) for is_same in (True, False)}


def test_questions_belong_to_the_list_that_they_are_written_for(tmp_path: Path) -> None:
    rows = [
        {"list": name, "question": f"{name} known?", "same": [f"{name} same?"], "other": [f"{name} other?"]}
        for name in ("shop", "bank", "shop")
    ]
    for language in ("en", "it", "nl"):
        (tmp_path / f"{language}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    shop, bank = known_lists(tmp_path)[:2]
    assert (shop.known, bank.known) == (("shop known?", "shop known?"), ("bank known?",))
    assert shop.asked[2:] == (Asked("shop same?", 1, True), Asked("shop other?", 1, False))


def test_half_of_the_lists_of_a_language_are_held_in_any_order() -> None:
    names = ["bank", "shop", "museum", "clinic", "library"]
    parts = parts_of(names)
    assert Counter(parts.values()) == {"learn": 3, "held": 2}
    assert parts_of(names[1:] + names[:1]) == parts
    assert Counter((each.language, each.part) for each in known_lists()) == {
        ("en", "learn"): 5,
        ("en", "held"): 4,
        ("it", "learn"): 6,
        ("it", "held"): 6,
        ("nl", "learn"): 3,
        ("nl", "held"): 3,
    }


async def test_questions_are_judged_by_the_known_ones_of_their_own_list() -> None:
    asked = (Asked("how long is the guarantee on a kettle", 0, True), Asked("Where can I return a toaster?", 1, False))
    assert await answered(made_up("held", *asked), "none") == [Got(0), Got(shown=1)]


def test_figures_are_of_all_questions_of_the_lists_together() -> None:
    first = made_up("held", Asked("a", 0, True), Asked("b", 1, False))
    second = made_up("learn", Asked("a", 0, True), Asked("b", 1, True), Asked("c", 1, True))
    figures = counted([(first, [Got(0), Got(1)]), (second, [Got(1), Got(shown=1), Got()])])
    assert figures == {"n": 5, "found": 0.25, "shown": 0.5, "wrong": 0.25, "false": 1.0, "near": 0.0}
