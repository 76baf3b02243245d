import base64
import hashlib
import hmac
import unittest

from replywright import WebhookVerificationError, verify_webhook

SECRET = "whsec_" + base64.b64encode(b"0123456789abcdef01234567").decode()
NOW = 1_780_000_000
BODY = '{"event":"test.ping","message":{"body":"Grüße 👋"}}'.encode()


def service_headers(body: bytes, at: int, secret: str = SECRET) -> dict[str, str]:
    mac = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return {"X-Service-Signature": f"t={at},v1={mac}", "X-Service-Timestamp": str(at)}


def standard_headers(body: bytes, at: int, secret: str = SECRET) -> dict[str, str]:
    key = base64.b64decode(secret[6:])
    mac = base64.b64encode(hmac.new(key, f"d1.{at}.".encode() + body, hashlib.sha256).digest()).decode()
    return {"Webhook-Id": "d1", "Webhook-Timestamp": str(at), "Webhook-Signature": f"v1,{mac}"}


class VerifyWebhook(unittest.TestCase):
    def test_returns_the_event_of_both_signatures(self) -> None:
        for headers in (service_headers(BODY, NOW), standard_headers(BODY, NOW)):
            for body in (BODY, BODY.decode()):
                self.assertEqual(verify_webhook(body, headers, SECRET, now=NOW)["event"], "test.ping")

    def test_matches_the_example_of_standard_webhooks(self) -> None:
        # https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
        headers = {
            "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "webhook-timestamp": "1614265330",
            "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        }
        with self.assertRaises(WebhookVerificationError) as raised:
            verify_webhook('{"test": 2432232314}', headers, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", now=1614265330)
        # The signature matches; the body of the example is not an event.
        self.assertEqual(raised.exception.reason, "malformed_body")

    def test_accepts_any_of_several_signatures(self) -> None:
        other = service_headers(BODY, NOW, "other")["X-Service-Signature"].split(",")[1]
        header = service_headers(BODY, NOW)["X-Service-Signature"]
        headers = {"x-service-signature": header.replace(",", f",{other},v0=x, ", 1)}
        self.assertEqual(verify_webhook(BODY, headers, SECRET, now=NOW)["event"], "test.ping")
        standard = standard_headers(BODY, NOW)
        standard["Webhook-Signature"] = f"v1a,x v1,{'A' * 43}= {standard['Webhook-Signature']}"
        self.assertEqual(verify_webhook(BODY, standard, SECRET, now=NOW)["event"], "test.ping")

    def test_names_the_reason_of_a_refusal(self) -> None:
        service, standard = service_headers(BODY, NOW), standard_headers(BODY, NOW)
        cases: tuple[tuple[bytes, dict[str, str], int, str], ...] = (
            (BODY, {}, NOW, "missing_signature"),
            (BODY, {"x-service-signature": "v1=00"}, NOW, "malformed_signature"),
            (BODY, {"x-service-signature": f"t={NOW},v1=é"}, NOW, "malformed_signature"),
            (BODY, {**standard, "Webhook-Signature": "v1,é"}, NOW, "malformed_signature"),
            (BODY, {"webhook-signature": standard["Webhook-Signature"]}, NOW, "malformed_signature"),
            # A wrong signature is not excused by a right one of the other family.
            (BODY, {**standard, **service_headers(BODY, NOW, "other")}, NOW, "wrong_signature"),
            (BODY + b" ", service, NOW, "wrong_signature"),
            (BODY + b" ", standard, NOW, "wrong_signature"),
            (BODY, {**standard, "Webhook-Id": "d2"}, NOW, "wrong_signature"),
            (BODY, service, NOW + 301, "outside_tolerance"),
            (BODY, standard, NOW - 301, "outside_tolerance"),
            (BODY, {**service, "X-Service-Timestamp": str(NOW - 301)}, NOW, "outside_tolerance"),
            (BODY, {**service, "X-Service-Timestamp": "now"}, NOW, "malformed_timestamp"),
            (b"{", service_headers(b"{", NOW), NOW, "malformed_body"),
            (b"\xff", service_headers(b"\xff", NOW), NOW, "malformed_body"),
            (b"[]", standard_headers(b"[]", NOW), NOW, "malformed_body"),
        )
        for body, headers, now, reason in cases:
            with self.subTest(reason=reason, headers=headers):
                with self.assertRaises(WebhookVerificationError) as raised:
                    verify_webhook(body, headers, SECRET, now=now)
                self.assertEqual(raised.exception.reason, reason)

    def test_accepts_the_limit_of_the_tolerance(self) -> None:
        verify_webhook(BODY, service_headers(BODY, NOW), SECRET, now=NOW + 300)
        verify_webhook(BODY, service_headers(BODY, NOW), SECRET, now=NOW + 900, tolerance_seconds=900)

    def test_refuses_an_empty_secret(self) -> None:
        with self.assertRaises(ValueError):
            verify_webhook(BODY, service_headers(BODY, NOW, ""), "", now=NOW)
