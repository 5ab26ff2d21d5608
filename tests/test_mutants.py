"""The seeded faults: each still has its place in the source, and tests that may catch it."""

import re

import pytest

from tests.mutants.__main__ import main
from tests.mutants.claimed import Claimed, read_claimed
from tests.mutants.faults import FAULTS, SOURCE, Fault
from tests.mutants.seeded import chosen_tests, with_fault
from tests.quick import ROOT


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_has_its_place_and_tests(fault: Fault) -> None:
    file = ROOT / SOURCE / fault.file
    faulty = with_fault(file.read_text(encoding="utf-8"), fault)
    compile(faulty, str(file), "exec")
    assert chosen_tests(fault)
    assert all((ROOT / "tests" / name).exists() for name in fault.tests)


@pytest.mark.parametrize("claimed", read_claimed(), ids=lambda each: f"{each.number} {each.fault.name}")
def test_a_statement_has_a_fault_with_its_place_and_claiming_tests(claimed: Claimed) -> None:
    fault, file = claimed.fault, ROOT / SOURCE / claimed.fault.file
    compile(with_fault(file.read_text(encoding="utf-8"), fault), str(file), "exec")
    assert fault.tests
    for name in fault.tests:
        path, _, test = name.partition("::")
        assert (ROOT / "tests" / path).exists()
        source = (ROOT / "tests" / path).read_text(encoding="utf-8") if test else ""
        assert "::" in test or not test or re.search(rf"(?:def|class) {test}\b", source)


def test_a_fault_whose_place_is_gone_is_an_error() -> None:
    fault = Fault("a fault", "engine.py", "no such text", "")
    with pytest.raises(ValueError, match="bring the fault 'a fault' in line"):
        with_fault("some text", fault)


def test_the_command_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "make mutants" in capsys.readouterr().out
