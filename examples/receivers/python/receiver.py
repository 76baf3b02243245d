"""Receives webhooks of Replywright, with Python's standard library only.

Usage: WEBHOOK_SECRET=whsec_... python3 receiver.py
"""

import hashlib
import hmac
import json
import os
import re
import sqlite3
import threading
import time
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["WEBHOOK_SECRET"]
PORT = int(os.environ.get("PORT", "8080"))
INBOX = os.environ.get("INBOX", "inbox.db")
TOLERANCE_SECONDS = 300
MAX_BODY_BYTES = 1024 * 1024

stored = threading.Event()


def is_signed(body: bytes, header: str) -> bool:
    """Returns whether X-Service-Signature (t=<unix seconds>,v1=<hex>) matches the body, and is recent."""
    parts = [part.strip().partition("=") for part in header.split(",")]
    times = [value for name, _, value in parts if name == "t"]
    if len(times) != 1 or not re.fullmatch(r"[0-9]{1,12}", times[0]):
        return False
    expected = hmac.new(SECRET.encode(), f"{times[0]}.".encode() + body, hashlib.sha256).hexdigest()
    signatures = [value.encode() for name, _, value in parts if name == "v1"]
    if not any(hmac.compare_digest(expected.encode(), signature) for signature in signatures):
        return False
    return abs(time.time() - int(times[0])) <= TOLERANCE_SECONDS


def handle(event: dict) -> None:
    if event["event"] == "message.received":
        print(f"{event['from']}: {event['message']['body']}", flush=True)


def handle_stored() -> None:
    """Handles the stored events that are not handled yet, also those of before a restart."""
    with closing(sqlite3.connect(INBOX)) as database, database:
        rows = database.execute("SELECT delivery, event FROM inbox WHERE handled = 0 ORDER BY rowid").fetchall()
        for delivery, event in rows:
            try:
                handle(json.loads(event))
            except Exception as error:
                print(f"Delivery {delivery} is not handled yet: {error!r}", flush=True)
                continue
            database.execute("UPDATE inbox SET handled = 1 WHERE delivery = ?", (delivery,))
            database.commit()


def work() -> None:
    while True:
        stored.clear()
        handle_stored()
        stored.wait()


class Receiver(BaseHTTPRequestHandler):
    timeout = 10

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal():
            return self.respond(411)
        if int(length) > MAX_BODY_BYTES:
            return self.respond(413)
        body = self.rfile.read(int(length))
        delivery = self.headers.get("X-Service-Delivery")
        if self.path != "/webhook":
            return self.respond(404)
        if not delivery or not is_signed(body, self.headers.get("X-Service-Signature", "")):
            return self.respond(400)
        # Stored before the response, so that a crash loses nothing. A repeated delivery is stored once.
        with closing(sqlite3.connect(INBOX)) as database, database:
            database.execute("INSERT OR IGNORE INTO inbox (delivery, event) VALUES (?, ?)", (delivery, body.decode()))
        self.respond(204)
        stored.set()

    def respond(self, status: int) -> None:
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Prints no line for each request."""


with closing(sqlite3.connect(INBOX)) as database, database:
    database.execute(
        "CREATE TABLE IF NOT EXISTS inbox (delivery TEXT PRIMARY KEY, event TEXT, handled INTEGER DEFAULT 0)"
    )
threading.Thread(target=work, daemon=True).start()
server = ThreadingHTTPServer(("", PORT), Receiver)
print("Listening on", server.server_address, flush=True)
server.serve_forever()
