"""Settings in layers, each value with where it came from."""

from pathlib import Path

import pytest

from askwell.consent import HARMLESS
from askwell.errors import BadConfig
from askwell.settings import FILE_BYTES, Destination, Loaded, Settings, load_settings, read_settings
from askwell.settings import schema as module

KEY = {"ASKWELL_API_KEY": "hush"}


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """A working folder next to an empty data folder."""
    (tmp_path / "home").mkdir()
    (tmp_path / "work").mkdir()
    return tmp_path / "work"


def foreign(work: Path, text: str, **environ: str) -> Loaded:
    """The settings in a folder whose file has this text, used with consent."""
    (work / "askwell.toml").write_text(text, encoding="utf-8")
    return load_settings(environ={"ASKWELL_HOME": str(work.parent / "home")} | environ, folder=work, ask=lambda _: True)


def refused(work: Path, text: str, **environ: str) -> str:
    """The code of the error in a folder whose file has this text, if nobody can be asked."""
    (work / "askwell.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadConfig) as caught:
        load_settings(environ={"ASKWELL_HOME": str(work.parent / "home")} | environ, folder=work)
    return caught.value.code


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


def test_an_unknown_key_names_its_layer_and_nearest_key_without_its_value(tmp_path: Path) -> None:
    with pytest.raises(BadConfig) as caught:
        load_settings(environ={"ASKWELL_HOME": str(tmp_path), "ASKWELL_MODLE": "hush"}, folder=tmp_path)
    assert caught.value.message == "Unknown setting `modle` from ASKWELL_MODLE"
    assert caught.value.hint == "Did you mean `model`?"


def test_a_wrong_value_is_refused_without_showing_secrets(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="`port` from --set is 'many'"):
        load_settings(environ={"ASKWELL_HOME": str(tmp_path)}, folder=tmp_path, overrides={"port": "many"})


def test_a_checkout_set_up_by_make_is_its_own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "src" / "askwell").mkdir(parents=True)
    (tmp_path / "Makefile").touch()
    monkeypatch.setattr(module, "__file__", str(tmp_path / "src" / "askwell" / "settings" / "schema.py"))
    before = load_settings(environ={}, folder=tmp_path).settings.home
    (tmp_path / ".askwell").mkdir()
    after = load_settings(environ={}, folder=tmp_path).settings.home
    assert before != after == tmp_path / ".askwell"


def test_a_folder_without_a_file_asks_nothing(work: Path) -> None:
    environ = {"ASKWELL_HOME": str(work.parent / "home"), "ASKWELL_MODEL_URL": "http://127.0.0.1:1/v1"}
    assert load_settings(environ=environ, folder=work).foreign_file is None


@pytest.mark.parametrize(
    "key",
    "model model_url embedding_url database_url readers store sessions models assistants host token api_key".split(),
)
def test_what_another_person_may_have_written_needs_consent(work: Path, key: str) -> None:
    value = "http://127.0.0.1:1/v1" if key in {"model_url", "embedding_url"} else "x"
    assert refused(work, f"port = 9\n{key} = '{value}'") == "untrusted_config"


def test_every_setting_is_harmless_or_needs_consent(work: Path) -> None:
    assert set(Settings.model_fields) > HARMLESS
    defaults = Settings(home=Path())
    harmless = {key: getattr(defaults, key) for key in HARMLESS}
    text = "\n".join(f"{key} = {value!r}" for key, value in harmless.items())
    (work / "askwell.toml").write_text(text, encoding="utf-8")
    assert load_settings(environ={"ASKWELL_HOME": str(work.parent / "home")}, folder=work).is_accepted


def test_a_value_that_a_layer_of_the_user_replaces_needs_no_consent(work: Path) -> None:
    (work / "askwell.toml").write_text("model_url = 'http://evil.example/v1'", encoding="utf-8")
    environ = {"ASKWELL_HOME": str(work.parent / "home"), "ASKWELL_MODEL_URL": "http://127.0.0.1:1/v1"}
    assert load_settings(environ=environ, folder=work).settings.model_url == "http://127.0.0.1:1/v1"


def test_consent_is_asked_once_for_each_content(work: Path) -> None:
    asked: list[dict[str, object]] = []

    def ask(loaded: Loaded) -> bool:
        asked.append(dict(loaded.foreign_values))
        return True

    def load(text: str) -> None:
        (work / "askwell.toml").write_text(text, encoding="utf-8")
        load_settings(environ={"ASKWELL_HOME": str(work.parent / "home")}, folder=work, ask=ask)

    load("readers = 'csv'\nport = 1")
    load("# harmless values and comments may change\nport = 2\nreaders = 'csv'")
    assert asked == [{"readers": "csv"}]
    load("readers = 'csv,other'")
    assert asked[1:] == [{"readers": "csv,other"}]
    load("readers = 'csv'")
    assert len(asked) == 3


def test_consent_is_not_stored_when_it_is_refused(work: Path) -> None:
    (work / "askwell.toml").write_text("readers = 'csv'", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(BadConfig, match="`readers`"):
            load_settings(environ={"ASKWELL_HOME": str(work.parent / "home")}, folder=work, ask=lambda _: False)
    assert not list((work.parent / "home").iterdir())


def test_the_file_of_the_data_folder_needs_no_consent_in_that_folder(work: Path) -> None:
    file = work / "askwell.toml"
    file.write_text("model_url = 'http://127.0.0.1:1/v1'\napi_key = 'hush'", encoding="utf-8")
    for home in (work, work.parent / "work" / ".." / "work"):
        loaded = load_settings(environ={"ASKWELL_HOME": str(home)}, folder=work)
        assert (loaded.is_accepted, loaded.settings.key_for("model")) == (True, "hush")


def test_the_data_folder_is_not_set_by_a_file(work: Path) -> None:
    assert refused(work, "home = '/'") == "bad_config"


@pytest.mark.parametrize(
    ("file", "environ", "sent"),
    [
        # A layer of the user sets both.
        ("", {"ASKWELL_MODEL_URL": "http://h/v1", "ASKWELL_EMBEDDING_URL": "http://h/v1"}, {"model", "embedding"}),
        ("port = 1", {"ASKWELL_MODEL": "openai:m"}, {"model", "embedding"}),
        # The file of the working folder sets the address.
        ("model_url = 'http://h/v1'", {}, {"embedding"}),
        ("embedding_url = 'http://h/v1'", {}, {"model"}),
        ("model = 'openai:m'", {}, {"embedding"}),
        ("model = 'plugin:m'", {"ASKWELL_MODEL_URL": "http://h/v1"}, {"embedding"}),
        ("model_url = ''", {"ASKWELL_MODEL": "openai:m"}, {"embedding"}),
        # It only chooses a model at the user's address.
        ("model = 'm'", {"ASKWELL_MODEL_URL": "http://h/v1"}, {"model", "embedding"}),
        ("model = 'qwen:7b'", {"ASKWELL_MODEL_URL": "http://h/v1"}, {"model", "embedding"}),
        # It is replaced by a layer of the user.
        ("model_url = 'http://e/v1'", {"ASKWELL_MODEL_URL": "http://h/v1"}, {"model", "embedding"}),
    ],
)
def test_a_key_of_the_user_goes_to_addresses_of_the_user_alone(
    work: Path, file: str, environ: dict[str, str], sent: set[Destination]
) -> None:
    in_environment = foreign(work, file, **KEY, **environ)
    (work.parent / "home" / "askwell.toml").write_text("api_key = 'hush'", encoding="utf-8")
    in_file = foreign(work, file, **environ)
    destinations: tuple[Destination, ...] = ("model", "embedding")
    for loaded in (in_environment, in_file):
        settings = loaded.settings.model_copy(update={"port": 1})
        assert {each for each in destinations if settings.key_for(each) == "hush"} == sent
        assert {each for each in destinations if settings.key_for(each) == ""} == set(destinations) - sent
        assert len(loaded.withheld) == 2 - len(sent)
        hidden = settings.without_key_of("model").api_key.get_secret_value()
        assert hidden == ("hush" if "model" in sent else "")


@pytest.mark.parametrize("key", ["second_model", "second_model_url"])
def test_the_second_key_of_the_user_goes_to_no_address_of_the_working_folder(work: Path, key: str) -> None:
    loaded = foreign(work, f"{key} = 'http://h/v1'", ASKWELL_SECOND_API_KEY="hush")
    assert loaded.settings.key_for("second_model") == ""
    assert loaded.settings.without_key_of("second_model").api_key.get_secret_value() == ""
    assert "`second_api_key` from ASKWELL_SECOND_API_KEY is not sent to `second_model`" in loaded.withheld[0]
    mine = foreign(work, "port = 1", ASKWELL_SECOND_API_KEY="hush", ASKWELL_SECOND_MODEL_URL="http://h/v1")
    assert (mine.settings.key_for("second_model"), mine.settings.key_for("model")) == ("hush", "")


def test_nothing_is_withheld_where_there_is_no_key(work: Path) -> None:
    assert foreign(work, "model_url = 'http://h/v1'").withheld == []


def test_the_address_that_gets_no_key_is_named(work: Path) -> None:
    [sentence] = foreign(work, "model = 'plugin:m'", ASKWELL_MODEL_URL="http://h/v1", **KEY).withheld
    assert sentence == f"`api_key` from ASKWELL_API_KEY is not sent to `model` from {work / 'askwell.toml'}"


def test_a_key_of_the_working_folder_goes_to_its_address_with_consent(work: Path) -> None:
    loaded = foreign(work, "model_url = 'http://h/v1'\napi_key = 'theirs'")
    assert (loaded.settings.key_for("model"), loaded.withheld) == ("theirs", [])


@pytest.mark.parametrize("url", ["postgresql://h/d", "postgresql+psycopg://u:p@h/d"])
def test_the_user_s_password_of_postgresql_is_not_sent_to_a_server_of_the_working_folder(work: Path, url: str) -> None:
    text = f"database_url = '{url}'"
    assert refused(work, text, PGPASSWORD="hush") == "key_not_sent"
    assert refused(work, text, PGSERVICE="mine") == "key_not_sent"
    assert refused(work, f"database_url = '{url}?x=1&passf%69le=/home/me/.pgpass'") == "key_not_sent"
    assert foreign(work, text).settings.database_url == url
    foreign(work, "database_url = 'sqlite+aiosqlite:////tmp/x.db'", PGPASSWORD="hush")
    own = foreign(work, text, PGPASSWORD="hush", ASKWELL_DATABASE_URL=url)
    assert own.origins["database_url"] == "ASKWELL_DATABASE_URL"


@pytest.mark.parametrize(
    "url",
    "host/v1 ftp://h http:// http://h:port http://e\\@h http://u:1#hush@h http://u:hush/@h http://u:hush#@h "
    "http://u:hush?@h http://u:hush@h:hush u:hush@h hush@h http://u:\x00hush@h".split(" "),
)
def test_an_address_that_clients_read_differently_is_refused_and_not_shown(tmp_path: Path, url: str) -> None:
    with pytest.raises(BadConfig) as caught:
        read_settings(environ={"ASKWELL_HOME": str(tmp_path)}, folder=tmp_path, overrides={"model_url": url})
    assert "`model_url` from --set is (hidden): " in caught.value.message
    assert "hush" not in f"{caught.value.message} {caught.value.hint} {caught.value.__cause__}"


def test_a_wrong_key_is_not_shown(work: Path) -> None:
    (work / "askwell.toml").write_text("api_key = ['hush']", encoding="utf-8")
    with pytest.raises(BadConfig) as caught:
        read_settings(environ={"ASKWELL_HOME": str(work)}, folder=work)
    assert "hush" not in f"{caught.value.message} {caught.value.__cause__}"


@pytest.mark.parametrize("key", ["model_url", "embedding_url"])
def test_headers_of_the_environment_are_not_sent_to_an_address_of_the_working_folder(work: Path, key: str) -> None:
    environ = {"OPENAI_CUSTOM_HEADERS": "X-Api-Key: hush"}
    assert refused(work, f"{key} = 'http://h/v1'", **environ) == "key_not_sent"
    foreign(work, f"{key} = ''", **environ)
    foreign(work, f"{key} = 'http://h/v1'", **environ, **{f"ASKWELL_{key.upper()}": "http://own/v1"})


def test_a_file_that_is_no_settings_file_is_refused(work: Path) -> None:
    for text in ("port = ", "# " + 2 * FILE_BYTES * "x", "port = " + 5_000 * "9", "port = " + 50_000 * "["):
        assert refused(work, text) == "bad_config"
