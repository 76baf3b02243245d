"""Receives webhooks with FastAPI: WEBHOOK_SECRET=whsec_... uvicorn fastapi_receiver:app --port 8080"""

import os

from fastapi import FastAPI, HTTPException, Request, Response

from replywright import WebhookVerificationError, verify_webhook

app = FastAPI()


@app.post("/webhook")
async def receive(request: Request) -> Response:
    try:
        event = verify_webhook(await request.body(), request.headers, os.environ["WEBHOOK_SECRET"])
    except WebhookVerificationError as error:
        raise HTTPException(400, error.reason) from error
    if event["event"] == "message.received":
        print(f"{event['from']}: {event['message']['body']}", flush=True)
    return Response(status_code=204)
