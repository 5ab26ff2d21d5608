"""The bench of what reaches a model and the disk: what it finds with and without a policy."""

from bench.personal_reach import measured, reached
from bench.written_personal import Gold, Written

TEXT = "Mijn IBAN is NL91 ABNA 0417 1643 00, bel 06-12345678."
ITEM = Written(TEXT, (Gold(13, 35, "IBAN"), Gold(41, 52, "PHONE")), "read")
KINDS = frozenset({"IBAN", "PHONE"})


def test_a_value_is_found_in_its_spelling_and_with_other_marks() -> None:
    assert measured([ITEM], KINDS, "op nl91abna0417164300", "06 12 34 56 78") == {
        "values": 2,
        "characters": 33,
        "reached_prompt": 1,
        "reached_disk": 1,
        "leaked": 1.0,
    }
    assert measured([ITEM], KINDS, "NL91 ABNA 0417 1643 01", "106123456780")["leaked"] == 0


async def test_values_reach_a_model_and_the_disk_only_without_a_policy() -> None:
    hidden = measured([ITEM], KINDS, *await reached([ITEM], "pseudonym"))
    assert (hidden["reached_prompt"], hidden["reached_disk"], hidden["leaked"]) == (0, 0, 0)
    shown = measured([ITEM], KINDS, *await reached([ITEM], "off"))
    assert (shown["reached_prompt"], shown["reached_disk"], shown["leaked"]) == (2, 2, 1)
