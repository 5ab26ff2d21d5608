import io
import logging
from collections.abc import Iterator

import pytest

from askwell.errors import BadInput, ModelFailed, StorageFailed
from askwell.http.logs import HIDDEN, LOGGERS, log_to_stderr


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What is logged from here on; the loggers are as before at the end."""
    loggers = [logging.getLogger(name) for name in LOGGERS]
    before = [(each.handlers[:], each.level, each.propagate) for each in loggers]
    written = io.StringIO()
    log_to_stderr(written)
    yield written
    for each, (handlers, level, propagate) in zip(loggers, before, strict=True):
        each.handlers[:], each.propagate = handlers, propagate
        each.setLevel(level)


def test_messages_of_code_and_storage_are_written_and_those_that_may_hold_a_text_are_not(log: io.StringIO) -> None:
    for error, message in (
        (OSError("the disk"), "OSError: the disk"),
        (StorageFailed("The disk refused"), "StorageFailed: The disk refused"),
        (ValueError("a question"), f"ValueError: {HIDDEN}"),
        (BadInput("a question", code="odd"), f"BadInput: odd {HIDDEN}"),
    ):
        logging.getLogger("askwell").error("turn t failed", exc_info=error)
        assert message in log.getvalue()
    assert "a question" not in log.getvalue()


def test_secrets_are_hidden_in_messages_arguments_and_tracebacks(log: io.StringIO) -> None:
    """F36: whoever logs them."""
    address = "postgresql+psycopg://desk:hush-hush@db/askwell"
    logging.getLogger("askwell").warning("cannot reach %s with Authorization: Bearer hush-hush", address)
    logging.getLogger("uvicorn").error("the server failed", exc_info=OSError(f"no route to {address}"))
    assert log.getvalue().count("desk:(hidden)@db") == 2
    assert "hush-hush" not in log.getvalue()


def test_an_exception_among_the_arguments_is_named_by_its_code(log: io.StringIO) -> None:
    failure = ModelFailed("tiny gave no Summary: 'a question'", code="upstream_malformed")
    logging.getLogger("askwell").warning("session %s: no digest: %s", "s", failure)
    logging.getLogger("askwell").warning("turn %s: no heartbeat: %s", "t", StorageFailed("The disk refused"))
    assert "session s: no digest: askwell.errors.ModelFailed: upstream_malformed" in log.getvalue()
    assert "turn t: no heartbeat: askwell.errors.StorageFailed: The disk refused" in log.getvalue()
    assert "a question" not in log.getvalue()


def test_causes_and_groups_are_written_with_their_frames(log: io.StringIO) -> None:
    def fail() -> None:
        raise KeyError("a question")

    try:
        try:
            fail()
        except KeyError as error:
            raise ExceptionGroup("a question", [error, OSError("socket")]) from error
    except ExceptionGroup:
        logging.getLogger("askwell").exception("turn t failed")
    written = log.getvalue()
    assert written.index(", in fail") < written.index("ExceptionGroup")
    assert "  | OSError: socket" in written
    assert "a question" not in written.replace('raise KeyError("a question")', "").replace('Group("a question"', "")


def test_it_takes_the_place_of_what_was_configured_before(log: io.StringIO) -> None:
    logging.getLogger().addHandler(logging.NullHandler())
    logging.getLogger("askwell").warning("once")
    logging.getLogger("uvicorn.error").error("of the server")
    logging.getLogger("uvicorn.error").error("Exception in ASGI application\n")
    assert [line.partition(" ")[2] for line in log.getvalue().splitlines()] == [
        "WARNING askwell: once",
        "ERROR uvicorn.error: of the server",
    ]
