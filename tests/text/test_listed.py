"""Whether a word is in a frequency list."""

import pytest
import wordfreq
from blockbuster import blockbuster_ctx

from askwell.languages import LANGUAGES
from askwell.text import listed
from askwell.text.listed import is_listed, read_lists


@pytest.fixture
def unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """No list has been read in this process."""
    monkeypatch.setattr(listed, "_read", set())
    wordfreq.get_frequency_list.cache_clear()
    wordfreq.get_frequency_dict.cache_clear()
    wordfreq._wf_cache.clear()


@pytest.mark.usefixtures("unread")
async def test_lists_are_read_outside_the_event_loop() -> None:
    await read_lists(LANGUAGES)
    with blockbuster_ctx("askwell"):  # a file that is read in the event loop fails the test
        found = [is_listed(word, LANGUAGES) for word in ("house", "huis", "casa", "hpuse")]
    assert found == [True, True, True, False]
