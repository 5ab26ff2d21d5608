"""Translates errors of model clients to ModelFailed with stable codes."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from askwell.errors import ModelFailed
from askwell.text.secrets import hide_secrets

CLIENT_ERRORS = (
    "openai.OpenAIError",
    "anthropic.AnthropicError",
    "google.genai.errors.APIError",
    "langchain_google_genai.chat_models.ChatGoogleGenerativeAIError",
    "mistralai.models.SDKError",
    "groq.GroqError",
    "cohere.core.ApiError",
    "ollama.ResponseError",
    "botocore.exceptions.BotoCoreError",
    "botocore.exceptions.ClientError",
    "httpx.HTTPError",
    "httpx2.HTTPError",
    "langchain_core.exceptions.LangChainException",
)
"""Base errors of the clients of LangChain's providers. A module that is not imported cannot raise."""

SHAPE_ERRORS = (ValueError, TypeError, KeyError, IndexError, AttributeError)
"""Errors that clients raise for an answer in an unexpected format; JSON and UTF-8 errors are ValueErrors."""


class RetryableFailed(ModelFailed):
    """A temporary failure. `after_s` is the delay before a retry in seconds; None if unknown."""

    def __init__(self, message: str, *, code: str, hint: str = "", after_s: float | None = None) -> None:
        super().__init__(message, code=code, hint=hint)
        self.after_s = after_s


@contextmanager
def translate(name: str, key: str = "") -> Iterator[None]:
    """Translate errors of a provider's client to ModelFailed; the key is removed from the message.

    Status 429 and 5xx, a time-out of the client and a failed connection become RetryableFailed.
    """
    try:
        yield
    except ModelFailed:
        raise
    except TimeoutError as error:
        raise ModelFailed(f"{name} took too long", code="upstream_timeout", hint="Ask again.") from error
    except _client_errors() as error:
        # `from None`: a client's error may contain the whole request with the key.
        raise _failure_of(error, name, key) from None


def _client_errors() -> tuple[type[Exception], ...]:
    found: list[type[Exception]] = [OSError, *SHAPE_ERRORS]
    for path in CLIENT_ERRORS:
        module, _, name = path.rpartition(".")
        error = getattr(sys.modules.get(module), name, None)
        if isinstance(error, type) and issubclass(error, Exception):
            found.append(error)
    return tuple(found)


def _failure_of(error: Exception, name: str, key: str) -> ModelFailed:
    status = _status_of(error)
    reason = _reason_of(error, key)
    if status >= 400:
        return _refusal(status, f"{name} returned status {status}: {reason}", _retry_after_s(error))
    kinds = " ".join(kind.__name__ for kind in type(error).__mro__)
    if "Timeout" in kinds:
        return RetryableFailed(f"{name} took too long: {reason}", code="upstream_timeout", hint="Ask again.")
    if any(word in kinds for word in ("Protocol", "Read")):
        return ModelFailed(f"{name} broke off the answer: {reason}", code="upstream_truncated", hint="Ask again.")
    if isinstance(error, OSError) or "Connect" in kinds:
        return RetryableFailed(
            f"{name} cannot be reached: {reason}",
            code="upstream_unreachable",
            hint="Check the address and that the server runs, for example with `askwell doctor`.",
        )
    code = "upstream_malformed" if isinstance(error, SHAPE_ERRORS) else "upstream_failed"
    return ModelFailed(f"{name} sent an unreadable answer: {reason}", code=code, hint="Ask again.")


def _refusal(status: int, message: str, after_s: float | None) -> ModelFailed:
    if status == 429:
        hint = "Wait, or increase the quota at the provider."
        return RetryableFailed(message, code="upstream_429", hint=hint, after_s=after_s)
    if status >= 500:
        return RetryableFailed(message, code="upstream_5xx", hint="Ask again later.", after_s=after_s)
    if status in {401, 403}:
        return ModelFailed(message, code="upstream_unauthorised", hint="Check the model's key.")
    return ModelFailed(
        message, code="upstream_refused", hint="Check the model's name, and that the prompt fits into its context."
    )


def _reason_of(error: Exception, key: str) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return hide_secrets(text.replace(key, "***") if key else text)[:300]


def _status_of(error: Exception) -> int:
    """HTTP status of an error; 0 if it has none."""
    for holder in (error, getattr(error, "response", None)):
        for field in ("status_code", "status", "code"):
            status = getattr(holder, field, None)
            if isinstance(status, int) and 100 <= status < 600:
                return status
    return 0


def _retry_after_s(error: Exception) -> float | None:
    headers = getattr(getattr(error, "response", None), "headers", None)
    if not isinstance(headers, Mapping):
        return None
    try:
        return max(0.0, float(headers.get("retry-after", "")))
    except ValueError:
        # An HTTP date: use the default delay.
        return None
