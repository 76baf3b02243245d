"""Starts the emulator with what API Gateway passes to functions and the emulator does not: the id of the request's API key
(`requestContext.identity.apiKeyId`). With the header `X-As-Released`, a request is processed as the emulator was released, so that a test
notices when this file is no longer needed.
"""

import sys
from contextvars import ContextVar

from ministack import app
from ministack.services import apigateway_v1 as gateway

api_key = ContextVar("api_key", default=None)
check_api_key = gateway._check_api_key
build_event = gateway._build_lambda_event_v1


def check_and_keep(method, api_id, stage_name, headers):
    error, key = check_api_key(method, api_id, stage_name, headers)
    api_key.set(None if "x-as-released" in headers else key)
    return error, key


def build_with_key(*args, **options):
    event = build_event(*args, **options)
    key = api_key.get()
    if key is not None:
        event["requestContext"]["identity"].update(apiKeyId=key["id"], apiKey=key["value"])
    return event


gateway._check_api_key = check_and_keep
gateway._build_lambda_event_v1 = build_with_key
sys.exit(app.main())
