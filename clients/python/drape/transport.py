"""Sends calls: key, timeout, retries, errors. Standard library only."""

from __future__ import annotations

import json
import random
import socket
import time
import urllib.error
import urllib.request
import uuid
from email.utils import parsedate_to_datetime
from http.client import HTTPException, HTTPResponse
from typing import Any, Callable, Dict, Mapping, NamedTuple, Optional, Tuple, TypeVar
from urllib.parse import quote, urlencode

from .errors import DrapeConnectionError, DrapeError, DrapeTimeoutError, to_error

#: Bounds of the pause before a retry, seconds; it is drawn from 0 up to the bound, which doubles each time.
_FIRST = 0.5
_LONGEST = 8.0
#: The service may ask for the rest of an hour; that is for the caller to decide.
_LONGEST_RETRY_AFTER = 60.0
#: Added where the service says when: not all clients should come at the same moment.
_SPREAD = 0.25

Query = Mapping[str, Any]
T = TypeVar("T")


class RateLimit(NamedTuple):
    """What is left of the account's hour."""

    limit: int
    remaining: int
    #: Unix seconds of the moment when the next unit becomes available.
    reset: int


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Redirects lead to the store, which wants no key; where they lead is what the caller asks for."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


class Transport:
    """Of one service and one key. Safe to be used by several threads."""

    def __init__(
        self,
        api_key: str,
        base_url: str,
        *,
        timeout: float,
        max_retries: int,
        session_id: Optional[str],
        language: Optional[str],
    ) -> None:
        if not api_key:
            raise ValueError("Drape needs an api_key.")
        if not base_url.startswith(("http://", "https://")):
            raise ValueError('Drape needs a base_url: "https://…".')
        self._api_key = api_key
        self._base_url = base_url.rstrip("/")
        self._timeout = timeout
        self.max_retries = max_retries
        self.session_id = session_id
        self._language = language
        self._is_publishable = api_key.startswith("drp_pk_")
        self.rate_limit: Optional[RateLimit] = None
        self._opener = urllib.request.build_opener(_NoRedirect())

    def send(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Query] = None,
        body: Optional[Any] = None,
        text: Optional[Tuple[str, str]] = None,
        headers: Optional[Mapping[str, str]] = None,
        extra: float = 0.0,
        once: bool = False,
    ) -> Dict[str, Any]:
        """The envelope of a success, or of a try-on that failed. ``text`` is (content type, content) in place of ``body``."""

        def run() -> Dict[str, Any]:
            with self.open(method, path, query=query, body=body, text=text, headers=headers, extra=extra) as response:
                envelope = _parse(_read(response, f"{method} {path}"))
            if not isinstance(envelope, dict) or "data" not in envelope:
                raise _error_of(response, envelope)
            data = envelope["data"]
            if self._is_publishable and self.session_id is None and isinstance(data, dict):
                self.session_id = data.get("sessionId")
            return envelope

        return self.retrying(run, once=once)

    def retrying(self, run: Callable[[], T], *, once: bool = False) -> T:
        """All calls are safe to repeat: reads, erasures, and creations under an Idempotency-Key."""
        attempt = 0
        while True:
            try:
                return run()
            except DrapeError as error:
                is_lost = once and isinstance(error, DrapeConnectionError)
                if attempt >= self.max_retries or is_lost or not is_worth_retrying(error):
                    raise
                time.sleep(retry_delay(attempt, error.retry_after))
            attempt += 1

    def open(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Query] = None,
        body: Optional[Any] = None,
        text: Optional[Tuple[str, str]] = None,
        headers: Optional[Mapping[str, str]] = None,
        extra: float = 0.0,
    ) -> HTTPResponse:
        """The answer itself, once, for streams and redirects. Raises what a status of 400 and above means."""
        given = {name: value for name, value in (query or {}).items() if value is not None}
        url = self._base_url + path + (f"?{urlencode(given)}" if given else "")
        sent = {"Authorization": f"Bearer {self._api_key}", "Accept": "application/json", **(headers or {})}
        if self._language is not None:
            sent["Accept-Language"] = self._language
        if self.session_id is not None:
            sent["X-Drape-Session"] = self.session_id
        content: Optional[bytes] = None
        if text is not None:
            sent["Content-Type"], content = text[0], text[1].encode()
        elif body is not None:
            sent["Content-Type"], content = "application/json", json.dumps(body).encode()
        request = urllib.request.Request(url, data=content, headers=sent, method=method)
        what = f"{method} {path}"
        limit = self._timeout + extra
        try:
            response = self._opener.open(request, timeout=limit)
        except urllib.error.HTTPError as error:
            self._note(error.headers)
            if error.code < 400:
                return error  # type: ignore[return-value]  # a redirect, with its headers
            with error:
                raise _error_of(error, _parse(error.read())) from None
        except (OSError, HTTPException) as error:
            raise _lost(error, what, limit) from error
        self._note(response.headers)
        return response

    def _note(self, headers: Any) -> None:
        limit, remaining, reset = (
            headers.get(f"X-RateLimit-{name}") for name in ("Limit", "Remaining", "Reset")
        )
        if limit is not None and remaining is not None and reset is not None:
            self.rate_limit = RateLimit(int(limit), int(remaining), int(reset))


def segment(name: str) -> str:
    """A name as a part of a path."""
    return quote(name, safe="")


def idempotency(key: Optional[str]) -> Dict[str, str]:
    """The caller's key, or one of its own for this call: a repetition makes nothing twice."""
    return {"Idempotency-Key": key or str(uuid.uuid4())}


def is_worth_retrying(error: DrapeError) -> bool:
    """Whether a call that is safe to repeat may succeed the next time."""
    if error.retry_after is not None and error.retry_after > _LONGEST_RETRY_AFTER:
        return False
    if error.code == "client_token_used_up":
        return False
    if isinstance(error, DrapeConnectionError) or error.status == 429 or error.status >= 500:
        return True
    return error.code == "idempotency_request_in_progress"


def retry_delay(attempt: int, retry_after: Optional[float]) -> float:
    """Seconds before retry number ``attempt``, from 0."""
    if retry_after is not None:
        return retry_after + random.random() * _SPREAD
    return random.random() * min(_LONGEST, _FIRST * 2**attempt)


def _retry_after(header: Optional[str]) -> Optional[float]:
    if header is None:
        return None
    if header.strip().isdigit():
        return float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _error_of(response: Any, body: Any) -> DrapeError:
    return to_error(
        body,
        status=response.status,
        request_id=response.headers.get("Request-Id"),
        retry_after=_retry_after(response.headers.get("Retry-After")),
    )


def _read(response: HTTPResponse, what: str) -> bytes:
    try:
        return response.read()
    except (OSError, HTTPException) as error:
        raise _lost(error, what, None) from error


def _lost(error: Exception, what: str, limit: Optional[float]) -> DrapeConnectionError:
    reason = getattr(error, "reason", error)
    if isinstance(reason, (socket.timeout, TimeoutError)):
        return DrapeTimeoutError(f"{what}: no answer in {limit} s.", code="timeout", retryable=True)
    return DrapeConnectionError(f"{what}: {reason}", code="connection_failed", retryable=True)


def _parse(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        return None


