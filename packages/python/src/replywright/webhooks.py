"""Verifies deliveries of webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Mapping
from typing import Literal, Protocol, cast

from .types import WebhookEvent

TOLERANCE_SECONDS = 300

WebhookVerificationReason = Literal[
    "missing_signature",
    "malformed_signature",
    "malformed_timestamp",
    "wrong_signature",
    "outside_tolerance",
    "malformed_body",
]


class Headers(Protocol):
    """The headers of a request: a dictionary, or what a framework has. Names are in any case."""

    def items(self) -> Iterable[tuple[str, str]]: ...


class WebhookVerificationError(Exception):
    """The delivery could not be verified. Return 400, so that it is not retried."""

    def __init__(self, reason: WebhookVerificationReason, message: str) -> None:
        super().__init__(message)
        self.reason: WebhookVerificationReason = reason


def verify_webhook(
    body: bytes | str,
    headers: Headers,
    secret: str,
    *,
    tolerance_seconds: int = TOLERANCE_SECONDS,
    now: float | None = None,
) -> WebhookEvent:
    """Verifies the signature and age of a delivery, and returns its event.

    `body` is the unchanged request body, `secret` the signing secret as the dashboard shows it. Checks
    `X-Service-Signature`, or `webhook-signature` of Standard Webhooks in a delivery without it. Raises
    WebhookVerificationError with a `reason`, and ValueError for an empty secret.
    """
    if not secret:
        raise ValueError("secret must be the signing secret of the webhook")
    if not isinstance(body, (bytes, str)):
        raise TypeError("body must be the unchanged body as bytes or text. Verify it before it is parsed.")
    content = body.encode() if isinstance(body, str) else body
    lower = {name.lower(): value for name, value in headers.items()}
    if "x-service-signature" in lower:
        signed = _check_service(content, lower["x-service-signature"], secret)
        timestamps = [signed, lower.get("x-service-timestamp", signed)]
    elif "webhook-signature" in lower:
        timestamps = [_check_standard(content, lower, secret)]
    else:
        raise WebhookVerificationError("missing_signature", "No X-Service-Signature or webhook-signature header")
    for timestamp in timestamps:
        if not re.fullmatch(r"[0-9]{1,12}", timestamp):
            raise WebhookVerificationError("malformed_timestamp", "The timestamp is not a number of seconds")
        age = int(time.time() if now is None else now) - int(timestamp)
        if abs(age) > tolerance_seconds:
            message = f"Signed {age} seconds ago, outside the tolerance of {tolerance_seconds} seconds"
            raise WebhookVerificationError("outside_tolerance", message)
    return _parse_event(content)


def _check_service(body: bytes, header: str, secret: str) -> str:
    """Checks `t=<unix seconds>,v1=<hex>`, which has several `v1` while two secrets are valid. Returns `t`."""
    parts = [part.strip().partition("=") for part in header.split(",")]
    times = [value for name, _, value in parts if name == "t"]
    signatures = [value for name, _, value in parts if name == "v1" and re.fullmatch(r"[0-9a-fA-F]{64}", value)]
    if len(times) != 1 or not re.fullmatch(r"[0-9]{1,12}", times[0]) or not signatures:
        raise WebhookVerificationError("malformed_signature", "X-Service-Signature is not t=<unix seconds>,v1=<hex>")
    expected = _mac(secret.encode(), f"{times[0]}.".encode() + body)
    _require_match(expected, [bytes.fromhex(value) for value in signatures])
    return times[0]


def _check_standard(body: bytes, headers: Mapping[str, str], secret: str) -> str:
    """Checks the headers of Standard Webhooks. Returns the timestamp."""
    delivery, timestamp = headers.get("webhook-id"), headers.get("webhook-timestamp")
    values = [re.fullmatch(r"v1,([A-Za-z0-9+/]{43}=)", part) for part in headers["webhook-signature"].split(" ")]
    signatures = [base64.b64decode(match[1]) for match in values if match]
    if delivery is None or timestamp is None or not signatures:
        raise WebhookVerificationError("malformed_signature", "webhook-signature is not v1,<base64>")
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error as error:
        raise ValueError("secret must be the signing secret of the webhook, including whsec_") from error
    _require_match(_mac(key, f"{delivery}.{timestamp}.".encode() + body), signatures)
    return timestamp


def _mac(key: bytes, content: bytes) -> bytes:
    return hmac.new(key, content, hashlib.sha256).digest()


def _require_match(expected: bytes, signatures: list[bytes]) -> None:
    if not any(hmac.compare_digest(expected, signature) for signature in signatures):
        raise WebhookVerificationError("wrong_signature", "The signature does not match the body and the secret")


def _parse_event(body: bytes) -> WebhookEvent:
    try:
        event = json.loads(body.decode())
    except ValueError as error:
        raise WebhookVerificationError("malformed_body", "The body is signed but not JSON") from error
    if not isinstance(event, dict) or not isinstance(event.get("event"), str):
        raise WebhookVerificationError("malformed_body", "The body is signed but not an event")
    return cast(WebhookEvent, event)
