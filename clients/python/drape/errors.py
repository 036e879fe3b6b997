"""What a call may fail of: one class per error ``type`` of the API, all of them ``DrapeError``."""

from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence


class DrapeError(Exception):
    """Every failure of a call. Branch on the class or on ``code``, never on the message."""

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: int = 0,
        request_id: Optional[str] = None,
        param: Optional[str] = None,
        details: Sequence[Mapping[str, Any]] = (),
        retryable: bool = False,
        doc_url: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        #: HTTP status; 0 where there was no answer.
        self.status = status
        #: Names the request in the service's logs.
        self.request_id = request_id
        #: The parameter at fault, and every one of them.
        self.param = param
        self.details = list(details)
        #: The same request may succeed later, unchanged.
        self.retryable = retryable
        self.doc_url = doc_url
        #: Seconds that the service asks to wait.
        self.retry_after = retry_after


class InvalidRequestError(DrapeError):
    """400, 405, 413, 415: the request is wrong."""


class AuthenticationError(DrapeError):
    """401: no key, or one that is not valid."""


class PermissionDeniedError(DrapeError):
    """403: the key lacks a permission."""


class NotFoundError(DrapeError):
    """404, 410: unknown to this account, or past its retention."""


class ConflictError(DrapeError):
    """409, 422: the state of the thing forbids it, or the Idempotency-Key was used for something else."""


class RateLimitError(DrapeError):
    """429."""


class ApiError(DrapeError):
    """5xx, and answers that are not of this API."""


class TryOnFailedError(DrapeError):
    """The try-on ended without a picture: failed, expired or canceled."""

    def __init__(self, try_on: Mapping[str, Any]) -> None:
        error = try_on.get("error") or {}
        super().__init__(
            error.get("message") or f"The try-on {try_on['id']} was {try_on['status']}.",
            code=error.get("code", "canceled"),
            status=200,
            details=error.get("details") or (),
            retryable=bool(error.get("retryable", False)),
            doc_url=error.get("docUrl"),
        )
        self.try_on = try_on


class DrapeConnectionError(DrapeError):
    """There was no answer."""


class DrapeTimeoutError(DrapeConnectionError):
    """There was no answer in time."""


class WebhookVerificationError(DrapeError):
    """A webhook that the service did not send, or sent too long ago."""

    def __init__(self, message: str) -> None:
        super().__init__(message, code="invalid_webhook_signature")


_CLASSES = {
    "invalid_request_error": InvalidRequestError,
    "authentication_error": AuthenticationError,
    "permission_error": PermissionDeniedError,
    "not_found_error": NotFoundError,
    "conflict_error": ConflictError,
    "rate_limit_error": RateLimitError,
    "api_error": ApiError,
}


def to_error(body: Any, *, status: int, request_id: Optional[str], retry_after: Optional[float]) -> DrapeError:
    """The error of an envelope, as the class of its type."""
    error = body.get("error") if isinstance(body, dict) else None
    if not isinstance(error, dict) or "code" not in error:
        return ApiError(
            f"The answer with status {status} is not of the Drape API.",
            code="unexpected_response",
            status=status,
            request_id=request_id,
            retryable=status >= 500,
            retry_after=retry_after,
        )
    return _CLASSES.get(error.get("type", ""), DrapeError)(
        error.get("message", ""),
        code=error["code"],
        status=status,
        request_id=request_id,
        param=error.get("param"),
        details=error.get("details") or (),
        retryable=bool(error.get("retryable", False)),
        doc_url=error.get("docUrl"),
        retry_after=retry_after,
    )
