"""All errors that askwell raises on purpose, with their HTTP statuses and exit codes.

An error has a message with the value, a hint, and a stable code. HTTP responses use `status`, the command line uses
`exit_code`. Any other exception is a bug.
"""

from typing import ClassVar


class AskwellError(Exception):
    """Base of all errors: a message with the value, a stable code and a hint."""

    status: ClassVar[int] = 500
    """HTTP status."""
    exit_code: ClassVar[int] = 1
    """Exit code of the command line: 1 failure, 2 usage, 4 not found, 5 model failed."""
    default_code: ClassVar[str] = "failed"

    def __init__(self, message: str, *, code: str | None = None, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.default_code
        self.hint = hint

    @property
    def http_status(self) -> int:
        """HTTP status of the code if it has its own, else of the class."""
        return STATUS_BY_CODE.get(self.code, self.status)


class BadInput(AskwellError):
    """Invalid input: empty, too long, in the wrong format, or an unreadable file."""

    status = 422
    exit_code = 2
    default_code = "bad_input"


class BadConfig(AskwellError):
    """A setting or a file of an assistant is invalid; the message names path, value and the nearest known key."""

    status = 500
    exit_code = 2
    default_code = "bad_config"


class BrokenPlugin(BadConfig):
    """A plug-in cannot be imported or has a wrong interface; the message names it and its package."""

    status = 503
    default_code = "broken_plug_in"


class BrokenWeights(BadConfig):
    """The weights of an embedder are missing or cannot be loaded; questions are answered by words alone."""

    default_code = "broken_weights"


class MissingModel(BadConfig):
    """A section of an assistant asks for a model and none is configured; the message names both."""

    status = 503
    default_code = "missing_model"


class BrokenTable(BadConfig):
    """A table of an assistant cannot be read; its questions are answered from documents."""

    status = 503
    default_code = "broken_table"


Fault = BrokenPlugin | MissingModel | BrokenTable
"""An error that disables one assistant, one reader or one table; the others work."""


class NotFound(AskwellError):
    """A session, assistant, document or model does not exist, or belongs to another user."""

    status = 404
    exit_code = 4
    default_code = "not_found"


class Unauthorized(AskwellError):
    """The credential is missing or not valid."""

    status = 401
    default_code = "unauthorized"


class Forbidden(AskwellError):
    """The credential is valid and may not be used for this."""

    status = 403
    default_code = "scope_missing"


class IdentityUnavailable(AskwellError):
    """The keys of the identity provider have never been read, so that no token can be checked; try again later."""

    status = 503
    default_code = "identity_unavailable"


class LimitReached(AskwellError):
    """A user has used up a limit; the same call succeeds after `retry_after_s` seconds."""

    status = 429
    default_code = "rate_limited"

    def __init__(self, message: str, *, code: str, retry_after_s: int, hint: str = "") -> None:
        super().__init__(message, code=code, hint=hint)
        self.retry_after_s = retry_after_s


class Conflict(AskwellError):
    """The session is busy with another question, or an idempotency key is in use; try again later."""

    status = 409
    default_code = "session_busy"


class StorageFailed(AskwellError):
    """The database or the disk failed; nothing that was acknowledged is lost."""

    status = 503
    default_code = "storage_unavailable"


class NotReady(AskwellError):
    """The documents that would answer are still being read; try again later."""

    status = 503
    default_code = "documents_not_ready"


class ShuttingDown(AskwellError):
    """The process is shutting down and accepts no new questions; ask another process, or again after a restart."""

    status = 503
    default_code = "shutting_down"


class ModelFailed(AskwellError):
    """A model could not be reached, broke off its answer, or sent an invalid one."""

    status = 502
    exit_code = 5
    default_code = "upstream_failed"


class ContextTooSmall(AskwellError):
    """A prompt has no room for the question; nothing is sent rather than a prompt without it."""

    status = 422
    exit_code = 2
    default_code = "context_too_small"


STATUS_BY_CODE = {
    "empty_question": 422,
    "question_too_long": 413,
    "body_too_large": 413,
    "unsupported_document": 415,
    "key_reused": 422,
    "turn_not_running": 409,
    "disk_full": 507,
    "upstream_timeout": 504,
}
"""HTTP status of codes that differ from their class."""
