"""Runs the steps of a call: sends its requests and waits."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from ._exchange import CallOptions, Outcome, Request, Response, Settings, exchange, target_of
from .errors import ApiConnectionError, ApiError

Transport = Callable[[Request], Response]
"""Sends a request without following redirects. Raises ApiConnectionError if there is no response."""
AsyncTransport = Callable[[Request], Awaitable[Response]]


class Connection:
    """Calls operations."""

    def __init__(self, settings: Settings, transport: Transport) -> None:
        self._settings = settings
        self._transport = transport

    def call(
        self,
        method: str,
        path: str,
        params: Mapping[str, str],
        query: Mapping[str, Any],
        body: Any,
        options: CallOptions | None,
    ) -> Any:
        """Returns the body of the response."""
        steps = exchange(self._settings, method, target_of(path, params, query), body, options)
        try:
            step = next(steps)
            while True:
                step = steps.send(self._run(step))
        except StopIteration as end:
            return end.value

    def items(
        self, path: str, params: Mapping[str, str], query: Mapping[str, Any], options: CallOptions | None
    ) -> Iterator[Any]:
        """Yields the items of all pages."""
        while True:
            results, following = read_page(self.call("GET", path, params, query, None, options))
            yield from results
            if following is None:
                return
            query = following

    def _run(self, step: Request | float) -> Outcome | None:
        if not isinstance(step, Request):
            time.sleep(step)
            return None
        try:
            return self._transport(step)
        except ApiConnectionError as error:
            return error


class AsyncConnection:
    """Calls operations with asyncio."""

    def __init__(self, settings: Settings, transport: AsyncTransport) -> None:
        self._settings = settings
        self._transport = transport

    async def call(
        self,
        method: str,
        path: str,
        params: Mapping[str, str],
        query: Mapping[str, Any],
        body: Any,
        options: CallOptions | None,
    ) -> Any:
        """Returns the body of the response."""
        steps = exchange(self._settings, method, target_of(path, params, query), body, options)
        try:
            step = next(steps)
            while True:
                step = steps.send(await self._run(step))
        except StopIteration as end:
            return end.value

    async def items(
        self, path: str, params: Mapping[str, str], query: Mapping[str, Any], options: CallOptions | None
    ) -> AsyncIterator[Any]:
        """Yields the items of all pages."""
        while True:
            results, following = read_page(await self.call("GET", path, params, query, None, options))
            for item in results:
                yield item
            if following is None:
                return
            query = following

    async def _run(self, step: Request | float) -> Outcome | None:
        if not isinstance(step, Request):
            await asyncio.sleep(step)
            return None
        try:
            return await self._transport(step)
        except ApiConnectionError as error:
            return error


def read_page(page: Any) -> tuple[list[Any], dict[str, str] | None]:
    """Returns the items of a page, and the query of the next page. Raises ApiError for another response."""
    if isinstance(page, dict) and isinstance(page.get("results"), list):
        following = page.get("next")
        if following is None:
            return page["results"], None
        if isinstance(following, str):
            # Only the query of `next` is used, so that the API key is not sent to another server.
            return page["results"], dict(parse_qsl(urlsplit(following).query, keep_blank_values=True))
    raise ApiError("The response is not a page of a list", status=200)
