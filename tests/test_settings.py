"""Settings in layers, each value with where it came from."""

from pathlib import Path

import pytest

from askwell import settings as module
from askwell.errors import BadConfig
from askwell.settings import load_settings


def test_later_layers_win_and_every_value_names_its_layer(tmp_path: Path) -> None:
    home, folder = tmp_path / "home", tmp_path / "work"
    home.mkdir()
    folder.mkdir()
    (home / "askwell.toml").write_text('model = "one"\nport = 1111\nlease_s = 7.5\n')
    (folder / "askwell.toml").write_text("port = 2222\n")
    loaded = load_settings(
        environ={"ASKWELL_HOME": str(home), "ASKWELL_MODEL": "two"}, folder=folder, overrides={"model": "three"}
    )
    assert (loaded.settings.model, loaded.settings.port, loaded.settings.lease_s) == ("three", 2222, 7.5)
    assert loaded.origins["model"] == "--set"
    assert loaded.origins["port"] == str(folder / "askwell.toml")
    assert loaded.origins["lease_s"] == str(home / "askwell.toml")
    assert loaded.origins["host"] == "default"
    assert loaded.origins["home"] == "ASKWELL_HOME"


def test_an_unknown_key_names_its_layer_value_and_nearest_key(tmp_path: Path) -> None:
    with pytest.raises(BadConfig) as caught:
        load_settings(environ={"ASKWELL_HOME": str(tmp_path), "ASKWELL_MODLE": "x"}, folder=tmp_path)
    assert "`modle` with value 'x' from ASKWELL_MODLE" in caught.value.message
    assert caught.value.hint == "Did you mean `model`?"


def test_a_wrong_value_is_refused_without_showing_secrets(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="`port` from --set is 'many'"):
        load_settings(environ={"ASKWELL_HOME": str(tmp_path)}, folder=tmp_path, overrides={"port": "many"})


def test_a_checkout_set_up_by_make_is_its_own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "src" / "askwell").mkdir(parents=True)
    (tmp_path / "Makefile").touch()
    monkeypatch.setattr(module, "__file__", str(tmp_path / "src" / "askwell" / "settings.py"))
    before = load_settings(environ={}, folder=tmp_path).settings.home
    (tmp_path / ".askwell").mkdir()
    after = load_settings(environ={}, folder=tmp_path).settings.home
    assert before != after == tmp_path / ".askwell"
