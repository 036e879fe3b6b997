"""Runs against a real gateway and worker: DRAPE_URL and DRAPE_KEY (a test key) name them."""

import asyncio
import base64
import hashlib
import hmac
import json
import os
import time
import unittest
from pathlib import Path

import drape
from drape import AsyncDrape, Drape, verify_webhook

URL = os.environ["DRAPE_URL"]
KEY = os.environ["DRAPE_KEY"]
PHOTO = Path(os.environ["DRAPE_PHOTO"])
HOST = "https://test.drape.invalid"


def client(**options):
    return Drape(KEY, URL, **options)


class TryOns(unittest.TestCase):
    def test_waits_for_the_picture(self):
        made = client().try_ons.create_and_wait(
            PHOTO, product_image_url=f"{HOST}/slow/500", productCategory="top", metadata={"look": "python"}
        )
        self.assertEqual(made["status"], "completed")
        self.assertTrue(made["resultImageUrl"].startswith("http"))
        self.assertTrue(client().try_ons.image_url(made["id"]).startswith("http"))
        found = list(client().try_ons.list(metadata={"look": "python"}))
        self.assertEqual([one["id"] for one in found], [made["id"]])
        self.assertEqual(client().try_ons.delete(made["id"])["id"], made["id"])
        with self.assertRaises(drape.NotFoundError):
            client().try_ons.retrieve(made["id"])

    def test_follows_the_events_to_the_end(self):
        made = client().try_ons.create(PHOTO, product_image_url=f"{HOST}/slow/800", wait=0)
        events = list(client().try_ons.events(made["id"]))
        self.assertEqual(events[-1]["type"], "completed")
        self.assertEqual(events[-1]["data"]["id"], made["id"])

    def test_raises_why_there_is_no_picture(self):
        with self.assertRaises(drape.TryOnFailedError) as raised:
            client().try_ons.create_and_wait(PHOTO, product_image_url=f"{HOST}/fail/person_not_detected")
        self.assertEqual(raised.exception.code, "person_not_detected")
        self.assertEqual(raised.exception.try_on["status"], "failed")

    def test_makes_one_try_on_for_one_idempotency_key(self):
        same = dict(product_image_url=f"{HOST}/ok", idempotency_key="python-once")
        ids = {client().try_ons.create(PHOTO, **same)["id"] for _ in range(2)}
        self.assertEqual(len(ids), 1)

    def test_cancels_and_batches(self):
        made = client().try_ons.create(PHOTO, product_image_url=f"{HOST}/slow/20000", wait=0)
        self.assertEqual(client().try_ons.cancel(made["id"])["status"], "canceled")
        batch = client().try_ons.create_batch(
            PHOTO, [{"productImageUrl": f"{HOST}/ok"}, {"productId": "nothing"}]
        )
        self.assertEqual([item["status"] for item in batch["items"]], ["accepted", "refused"])

    def test_tries_a_look_on(self):
        look = [
            {"productImageUrl": f"{HOST}/ok", "productCategory": "top"},
            {"productImage": PHOTO, "productCategory": "skirt"},
        ]
        made = client().try_ons.create_and_wait(PHOTO, products=look, tuck="in")
        self.assertEqual([one["productCategory"] for one in made["look"]["products"]], ["top", "skirt"])

    def test_takes_an_upload_in_place_of_the_photo(self):
        upload = client().uploads.upload(PHOTO)
        made = client().try_ons.create_and_wait(upload["id"], product_image_url=f"{HOST}/ok")
        self.assertEqual(made["status"], "completed")
        self.assertEqual(client().photos.check(PHOTO, wait=20)["status"], "checked")


class Records(unittest.TestCase):
    def test_sessions_measurements_and_erasure(self):
        drape_client = client()
        measured = drape_client.measurements.create(sessionId="python-visit", height=178, weight=76)
        self.assertEqual(drape_client.measurements.retrieve(measured["id"])["sessionId"], "python-visit")
        self.assertIn("python-visit", [one["id"] for one in drape_client.sessions.list(limit=1)])
        self.assertEqual(drape_client.sessions.retrieve("python-visit")["id"], "python-visit")
        self.assertIn("receipt", drape_client.sessions.delete("python-visit"))
        self.assertGreater(drape_client.rate_limit.limit, 0)

    def test_products_with_charts_and_imports(self):
        drape_client = client()
        made = drape_client.products.create(image_url="https://shop.example/py.jpg", externalId="PY-1", category="top")
        self.assertEqual(drape_client.products.update("PY-1", title="Python tee")["title"], "Python tee")
        charted = drape_client.products.set_size_chart("PY-1", "size,chest\nS,86-94\n", unit="cm")
        self.assertEqual(charted["sizeChart"]["rows"][0]["size"], "S")
        self.assertIn(made["id"], [one["id"] for one in drape_client.products.list(q="python")])
        begun = drape_client.products.imports.create("externalId,imageUrl\nPY-2,https://shop.example/2.jpg\nPY-3,nowhere\n")
        done = drape_client.products.imports.wait_for(begun["id"], timeout=60)
        self.assertEqual(done["counts"]["failed"], 1)
        rows = list(drape_client.products.imports.rows(begun["id"], status="failed"))
        self.assertEqual([row["row"] for row in rows], [3])
        self.assertEqual(drape_client.products.delete("PY-1")["id"], made["id"])

    def test_keys_tokens_webhooks_usage_and_requests(self):
        drape_client = client()
        key = drape_client.keys.create(kind="rk", name="python", scopes=["tryon:read"])
        self.assertTrue(key["key"].startswith("drp_rk_test_"))
        self.assertEqual(drape_client.keys.update(key["id"], name="snake")["name"], "snake")
        self.assertEqual(drape_client.keys.revoke(key["id"])["status"], "revoked")
        token = drape_client.client_tokens.create(ttlSeconds=600)
        shopper = Drape(token["token"], URL)
        self.assertEqual(shopper.try_ons.create_and_wait(PHOTO, product_image_url=f"{HOST}/ok")["status"], "completed")
        hook = drape_client.webhooks.create(url="https://shop.example/hooks", events=["*"])
        self.assertTrue(drape_client.webhooks.rotate_secret(hook["id"])["secret"].startswith("whsec_"))
        self.assertEqual(drape_client.webhooks.ping(hook["id"])["event"], "ping")
        self.assertEqual([one["event"] for one in drape_client.webhooks.deliveries(hook["id"])][-1:], ["ping"])
        drape_client.webhooks.delete(hook["id"])
        self.assertEqual(drape_client.usage.retrieve(group_by="outcome")["groupBy"], "outcome")
        with self.assertRaises(drape.NotFoundError) as raised:
            drape_client.try_ons.retrieve("try_00000000000000000000000000")
        self.assertTrue(raised.exception.request_id.startswith("req_"))


class Errors(unittest.TestCase):
    def test_name_every_parameter_at_fault(self):
        with self.assertRaises(drape.InvalidRequestError) as raised:
            client().measurements.create(height=67, wiast=80)
        self.assertEqual(len(raised.exception.details), 2)
        self.assertTrue(raised.exception.doc_url.startswith("http"))

    def test_have_a_class_for_each_type(self):
        with self.assertRaises(drape.AuthenticationError):
            Drape("drp_sk_test_wrong", URL).sessions.list().page()
        with self.assertRaises(drape.RateLimitError):
            client(max_retries=0).try_ons.create(PHOTO, product_image_url=f"{HOST}/429")
        with self.assertRaises(drape.ApiError):
            client(max_retries=0).try_ons.create(PHOTO, product_image_url=f"{HOST}/500")

    def test_say_that_nobody_answered_after_retries(self):
        since = time.monotonic()
        with self.assertRaises(drape.DrapeConnectionError):
            Drape(KEY, "http://127.0.0.1:1", max_retries=1).sessions.list().page()
        self.assertLess(time.monotonic() - since, 10)

    def test_refuse_what_is_no_client(self):
        with self.assertRaises(ValueError):
            Drape("", URL)
        with self.assertRaises(ValueError):
            Drape(KEY, "drape.example")


class VerifyWebhook(unittest.TestCase):
    SECRET = "whsec_" + base64.b64encode(b"a secret of 24 bytes or so").decode()
    BODY = json.dumps({"type": "tryon.completed", "data": {"id": "try_1"}})

    def headers(self, at=None, secret=SECRET):
        timestamp = str(int(time.time() if at is None else at))
        key = base64.b64decode(secret[6:])
        mac = hmac.new(key, f"msg_1.{timestamp}.{self.BODY}".encode(), hashlib.sha256).digest()
        signature = "v1," + base64.b64encode(mac).decode()
        return {"Webhook-Id": "msg_1", "webhook-timestamp": timestamp, "webhook-signature": f"v1,AAAA {signature}"}

    def test_gives_the_event_of_a_message_that_a_secret_has_signed(self):
        other = "whsec_" + base64.b64encode(b"another one of 24 bytes..").decode()
        event = verify_webhook(self.BODY, self.headers(), [other, self.SECRET])
        self.assertEqual(event["data"]["id"], "try_1")

    def test_refuses_what_is_changed_old_or_unsigned(self):
        for body, headers in [
            (self.BODY + " ", self.headers()),
            (self.BODY, self.headers(at=time.time() - 400)),
            (self.BODY, {}),
        ]:
            with self.assertRaises(drape.WebhookVerificationError):
                verify_webhook(body, headers, self.SECRET)


class Async(unittest.TestCase):
    def test_runs_several_calls_at_once_and_walks_lists(self):
        async def main():
            one = AsyncDrape(KEY, URL)
            made = await asyncio.gather(
                *(one.try_ons.create_and_wait(PHOTO, product_image_url=f"{HOST}/slow/{ms}") for ms in (300, 301))
            )
            listed = [entry["id"] async for entry in one.try_ons.list(status="completed")]
            events = [event async for event in one.try_ons.events(made[0]["id"])]
            return made, listed, events

        made, listed, events = asyncio.run(main())
        self.assertEqual({one["status"] for one in made}, {"completed"})
        self.assertTrue({one["id"] for one in made} <= set(listed))
        self.assertEqual(events[-1]["type"], "completed")


if __name__ == "__main__":
    unittest.main()
