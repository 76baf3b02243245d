"""The errors of calls."""

from __future__ import annotations

from typing import Literal

from .types import ErrorDetail


class ApiError(Exception):
    """An error response. Use `code` in programs, show the message, and include `request_id` in problem reports."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str = "unexpected_response",
        reason: str | None = None,
        details: list[ErrorDetail] | None = None,
        request_id: str | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        """A code of the API, `rate_limited`, or `unexpected_response` for a response that is not from the API."""
        self.reason = reason
        """What a `conflict` (409) is about, if the API says it, for example `webhook_disabled`."""
        self.details: list[ErrorDetail] = details or []
        """The invalid fields of a `validation_error`: path and message."""
        self.request_id = request_id


class RateLimitError(ApiError):
    """A 429 response: the rate limit of the API key is exceeded. Raised after all retries."""

    def __init__(self, message: str, *, retry_after_seconds: int, request_id: str | None = None) -> None:
        super().__init__(message, status=429, code="rate_limited", request_id=request_id)
        self.retry_after_seconds = retry_after_seconds


class ApiConnectionError(Exception):
    """No response: a network error (see `__cause__`) or a timeout."""

    def __init__(self, message: str, reason: Literal["network", "timeout"]) -> None:
        super().__init__(message)
        self.reason: Literal["network", "timeout"] = reason
