"""The client and its resources."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from datetime import datetime
from http.client import HTTPException
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Union, cast

from .errors import ConflictError, DrapeConnectionError, DrapeTimeoutError, InvalidRequestError, TryOnFailedError
from .lists import CursorList, OffsetList
from .pictures import Picture, to_bytes, type_of, with_pictures
from .transport import RateLimit, Transport, idempotency, retry_delay, segment
from .types import (
    ApiKey,
    Batch,
    ClientToken,
    DeletionReceipt,
    Measurements,
    PhotoCheck,
    Product,
    ProductImport,
    Session,
    TryOn,
    TryOnEvent,
    Upload,
    Webhook,
)
from .webhooks import verify_webhook

#: Long enough to ask rarely, short enough for proxies that cut at 30 seconds.
_POLL = 20
#: An answer before the long poll's time comes from a gateway that shuts down; it must not be asked in a tight loop.
_SOONEST = 0.5
#: A stream on which nothing happens shows every 15 seconds that it lives.
_HEARTBEAT = 15.0
_IMPORT_LOOK = 1.0

Record = Dict[str, Any]


def has_ended(try_on: Mapping[str, Any]) -> bool:
    return try_on["status"] not in ("queued", "processing")


class Drape:
    """A client of one service with one key. Holds no connection, and may be used by several threads.

    ``timeout`` is for each attempt, in seconds; long polls get their waiting time on top.
    """

    def __init__(
        self,
        api_key: str,
        base_url: str,
        *,
        timeout: float = 60.0,
        max_retries: int = 2,
        session_id: Optional[str] = None,
        language: Optional[str] = None,
    ) -> None:
        transport = Transport(
            api_key,
            base_url,
            timeout=timeout,
            max_retries=max_retries,
            session_id=session_id,
            language=language,
        )
        self._transport = transport
        self.try_ons = TryOns(transport)
        self.photos = Photos(transport)
        self.sessions = Sessions(transport)
        self.measurements = MeasurementsResource(transport)
        self.products = Products(transport)
        self.webhooks = Webhooks(transport)
        self.client_tokens = ClientTokens(transport)
        self.keys = Keys(transport)
        self.requests = Requests(transport)
        self.uploads = Uploads(transport)
        self.usage = Usage(transport)

    @property
    def rate_limit(self) -> Optional[RateLimit]:
        """As the last answer told it; None before the first."""
        return self._transport.rate_limit

    @property
    def session_id(self) -> Optional[str]:
        """The session that a publishable key was given with its first answer."""
        return self._transport.session_id


class _Resource:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _data(self, method: str, path: str, **call: Any) -> Any:
        return self._transport.send(method, path, **call)["data"]

    def _with_session(self, fields: Record) -> Record:
        session = self._transport.session_id
        return fields if session is None else {"sessionId": session, **fields}


def _shown(products: Sequence[Mapping[str, Any]]) -> List[Record]:
    return [with_pictures(dict(product), "productImage") for product in products]


def _prefer(wait: Optional[float]) -> Dict[str, str]:
    return {} if wait is None else {"Prefer": f"wait={int(wait)}"}


def _created(gte: Optional[datetime], lt: Optional[datetime]) -> Record:
    return {
        "created[gte]": None if gte is None else gte.isoformat(),
        "created[lt]": None if lt is None else lt.isoformat(),
    }


class TryOns(_Resource):
    """Virtual try-ons."""

    def create(
        self,
        user_photo: Picture,
        *,
        product_image_url: Optional[str] = None,
        product_image: Optional[Picture] = None,
        product_id: Optional[str] = None,
        products: Optional[Sequence[Mapping[str, Any]]] = None,
        wait: Optional[float] = None,
        cancel_after: Optional[int] = None,
        idempotency_key: Optional[str] = None,
        **fields: Any,
    ) -> TryOn:
        """Creates a try-on and answers it as it stands after a moment.

        ``products`` are two or three products for one picture, in place of a single one; each names its own
        ``productImageUrl``, ``productImage`` or ``productId``.
        ``fields`` are the other members of the request by the API's names (``productCategory``, ``sessionId``, ``size`` …).
        A try-on that fails is an answer with status ``failed``, no exception.
        """
        body = with_pictures(
            {
                "userPhoto": user_photo,
                "productImageUrl": product_image_url,
                "productImage": product_image,
                "productId": product_id,
                "products": None if products is None else _shown(products),
                **fields,
            },
            "userPhoto",
            "productImage",
        )
        return cast(TryOn, self._create("/v1/tryon", body, wait, cancel_after, idempotency_key))

    def create_batch(
        self,
        user_photo: Picture,
        products: Sequence[Mapping[str, Any]],
        *,
        wait: Optional[float] = None,
        cancel_after: Optional[int] = None,
        idempotency_key: Optional[str] = None,
        **fields: Any,
    ) -> Batch:
        """Tries 1 to 20 products on with one photo; each item is accepted, or refused with its error."""
        body = with_pictures({"userPhoto": user_photo, "products": _shown(products), **fields}, "userPhoto")
        return cast(Batch, self._create("/v1/tryon/batch", body, wait, cancel_after, idempotency_key))

    def _create(
        self,
        path: str,
        body: Record,
        wait: Optional[float],
        cancel_after: Optional[int],
        idempotency_key: Optional[str],
    ) -> Any:
        headers = {**idempotency(idempotency_key), **_prefer(wait)}
        if cancel_after is not None:
            headers["Cancel-After"] = str(cancel_after)
        return self._data("POST", path, body=self._with_session(body), headers=headers, extra=wait or 0)

    def create_and_wait(self, user_photo: Picture, *, timeout: float = 300.0, **fields: Any) -> TryOn:
        """``create``, then ``wait_for``."""
        try_on = self.create(user_photo, **fields)
        return _completed(try_on) if has_ended(try_on) else self.wait_for(try_on["id"], timeout=timeout)

    def wait_for(self, id: str, *, timeout: float = 300.0) -> TryOn:
        """Waits until the try-on is completed.

        Raises TryOnFailedError where it ends otherwise, DrapeTimeoutError where it has not ended in time; it goes on then.
        """
        until = time.monotonic() + timeout
        while True:
            asked = time.monotonic()
            try_on = self.retrieve(id, wait=max(0, min(_POLL, until - asked)))
            if has_ended(try_on):
                return _completed(try_on)
            if time.monotonic() >= until:
                message = f"The try-on {id} is still {try_on['status']} after {timeout} s."
                raise DrapeTimeoutError(message, code="timeout", retryable=True)
            time.sleep(max(0.0, asked + _SOONEST - time.monotonic()))

    def retrieve(self, id: str, *, wait: Optional[float] = None) -> TryOn:
        return cast(
            TryOn, self._data("GET", f"/v1/tryon/{segment(id)}", headers=_prefer(wait), extra=wait or 0)
        )

    def list(
        self,
        *,
        status: Optional[str] = None,
        session_id: Optional[str] = None,
        batch_id: Optional[str] = None,
        product_id: Optional[str] = None,
        category: Optional[str] = None,
        quality: Optional[str] = None,
        error_code: Optional[str] = None,
        created_gte: Optional[datetime] = None,
        created_lt: Optional[datetime] = None,
        metadata: Optional[Mapping[str, str]] = None,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
    ) -> CursorList[TryOn]:
        """Latest first; all filters that are named must hold."""
        filters = {
            "status": status,
            "sessionId": session_id,
            "batchId": batch_id,
            "productId": product_id,
            "category": category,
            "quality": quality,
            "errorCode": error_code,
            **_created(created_gte, created_lt),
            **{f"metadata[{name}]": value for name, value in (metadata or {}).items()},
        }
        return CursorList(self._transport, "/v1/tryon", filters, limit, starting_after)

    def cancel(self, id: str) -> TryOn:
        """Stops an unfinished try-on. Raises ConflictError where it has ended."""
        return cast(TryOn, self._data("POST", f"/v1/tryon/{segment(id)}/cancel"))

    def delete(self, id: str) -> Record:
        """Erases photo, picture and record."""
        return cast(Record, self._data("DELETE", f"/v1/tryon/{segment(id)}"))

    def image_url(self, id: str) -> str:
        """A freshly signed URL of the picture. Raises ConflictError where there is none."""

        def ask() -> Optional[str]:
            with self._transport.open("GET", f"/v1/tryon/{segment(id)}/image") as response:
                return response.headers.get("Location")

        url = self._transport.retrying(ask)
        if url is None:
            raise ConflictError(f"The try-on {id} has no picture.", code="tryon_has_no_picture")
        return url

    def events(self, id: str) -> Iterator[TryOnEvent]:
        """Follows a try-on to its end; a stream that breaks off is opened again."""
        failures = 0
        while True:
            try:
                for event in self._stream(id):
                    failures = 0
                    yield event
                    if event["type"] != "progress":
                        return
            except DrapeConnectionError:
                if failures >= self._transport.max_retries:
                    raise
            time.sleep(_SOONEST + retry_delay(failures, None))
            failures += 1

    def _stream(self, id: str) -> Iterator[TryOnEvent]:
        path = f"/v1/tryon/{segment(id)}/events"
        headers = {"Accept": "text/event-stream"}
        with self._transport.open("GET", path, headers=headers, extra=_HEARTBEAT) as response:
            name, data = "message", []  # type: str, List[str]
            try:
                for raw in response:
                    line = raw.decode().rstrip("\r\n")
                    if line.startswith("event:"):
                        name = line[6:].strip()
                    elif line.startswith("data:"):
                        data.append(line[5:].strip())
                    elif line == "" and data:
                        yield {"type": name, "data": json.loads("\n".join(data))}
                        name, data = "message", []
            except (OSError, HTTPException) as error:
                raise DrapeConnectionError(f"GET {path}: {error}", code="connection_failed", retryable=True) from error

    def deliveries(self, id: str, **options: Any) -> CursorList[Record]:
        """What was sent about the try-on; latest first. Options as of ``webhooks.deliveries``."""
        return _deliveries(self._transport, f"/v1/tryon/{segment(id)}/deliveries", **options)

    def redeliver(self, id: str, delivery_id: str) -> Record:
        """Sends it again, under the same id."""
        path = f"/v1/tryon/{segment(id)}/deliveries/{segment(delivery_id)}/redeliver"
        return cast(Record, self._data("POST", path))


def _completed(try_on: TryOn) -> TryOn:
    if try_on["status"] != "completed":
        raise TryOnFailedError(try_on)
    return try_on


def _deliveries(
    transport: Transport,
    path: str,
    *,
    status: Optional[str] = None,
    event_type: Optional[str] = None,
    try_on_id: Optional[str] = None,
    created_gte: Optional[datetime] = None,
    created_lt: Optional[datetime] = None,
    limit: Optional[int] = None,
    starting_after: Optional[str] = None,
) -> CursorList[Record]:
    filters = {
        "status": status,
        "eventType": event_type,
        "tryOnId": try_on_id,
        **_created(created_gte, created_lt),
    }
    return CursorList(transport, path, filters, limit, starting_after)


class Photos(_Resource):
    def check(self, user_photo: Picture, *, product_category: Optional[str] = None, wait: float = 10) -> PhotoCheck:
        """What a try-on with the photo would fail of. ``usable`` is None where no worker came to it in time."""
        body = with_pictures({"userPhoto": user_photo, "productCategory": product_category}, "userPhoto")
        return cast(
            PhotoCheck, self._data("POST", "/v1/photos/check", body=body, headers=_prefer(wait), extra=wait)
        )


class Sessions(_Resource):
    def list(self, *, limit: Optional[int] = None, offset: Optional[int] = None) -> OffsetList[Session]:
        """Last used first."""
        return OffsetList(self._transport, "/v1/sessions", limit, offset)

    def retrieve(self, id: str) -> Session:
        return cast(Session, self._data("GET", f"/v1/sessions/{segment(id)}"))

    def delete(self, id: str) -> DeletionReceipt:
        """Erases everything of the session; keep the receipt, which is signed and given once."""
        return cast(DeletionReceipt, self._data("DELETE", f"/v1/sessions/{segment(id)}"))


class MeasurementsResource(_Resource):
    def create(self, *, idempotency_key: Optional[str] = None, **fields: Any) -> Measurements:
        """At least one of height, weight, chest, waist, hips, inseam; a later one replaces field by field."""
        body = self._with_session(fields)
        return cast(
            Measurements, self._data("POST", "/v1/measurements", body=body, headers=idempotency(idempotency_key))
        )

    def retrieve(self, id: str) -> Measurements:
        return cast(Measurements, self._data("GET", f"/v1/measurements/{segment(id)}"))


class ProductImports(_Resource):
    """Files of products on their way into the catalogue."""

    def create(
        self,
        content: Union[str, bytes],
        *,
        format: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> ProductImport:
        """Takes the rows of a file, CSV or JSON lines (``ndjson``), at most 10,000 and 5 MiB; answers at once."""
        text = content.decode() if isinstance(content, bytes) else content
        is_json = format == "ndjson" if format is not None else text.lstrip("\ufeff \t\r\n").startswith("{")
        kind = "application/x-ndjson" if is_json else "text/csv"
        headers = idempotency(idempotency_key)
        return cast(ProductImport, self._data("POST", "/v1/products/import", text=(kind, text), headers=headers))

    def retrieve(self, id: str) -> ProductImport:
        return cast(ProductImport, self._data("GET", f"/v1/products/imports/{segment(id)}"))

    def wait_for(self, id: str, *, timeout: float = 600.0) -> ProductImport:
        """Waits until all rows are worked off. Raises DrapeTimeoutError; the import goes on then."""
        until = time.monotonic() + timeout
        while True:
            found = self.retrieve(id)
            if found["status"] == "completed":
                return found
            left = until - time.monotonic()
            if left <= 0:
                message = f"The import {id} is still {found['status']} after {timeout} s."
                raise DrapeTimeoutError(message, code="timeout", retryable=True)
            time.sleep(min(_IMPORT_LOOK, left))

    def rows(
        self,
        id: str,
        *,
        status: Optional[str] = None,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
    ) -> CursorList[Record]:
        """What became of each row, in the order of the file."""
        path = f"/v1/products/imports/{segment(id)}/rows"
        return CursorList(
            self._transport, path, {"status": status}, limit, starting_after, lambda row: str(row["row"])
        )


class Products(_Resource):
    """Products go by our id or the shop's own (externalId)."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.imports = ProductImports(transport)

    def create(
        self,
        *,
        image_url: Optional[str] = None,
        image: Optional[Picture] = None,
        idempotency_key: Optional[str] = None,
        **fields: Any,
    ) -> Product:
        """Makes a product known by its picture; one that is known keeps its id and takes what is said anew."""
        body = with_pictures({"imageUrl": image_url, "image": image, **fields}, "image")
        return cast(Product, self._data("POST", "/v1/products", body=body, headers=idempotency(idempotency_key)))

    def list(
        self,
        *,
        status: Optional[str] = None,
        category: Optional[str] = None,
        external_id: Optional[str] = None,
        q: Optional[str] = None,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
    ) -> CursorList[Product]:
        """Latest first."""
        filters = {"status": status, "category": category, "externalId": external_id, "q": q}
        return CursorList(self._transport, "/v1/products", filters, limit, starting_after)

    def retrieve(self, id: str) -> Product:
        return cast(Product, self._data("GET", f"/v1/products/{segment(id)}"))

    def garment_package(self, id: str) -> bytes:
        """The analysed garment, as the service's workers read it. Raises ConflictError while it is not packaged."""

        def ask() -> bytes:
            with self._transport.open("GET", f"/v1/products/{segment(id)}/garment-package") as response:
                return response.read()

        return self._transport.retrying(ask)

    def update(self, id: str, *, image: Optional[Picture] = None, **fields: Any) -> Product:
        """What is left out stays; None takes a value away."""
        body = {**fields, **with_pictures({"image": image}, "image")}
        return cast(Product, self._data("PATCH", f"/v1/products/{segment(id)}", body=body))

    def delete(self, id: str) -> Record:
        """Its try-ons stay."""
        return cast(Record, self._data("DELETE", f"/v1/products/{segment(id)}"))

    def set_size_chart(
        self,
        id: str,
        chart: Union[str, Mapping[str, Any]],
        *,
        kind: Optional[str] = None,
        unit: Optional[str] = None,
    ) -> Product:
        """Fits go by the chart from then on. Text is CSV: a heading such as ``size,chest``, cells such as ``94-98``."""
        path = f"/v1/products/{segment(id)}/size-chart"
        if isinstance(chart, str):
            query = {"kind": kind, "unit": unit}
            return cast(Product, self._data("PUT", path, text=("text/csv", chart), query=query))
        return cast(Product, self._data("PUT", path, body=chart))


class ClientTokens(_Resource):
    def create(self, **fields: Any) -> ClientToken:
        """What a shop's backend hands to a page for one shopper (``ttlSeconds``, ``sessionId``, ``origins`` …)."""
        return cast(ClientToken, self._data("POST", "/v1/client-tokens", body=fields))


class Keys(_Resource):
    """The keys of the account, live or test as the key that asks."""

    def create(self, *, idempotency_key: Optional[str] = None, **fields: Any) -> ApiKey:
        """The answer shows the key once."""
        return cast(ApiKey, self._data("POST", "/v1/keys", body=fields, headers=idempotency(idempotency_key)))

    def list(self, *, limit: Optional[int] = None, offset: Optional[int] = None) -> OffsetList[ApiKey]:
        return OffsetList(self._transport, "/v1/keys", limit, offset)

    def retrieve(self, id: str) -> ApiKey:
        return cast(ApiKey, self._data("GET", f"/v1/keys/{segment(id)}"))

    def update(self, id: str, **fields: Any) -> ApiKey:
        return cast(ApiKey, self._data("PATCH", f"/v1/keys/{segment(id)}", body=fields))

    def revoke(self, id: str) -> ApiKey:
        """Ends the key on every gateway within a second."""
        return cast(ApiKey, self._data("DELETE", f"/v1/keys/{segment(id)}"))

    def rotate(self, id: str, *, idempotency_key: Optional[str] = None, **fields: Any) -> ApiKey:
        """A key that may do the same; the old one works on for ``overlapDays``."""
        path = f"/v1/keys/{segment(id)}/rotate"
        return cast(ApiKey, self._data("POST", path, body=fields, headers=idempotency(idempotency_key)))


class Requests(_Resource):
    """What was asked of the service and what came of it; kept for a week."""

    def list(
        self,
        *,
        status: Optional[int] = None,
        route: Optional[str] = None,
        limit: Optional[int] = None,
        starting_after: Optional[str] = None,
    ) -> CursorList[Record]:
        filters = {"status": status, "route": route}
        return CursorList(self._transport, "/v1/requests", filters, limit, starting_after)

    def retrieve(self, id: str) -> Record:
        """By the ``Request-Id`` of its answer, which errors have as ``request_id``."""
        return cast(Record, self._data("GET", f"/v1/requests/{segment(id)}"))


class Uploads(_Resource):
    """Pictures that go to the store directly; their ids stand in place of pictures."""

    def create(self, content_type: str, size: int, *, idempotency_key: Optional[str] = None, **fields: Any) -> Upload:
        """Where a picture of ``size`` bytes is to be put."""
        body = self._with_session({"contentType": content_type, "bytes": size, **fields})
        return cast(Upload, self._data("POST", "/v1/uploads", body=body, headers=idempotency(idempotency_key)))

    def upload(self, picture: Any, *, content_type: Optional[str] = None, **fields: Any) -> Upload:
        """``create``, then puts the picture there. Raises InvalidRequestError where the store refuses it."""
        content = to_bytes(picture)
        made = self.create(content_type or type_of(content), len(content), **fields)
        headers = {"Content-Type": made["contentType"]}
        request = urllib.request.Request(made["url"], data=content, headers=headers, method=made["method"])
        try:
            with urllib.request.urlopen(request, timeout=60):
                return made
        except urllib.error.HTTPError as error:
            with error:
                message = f"The store refused the picture with {error.code}."
            raise InvalidRequestError(message, code="upload_empty", status=error.code) from None
        except (OSError, HTTPException) as error:
            raise DrapeConnectionError(f"PUT of the picture: {error}", code="connection_failed", retryable=True) from error


class Usage(_Resource):
    def retrieve(
        self,
        *,
        from_day: Optional[str] = None,
        to_day: Optional[str] = None,
        group_by: Optional[str] = None,
    ) -> Record:
        """What the account used; days as ``2026-11-21``, UTC."""
        query = {"from": from_day, "to": to_day, "groupBy": group_by}
        return cast(Record, self._data("GET", "/v1/usage", query=query))


class Webhooks(_Resource):
    """Who is told of what happens."""

    verify = staticmethod(verify_webhook)

    def create(self, *, idempotency_key: Optional[str] = None, **fields: Any) -> Webhook:
        """The answer shows the secret once."""
        return cast(Webhook, self._data("POST", "/v1/webhooks", body=fields, headers=idempotency(idempotency_key)))

    def list(self, *, limit: Optional[int] = None, offset: Optional[int] = None) -> OffsetList[Webhook]:
        return OffsetList(self._transport, "/v1/webhooks", limit, offset)

    def retrieve(self, id: str) -> Webhook:
        return cast(Webhook, self._data("GET", f"/v1/webhooks/{segment(id)}"))

    def update(self, id: str, **fields: Any) -> Webhook:
        return cast(Webhook, self._data("PATCH", f"/v1/webhooks/{segment(id)}", body=fields))

    def delete(self, id: str) -> Record:
        return cast(Record, self._data("DELETE", f"/v1/webhooks/{segment(id)}"))

    def rotate_secret(self, id: str) -> Webhook:
        """Both secrets sign until the old one's time is over. Not sent again where its answer was lost."""
        return cast(Webhook, self._data("POST", f"/v1/webhooks/{segment(id)}/rotate-secret", once=True))

    def ping(self, id: str) -> Record:
        return cast(Record, self._data("POST", f"/v1/webhooks/{segment(id)}/ping"))

    def deliveries(self, id: str, **options: Any) -> CursorList[Record]:
        """Filters: ``status``, ``event_type``, ``try_on_id``, ``created_gte``, ``created_lt``."""
        return _deliveries(self._transport, f"/v1/webhooks/{segment(id)}/deliveries", **options)

    def redeliver(self, id: str, delivery_id: str) -> Record:
        path = f"/v1/webhooks/{segment(id)}/deliveries/{segment(delivery_id)}/redeliver"
        return cast(Record, self._data("POST", path))
