"""Consent to a file, stored in the data folder."""

import json
import stat
from pathlib import Path

import pytest

from askwell.consent import FILE, ConsentStore
from askwell.errors import StorageFailed


def test_consent_belongs_to_a_path_and_its_values(tmp_path: Path) -> None:
    store = ConsentStore(tmp_path / "home")
    one, other = tmp_path / "one.toml", tmp_path / "other.toml"
    store.accept(one, {"readers": "csv", "model_url": "http://h"})
    store.accept(other, {})
    again = ConsentStore(tmp_path / "home")
    assert again.accepts(one, {"model_url": "http://h", "readers": "csv"})
    assert not again.accepts(one, {"model_url": "http://h"})
    assert not again.accepts(other, {"readers": "csv", "model_url": "http://h"})
    assert again.withdraw(one)
    assert not again.accepts(one, {"readers": "csv", "model_url": "http://h"})
    assert not again.withdraw(one)
    assert again.accepts(other, {})


def test_consent_is_for_the_owner_alone_and_holds_no_value(tmp_path: Path) -> None:
    ConsentStore(tmp_path).accept(tmp_path / "x.toml", {"api_key": "hush"})
    file = tmp_path / FILE
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "hush" not in file.read_text(encoding="utf-8")
    assert [each.name for each in tmp_path.iterdir()] == [FILE]


@pytest.mark.parametrize("written", ["", "[]", "{", '{"/x": 1}', "\x00"])
def test_a_broken_file_is_no_consent(tmp_path: Path, written: str) -> None:
    (tmp_path / FILE).write_text(written, encoding="utf-8")
    store = ConsentStore(tmp_path)
    assert not store.accepts(Path("/x"), {})
    store.accept(Path("/y"), {})
    assert str(Path("/y")) in json.loads((tmp_path / FILE).read_text(encoding="utf-8"))


def test_consent_that_cannot_be_stored_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(StorageFailed, match="Consent cannot be stored"):
        ConsentStore(tmp_path / "file" / "home").accept(tmp_path / "x.toml", {})
