import time

import pytest

from askwell.text.secrets import hide_secrets


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("http://me:hush@host:81/v1", "http://me:(hidden)@host:81/v1"),
        ("http://me:hu/sh#h?u@s@host/v1 is down", "http://me:(hidden)@host/v1 is down"),
        ("postgresql+psycopg://u:hush@h/db", "postgresql+psycopg://u:(hidden)@h/db"),
        ("http://:hush@host", "http://:(hidden)@host"),
        ("https://hush@host/v1", "https://(hidden)@host/v1"),
        ("postgresql://askwell@host/db", "postgresql://askwell@host/db"),
        ("postgresql:///db?user=me&password=hush&host=h", "postgresql:///db?user=me&password=(hidden)&host=h"),
        ("https://host/v1?key=hush&x=1", "https://host/v1?key=(hidden)&x=1"),
        ("'me:hush@host' is no URL", "'me:(hidden)@host' is no URL"),
        ("host=h password=hush dbname=x", "host=h password=(hidden) dbname=x"),
        ("password='hush hush' user=me", "password=(hidden) user=me"),
        ("{'Authorization': 'Bearer hush'}", "{'Authorization': 'Bearer (hidden)'}"),
        ("Incorrect API key provided: sk-hushhush", "Incorrect API key provided: sk-(hidden)"),
        ('"http://a:hush@b","http://c:hush@d"', '"http://a:(hidden)@b","http://c:(hidden)@d"'),
    ],
)
def test_secrets_are_hidden_and_the_rest_is_kept(text: str, shown: str) -> None:
    assert hide_secrets(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "http://localhost:8420/v1",
        "mail a@b.example",
        "max_tokens=40",
        "Basic facts: see https://host/a",
        "12:30 @ home",
        "git@host:path",
    ],
)
def test_text_without_secrets_is_unchanged(text: str) -> None:
    assert hide_secrets(text) == text


@pytest.mark.parametrize("piece", ["://a:", "://", "http://a", "token", "authorization ", "a:", "a.b:c@", "x=", "sk-"])
def test_long_texts_take_linear_time(piece: str) -> None:
    began = time.perf_counter()
    hide_secrets(piece * (100_000 // len(piece)))
    assert time.perf_counter() - began < 5
