import asyncio
import json
import unittest
from typing import Any, Union
from unittest.mock import patch

from replywright import (
    ApiConnectionError,
    ApiError,
    AsyncClient,
    Client,
    File,
    RateLimitError,
    Request,
    Response,
)

Answer = Union[Response, ApiConnectionError]
LOST = ApiConnectionError("lost", "network")


def answer(status: int, body: Any = None, headers: dict[str, str] | None = None) -> Response:
    return Response(status, headers or {}, b"" if body is None else json.dumps(body).encode())


class Script:
    """A transport that returns the given answers and keeps the requests."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.requests: list[Request] = []

    def __call__(self, request: Request) -> Response:
        self.requests.append(request)
        outcome = self.answers.pop(0)
        if isinstance(outcome, ApiConnectionError):
            raise outcome
        return outcome

    async def send(self, request: Request) -> Response:
        return self(request)


class Calls(unittest.TestCase):
    def setUp(self) -> None:
        self.waits: list[float] = []
        sleep = patch("replywright._connection.time.sleep", self.waits.append)
        sleep.start()
        self.addCleanup(sleep.stop)

    def client(self, script: Script) -> Client:
        return Client("https://api.example.com/", "key", transport=script)

    def test_sends_path_query_body_and_key(self) -> None:
        script = Script(answer(200, {"id": "c"}), answer(200, {}), answer(204))
        client = self.client(script)
        self.assertEqual(client.conversations.subscribe("a/b", {"webhookId": "w"})["id"], "c")
        client.conversations.list(msg_number="+44 7700", active=True, limit=5)
        self.assertIsNone(client.agents.delete("x"))  # type: ignore[func-returns-value]
        subscribe, listed, _ = script.requests
        self.assertEqual(subscribe.url, "https://api.example.com/api/v1/conversations/a%2Fb/subscribe/")
        self.assertEqual(json.loads(subscribe.body or b""), {"webhookId": "w"})
        self.assertEqual(subscribe.headers["x-api-key"], "key")
        self.assertEqual(len(subscribe.headers["idempotency-key"]), 36)
        self.assertEqual(
            listed.url, "https://api.example.com/api/v1/conversations/?limit=5&msgNumber=%2B44+7700&active=true"
        )
        self.assertEqual((listed.body, "idempotency-key" in listed.headers), (None, False))

    def test_sends_a_path_of_several_segments(self) -> None:
        script = Script(answer(200, {}))
        self.client(script).msg_accounts.proxy_get("1", "106/whatsapp?x")
        self.assertIn("/proxy/106/whatsapp%3Fx/", script.requests[0].url)

    def test_refuses_values_that_change_the_path(self) -> None:
        for value in ("", ".", ".."):
            with self.assertRaises(ValueError):
                self.client(Script()).agents.get(value)

    def test_sends_files_as_a_form(self) -> None:
        script = Script(answer(201, {}))
        self.client(script).agents.upload_document("a", {"file": File('a"b.txt', b"\x00hi", "text/plain")})
        (request,) = script.requests
        self.assertTrue(request.headers["content-type"].startswith("multipart/form-data; boundary="))
        self.assertIn(
            b'name="file"; filename="a%22b.txt"\r\nContent-Type: text/plain\r\n\r\n\x00hi\r\n', request.body or b""
        )

    def test_repeats_a_post_with_the_same_key(self) -> None:
        script = Script(LOST, answer(503), answer(201, {"id": "c"}))
        self.client(script).conversations.create({"toNumber": "+447700900123"})
        self.assertEqual(len({request.headers["idempotency-key"] for request in script.requests}), 1)
        self.assertEqual(len(script.requests), 3)
        self.assertTrue(0.25 <= self.waits[0] <= 0.5 and 0.5 <= self.waits[1] <= 1)

    def test_repeats_only_what_is_safe(self) -> None:
        script = Script(answer(503, {"error": "down", "code": "unavailable"}, {"x-request-id": "r"}), LOST)
        client = self.client(script)
        with self.assertRaises(ApiError) as raised:
            client.agents.update("a", {"name": "b"})
        error = raised.exception
        self.assertEqual((str(error), error.status, error.code, error.request_id), ("down", 503, "unavailable", "r"))
        with self.assertRaises(ApiConnectionError):
            client.conversations.create({"toNumber": "1"}, options={"idempotency_key": None})
        self.assertEqual((len(script.requests), self.waits), (2, []))

    def test_sends_a_post_of_the_proxy_once(self) -> None:
        script = Script(answer(502, {"error": "x", "code": "upstream_error"}), answer(200, {}))
        with self.assertRaises(ApiError) as raised:
            self.client(script).msg_accounts.proxy_post("1", "106/messages", {"to": "1"})
        self.assertEqual((raised.exception.status, len(script.requests)), (502, 1))

    def test_waits_as_long_as_the_api_says(self) -> None:
        script = Script(
            answer(429, {"error": "slow down", "retry_after": 7}),
            answer(409, {}, {"retry-after": "2"}),
            answer(429),
            answer(200, {}),
        )
        self.client(script).agents.share("a", {"email": "a@b.c"})
        self.assertEqual([int(wait) for wait in self.waits], [7, 2, 61])

    def test_says_what_a_conflict_is_about(self) -> None:
        body = {"error": "The webhook is disabled.", "code": "conflict", "reason": "webhook_disabled"}
        with self.assertRaises(ApiError) as raised:
            self.client(Script(answer(409, body))).me.get()
        self.assertEqual((raised.exception.code, raised.exception.reason), ("conflict", "webhook_disabled"))

    def test_ends_the_retries(self) -> None:
        script = Script(
            answer(429, {"error": "slow down", "retry_after": 7}), answer(429, None, {"retry-after": "121"})
        )
        client = self.client(script)
        for seconds, retries in ((7, 0), (121, 3)):
            with self.assertRaises(RateLimitError) as raised:
                client.me.get(options={"retries": retries})
            self.assertEqual(raised.exception.retry_after_seconds, seconds)
        self.assertEqual(self.waits, [])

    def test_reports_what_is_not_of_the_api(self) -> None:
        client = self.client(Script(Response(200, {}, b"<html>"), Response(404, {}, b"<html>"), answer(200, [])))
        for call in (client.me.get, client.me.get, lambda: next(client.agents.list_all())):
            with self.assertRaises(ApiError) as raised:
                call()
            self.assertEqual(raised.exception.code, "unexpected_response")

    def test_yields_the_items_of_all_pages(self) -> None:
        following = "https://evil.example/api/v1/agents/?cursor=a%2Bb&limit=2"
        script = Script(
            answer(200, {"count": 3, "next": following, "previous": None, "results": [{"id": "1"}, {"id": "2"}]}),
            answer(200, {"count": 3, "next": None, "previous": None, "results": [{"id": "3"}]}),
        )
        items = self.client(script).agents.list_all(limit=2)
        self.assertEqual(next(items)["id"], "1")
        self.assertEqual(len(script.requests), 1)
        self.assertEqual([agent["id"] for agent in items], ["2", "3"])
        self.assertEqual(script.requests[1].url, "https://api.example.com/api/v1/agents/?cursor=a%2Bb&limit=2")

    def test_refuses_settings_that_cannot_work(self) -> None:
        for base_url, key in (("api.example.com", "k"), ("https://a.example/?x", "k"), ("https://a.example", "a b")):
            with self.assertRaises(ValueError):
                Client(base_url, key)

    def test_calls_with_asyncio(self) -> None:
        page = {"count": 2, "next": "https://x/?cursor=2", "previous": None, "results": [{"id": "1"}]}
        script = Script(
            LOST, answer(200, page), answer(200, {**page, "next": None, "results": [{"id": "2"}]}), answer(404)
        )

        async def no_wait(_: float) -> None:
            return None

        async def run() -> list[str]:
            async with AsyncClient("https://api.example.com", "key", transport=script.send) as client:
                found = [agent["id"] async for agent in client.agents.list_all()]
                with self.assertRaises(ApiError):
                    await client.agents.get("x")
                return found

        with patch("replywright._connection.asyncio.sleep", no_wait):
            self.assertEqual(asyncio.run(run()), ["1", "2"])
