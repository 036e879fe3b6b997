"""Python client of the Drape virtual try-on API."""

from .aio import AsyncDrape
from .client import Drape, has_ended
from .errors import (
    ApiError,
    AuthenticationError,
    ConflictError,
    DrapeConnectionError,
    DrapeError,
    DrapeTimeoutError,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    TryOnFailedError,
    WebhookVerificationError,
)
from .webhooks import verify_webhook

__version__ = "0.1.0"

__all__ = [
    "ApiError",
    "AsyncDrape",
    "AuthenticationError",
    "ConflictError",
    "Drape",
    "DrapeConnectionError",
    "DrapeError",
    "DrapeTimeoutError",
    "InvalidRequestError",
    "NotFoundError",
    "PermissionDeniedError",
    "RateLimitError",
    "TryOnFailedError",
    "WebhookVerificationError",
    "has_ended",
    "verify_webhook",
]
