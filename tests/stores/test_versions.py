"""Which servers `make postgres-matrix` tests."""

from pathlib import Path

import pytest

from tests.stores.servers import OLDER, default_binaries
from tests.stores.versions import servers, version_of


def test_servers_are_found_in_the_folder_and_next_to_the_tests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("POSTGRES_BIN", raising=False)
    (tmp_path / "16").mkdir()
    (tmp_path / "16" / "bin").symlink_to(OLDER)
    (tmp_path / "17" / "bin").mkdir(parents=True)
    found = servers(tmp_path)
    assert found[version_of(OLDER)] == tmp_path / "16" / "bin"
    assert found[version_of(default_binaries())] == default_binaries()
    assert tmp_path / "17" / "bin" not in found.values()


def test_tests_that_use_a_server_are_marked(request: pytest.FixtureRequest) -> None:
    marked = {item.name: item.get_closest_marker("postgres") is not None for item in request.session.items}
    assert not marked[request.node.name]
    assert all(is_marked for name, is_marked in marked.items() if "[postgres]" in name or "on_postgres" in name)
