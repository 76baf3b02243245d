"""Typed client of the Replywright API, and a verifier for its webhooks."""

from . import types
from ._exchange import CallOptions, Request, Response
from ._file import File
from .client import AsyncClient, Client
from .errors import ApiConnectionError, ApiError, RateLimitError
from .webhooks import WebhookVerificationError, verify_webhook

__all__ = [
    "ApiConnectionError",
    "ApiError",
    "AsyncClient",
    "CallOptions",
    "Client",
    "File",
    "RateLimitError",
    "Request",
    "Response",
    "WebhookVerificationError",
    "types",
    "verify_webhook",
]
