"""The tests of the page on a machine without a browser."""

from pathlib import Path

import pytest

from tests.http.browser import tab


async def test_without_a_browser_the_tests_of_the_page_are_skipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(pytest.skip.Exception, match="chromium"):
        async with tab(tmp_path):
            pass
