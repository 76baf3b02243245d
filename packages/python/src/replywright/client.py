"""The clients and what sends their requests."""

from __future__ import annotations

import http.client
import urllib.error
import urllib.request
from typing import Any

from ._connection import AsyncConnection, AsyncTransport, Connection, Transport
from ._exchange import Request, Response, settings_of
from ._operations import AsyncOperations, Operations
from .errors import ApiConnectionError

DEFAULT_TIMEOUT_SECONDS = 30.0
DEFAULT_RETRIES = 3


class Client(Operations):
    """A client of the API. Its methods raise ApiError, RateLimitError and ApiConnectionError.

    Keep the API key on a server: it has your permissions.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float = DEFAULT_TIMEOUT_SECONDS,
        retries: int = DEFAULT_RETRIES,
        transport: Transport | None = None,
    ) -> None:
        super().__init__(Connection(settings_of(base_url, api_key, timeout, retries), transport or _send))


class AsyncClient(AsyncOperations):
    """A client of the API for asyncio, on httpx. Use it with `async with`, or close it."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float = DEFAULT_TIMEOUT_SECONDS,
        retries: int = DEFAULT_RETRIES,
        transport: AsyncTransport | None = None,
    ) -> None:
        settings = settings_of(base_url, api_key, timeout, retries)
        self._transport = transport or _Httpx()
        super().__init__(AsyncConnection(settings, self._transport))

    async def close(self) -> None:
        """Closes the connections."""
        if isinstance(self._transport, _Httpx):
            await self._transport.client.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A followed redirect would send the API key to another server."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirects)


def _send(request: Request) -> Response:
    sent = urllib.request.Request(request.url, request.body, dict(request.headers), method=request.method)
    try:
        try:
            received = _opener.open(sent, timeout=request.timeout)
        except urllib.error.HTTPError as error:
            received = error
        with received:
            headers = {name.lower(): value for name, value in received.headers.items()}
            return Response(received.status, headers, received.read())
    except (OSError, http.client.HTTPException) as error:
        timed_out = isinstance(error, TimeoutError) or isinstance(getattr(error, "reason", None), TimeoutError)
        raise _no_response(request, timed_out) from error


class _Httpx:
    def __init__(self) -> None:
        import httpx

        self._errors = httpx.HTTPError
        self._timeout = httpx.TimeoutException
        self.client = httpx.AsyncClient(follow_redirects=False)

    async def __call__(self, request: Request) -> Response:
        try:
            received = await self.client.request(
                request.method,
                request.url,
                headers=dict(request.headers),
                content=request.body,
                timeout=request.timeout,
            )
        except self._errors as error:
            raise _no_response(request, isinstance(error, self._timeout)) from error
        headers = {name.lower(): value for name, value in received.headers.items()}
        return Response(received.status_code, headers, received.content)


def _no_response(request: Request, timed_out: bool) -> ApiConnectionError:
    if timed_out:
        return ApiConnectionError(f"No response within {request.timeout:g} seconds", "timeout")
    return ApiConnectionError(f"Could not reach the API at {request.url.split('?')[0]}", "network")
