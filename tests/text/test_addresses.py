import pytest

from askwell.text.addresses import shown_url


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("http://me:hush@evil.example/v1", "http://me:(hidden)@evil.example/v1"),
        ("https://hush@evil.example/v1", "https://(hidden)@evil.example/v1"),
        ("http://localhost:hush@evil.example:80/v1", "http://localhost:(hidden)@evil.example:80/v1"),
        ("http://sk-evilevil.example/v1", "http://sk-evilevil.example/v1"),
        ("postgresql://u:hush@evil.example/d?x=@localhost/", "postgresql://u:(hidden)@evil.example/d?x=@localhost/"),
        ("postgresql://u:hu/sh@evil.example/d", "postgresql://u:(hidden)@evil.example/d"),
        ("postgresql:///d?password='hush&host=evil.example'", "postgresql:///d?password=(hidden)&host=evil.example'"),
        ("postgresql://me@evil.example/d", "postgresql://me@evil.example/d"),
        ("sqlite+aiosqlite:////tmp/a@b.db", "sqlite+aiosqlite:////tmp/a@b.db"),
    ],
)
def test_a_url_is_shown_with_its_host_and_without_its_password(url: str, shown: str) -> None:
    assert shown_url(url) == shown
