"""Verifies the delivery of standard input, replies in its conversation, and prints what the API then has."""

import asyncio
import base64
import importlib.util
import json
import sys
from typing import Any

from replywright import AsyncClient, Client, verify_webhook


def replies_with_client(job: Any, conversation: str) -> list[str]:
    client = Client(job["baseUrl"], job["apiKey"])
    client.conversations.send_message(conversation, {"type": "text", "text": {"body": "Grüße 👋🏽"}})
    return [message["text"] for message in client.conversations.list_messages_all(conversation, limit=1)]


async def replies_with_async_client(job: Any, conversation: str) -> list[str]:
    async with AsyncClient(job["baseUrl"], job["apiKey"]) as client:
        return [each["text"] async for each in client.conversations.list_messages_all(conversation, limit=1)]


def main() -> None:
    job = json.load(sys.stdin)
    body, headers = base64.b64decode(job["body"]), job["headers"]
    standard = {name: value for name, value in headers.items() if not name.startswith("x-service-")}
    event = verify_webhook(body, headers, job["secret"])
    if event["event"] != "message.received" or event != verify_webhook(body, standard, job["secret"]):
        raise SystemExit(f"unexpected event {event}")
    texts = replies_with_client(job, event["conversationId"])
    has_httpx = importlib.util.find_spec("httpx") is not None
    async_texts = asyncio.run(replies_with_async_client(job, event["conversationId"])) if has_httpx else None
    print(json.dumps({"received": event["message"]["body"], "texts": texts, "asyncTexts": async_texts}))


main()
