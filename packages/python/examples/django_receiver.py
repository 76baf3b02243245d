"""Receives webhooks with Django: WEBHOOK_SECRET=whsec_... python django_receiver.py runserver 8080

In a project of your own, copy `receive` to a module of views, and its path to `urls.py`.
"""

import os
import sys

from django.conf import settings
from django.core.management import execute_from_command_line
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from replywright import WebhookVerificationError, verify_webhook


@csrf_exempt
@require_POST
def receive(request: HttpRequest) -> HttpResponse:
    try:
        event = verify_webhook(request.body, request.headers, os.environ["WEBHOOK_SECRET"])
    except WebhookVerificationError as error:
        return HttpResponse(error.reason, status=400)
    if event["event"] == "message.received":
        print(f"{event['from']}: {event['message']['body']}", flush=True)
    return HttpResponse(status=204)


urlpatterns = [path("webhook", receive)]

if __name__ == "__main__":
    settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], SECRET_KEY=os.urandom(32).hex())
    execute_from_command_line(sys.argv)
