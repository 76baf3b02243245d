"""Receives webhooks with Flask: WEBHOOK_SECRET=whsec_... flask --app flask_receiver run --port 8080"""

import os

from flask import Flask, request

from replywright import WebhookVerificationError, verify_webhook

app = Flask(__name__)


@app.post("/webhook")
def receive() -> tuple[str, int]:
    try:
        event = verify_webhook(request.get_data(), request.headers, os.environ["WEBHOOK_SECRET"])
    except WebhookVerificationError as error:
        return error.reason, 400
    if event["event"] == "message.received":
        print(f"{event['from']}: {event['message']['body']}", flush=True)
    return "", 204
