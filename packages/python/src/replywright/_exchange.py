"""Requests, responses and retries, without any input or output."""

from __future__ import annotations

import json
import math
import random
import re
import time
import uuid
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, TypedDict, Union, cast
from urllib.parse import quote, urlencode

from ._file import File
from .errors import ApiConnectionError, ApiError, RateLimitError
from .types import ErrorDetail

FIRST_DELAY_SECONDS = 0.5
MAX_BACKOFF_SECONDS = 8.0
MAX_RETRY_AFTER_SECONDS = 120
DEFAULT_RETRY_AFTER_SECONDS = 60


class CallOptions(TypedDict, total=False):
    """Options of one call."""

    idempotency_key: str | None
    """`Idempotency-Key` of a POST. None sends none and disables retries, except after a 429. Default: a new UUID."""
    timeout: float
    """Timeout of connecting and of each read of an attempt, in seconds. Default: the client's."""
    retries: int
    """Maximum number of retries. Default: the client's."""


@dataclass(frozen=True)
class Request:
    """One attempt of a call."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes | None
    timeout: float


@dataclass(frozen=True)
class Response:
    """A response. Names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


Outcome = Union[Response, ApiConnectionError]
Steps = Generator[Request | float, Outcome | None, Any]
"""Yields requests, which need an outcome, and seconds to wait. Returns the body of the response."""


@dataclass(frozen=True)
class Settings:
    """The settings of a client."""

    base_url: str
    api_key: str
    timeout: float
    retries: int


def settings_of(base_url: str, api_key: str, timeout: float, retries: int) -> Settings:
    """Returns checked settings. Raises ValueError for a URL or a key that cannot be used."""
    if not re.fullmatch(r"https?://[^/?#\s]+[^?#\s]*", base_url):
        raise ValueError(f"base_url must be an http or https URL without query or fragment: {base_url}")
    if not re.fullmatch(r"[\x21-\x7e]+", api_key):
        raise ValueError("api_key must be printable ASCII without spaces")
    return Settings(base_url.rstrip("/"), api_key, timeout, retries)


def target_of(path: str, params: Mapping[str, str], query: Mapping[str, Any]) -> str:
    """Returns the path and the query. Raises ValueError for a value that changes the path."""

    def fill(match: re.Match[str]) -> str:
        name, greedy = match.groups()
        value: object = params[name]
        segments = value.split("/") if isinstance(value, str) and greedy else [value]
        if any(not isinstance(each, str) or each in ("", ".", "..") for each in segments):
            raise ValueError(f"{name} must be a non-empty string without dot segments, not {value!r}")
        return "/".join(quote(str(each), safe="") for each in segments)

    values = {name: _query_text(value) for name, value in query.items() if value is not None}
    return re.sub(r"\{(\w+)(\+?)\}", fill, path) + (f"?{urlencode(values)}" if values else "")


def _query_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def exchange(settings: Settings, method: str, target: str, body: Any, options: CallOptions | None) -> Steps:
    """Sends a request with retries. Returns the body of the response, or None if it is empty."""
    options = options or {}
    key = options.get("idempotency_key", str(uuid.uuid4()))
    retries = options.get("retries", settings.retries)
    content, content_type = _encode(body)
    headers = {"accept": "application/json", "x-api-key": settings.api_key}
    if content_type is not None:
        headers["content-type"] = content_type
    if method == "POST" and key is not None:
        headers["idempotency-key"] = key
    timeout = options.get("timeout", settings.timeout)
    request = Request(method, settings.base_url + target, headers, content, timeout)
    # The API forwards a POST of the proxy again after a failure, although the provider may have run it.
    repeatable = method != "PATCH" and (method != "POST" or (key is not None and "/proxy/" not in target))
    retry = 1
    while True:
        outcome = yield request
        if outcome is None:
            raise RuntimeError("a request needs an outcome")
        # The API does not run a request that it refuses with a 429, so any method can be repeated.
        refused = isinstance(outcome, Response) and outcome.status == 429
        delay = _delay_before(retry, outcome) if retry <= retries and (repeatable or refused) else None
        if delay is None:
            if isinstance(outcome, ApiConnectionError):
                raise outcome
            return _result_of(outcome)
        yield delay
        retry += 1


def _delay_before(retry: int, outcome: Outcome) -> float | None:
    ceiling: float = min(FIRST_DELAY_SECONDS * 2 ** (retry - 1), MAX_BACKOFF_SECONDS)
    backoff: float = ceiling / 2 * (1 + random.random())
    if isinstance(outcome, ApiConnectionError):
        return backoff
    header = outcome.headers.get("retry-after")
    # A 409 has Retry-After only while the first request with the same key is in progress.
    if outcome.status not in (429, 502, 503, 504) and not (outcome.status == 409 and header is not None):
        return None
    error = _error_of(outcome)
    seconds = error.retry_after_seconds if isinstance(error, RateLimitError) else _retry_after(header) or 0
    # Backoff is added so that clients that were limited together do not retry together.
    return None if seconds > MAX_RETRY_AFTER_SECONDS else seconds + backoff


def _retry_after(header: str | None) -> int | None:
    if header is None:
        return None
    if re.fullmatch(r"\s*[0-9]{1,9}\s*", header):
        return int(header)
    try:
        return max(0, math.ceil(parsedate_to_datetime(header).timestamp() - time.time()))
    except (TypeError, ValueError):
        return None


def _result_of(response: Response) -> Any:
    if not 200 <= response.status <= 299:
        raise _error_of(response)
    if not response.body:
        return None
    try:
        return json.loads(response.body)
    except ValueError as error:
        message = f"Status {response.status} with a body that is not JSON"
        raise ApiError(message, status=response.status, request_id=response.headers.get("x-request-id")) from error


def _error_of(response: Response) -> ApiError:
    try:
        parsed = json.loads(response.body)
    except ValueError:
        parsed = None
    body: dict[str, Any] = parsed if isinstance(parsed, dict) else {}
    message = body["error"] if isinstance(body.get("error"), str) else f"Status {response.status}"
    request_id = response.headers.get("x-request-id")
    if response.status == 429:
        seconds = body.get("retry_after")
        if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or seconds < 0:
            seconds = _retry_after(response.headers.get("retry-after"))
        whole = DEFAULT_RETRY_AFTER_SECONDS if seconds is None else math.ceil(seconds)
        return RateLimitError(message, retry_after_seconds=whole, request_id=request_id)
    code = body.get("code")
    if not isinstance(code, str):
        return ApiError(message, status=response.status, request_id=request_id)
    listed = body.get("details")
    details = [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
    reason = body.get("reason")
    return ApiError(
        message,
        status=response.status,
        code=code,
        reason=reason if isinstance(reason, str) else None,
        details=cast(list[ErrorDetail], details),
        request_id=request_id,
    )


def _encode(body: Any) -> tuple[bytes | None, str | None]:
    """Returns the body as JSON, or as a form if it has a file, and its content type."""
    if body is None:
        return None, None
    if not (isinstance(body, dict) and any(isinstance(value, File) for value in body.values())):
        return json.dumps(body, ensure_ascii=False).encode(), "application/json"
    boundary = uuid.uuid4().hex
    parts: list[bytes] = []
    for name, value in body.items():
        if value is None:
            continue
        file = value if isinstance(value, File) else None
        disposition = f'form-data; name="{_quoted(name)}"' + (f'; filename="{_quoted(file.name)}"' if file else "")
        lines = [f"--{boundary}", f"Content-Disposition: {disposition}"]
        lines += [f"Content-Type: {_quoted(file.content_type)}"] if file else []
        parts += ["\r\n".join([*lines, "", ""]).encode(), file.content if file else str(value).encode(), b"\r\n"]
    return b"".join([*parts, f"--{boundary}--\r\n".encode()]), f"multipart/form-data; boundary={boundary}"


def _quoted(text: str) -> str:
    return text.replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")
