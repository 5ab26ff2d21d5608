"""Downloads of weights from https origins."""

import io
import urllib.error
import urllib.request
from email.message import Message
from pathlib import Path

import pytest
from pydantic import ValidationError

from askwell.models.weight_sources import HttpsOnly, save
from askwell.models.weights import UrlOrigin


def redirect(to: str) -> urllib.request.Request | None:
    asked = urllib.request.Request("https://mirror.example/model.bin")
    return HttpsOnly().redirect_request(asked, io.BytesIO(), 302, "Found", Message(), to)


def test_a_redirect_to_https_is_followed() -> None:
    followed = redirect("https://other.example/model.bin")
    assert followed is not None
    assert followed.full_url == "https://other.example/model.bin"


@pytest.mark.parametrize("to", ["http://other.example/model.bin", "ftp://other.example/model.bin"])
def test_a_redirect_to_anything_else_is_refused(to: str) -> None:
    with pytest.raises(urllib.error.URLError, match="only https"):
        redirect(to)


def test_an_origin_that_is_not_https_is_refused() -> None:
    with pytest.raises(ValidationError):
        UrlOrigin(kind="url", url="http://mirror.example/model.bin")


def test_a_file_larger_than_it_may_be_is_not_read_to_its_end(tmp_path: Path) -> None:
    source = io.BytesIO(b"x" * 5000)
    save(source, tmp_path / "model.bin", 100)
    assert (tmp_path / "model.bin").stat().st_size == 101
    assert source.tell() == 101


def test_saving_a_file_leaves_no_other_file(tmp_path: Path) -> None:
    save(io.BytesIO(b"abc"), tmp_path / "model.bin")
    assert [path.name for path in tmp_path.iterdir()] == ["model.bin"]
