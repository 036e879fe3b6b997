"""Verifies webhooks (Standard Webhooks 1.0)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Any, Dict, Mapping, Optional, Sequence, Union

from .errors import WebhookVerificationError

_PREFIX = "whsec_"
_TOLERANCE = 300


def verify_webhook(
    body: Union[str, bytes],
    headers: Mapping[str, str],
    secret: Union[str, Sequence[str]],
    *,
    tolerance: int = _TOLERANCE,
) -> Dict[str, Any]:
    """The event of a webhook that one of the secrets has signed within ``tolerance`` seconds.

    ``body`` is what came, unchanged: parsing and writing it again breaks the signature.
    Raises WebhookVerificationError.
    """
    content = body.encode() if isinstance(body, str) else body
    given = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp, signatures = (
        given.get(f"webhook-{name}") for name in ("id", "timestamp", "signature")
    )
    if not message_id or not timestamp or not signatures:
        raise WebhookVerificationError("webhook-id, webhook-timestamp or webhook-signature is missing.")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > tolerance:
        raise WebhookVerificationError("The timestamp of the webhook is too old, in the future, or no number.")
    signed = f"{message_id}.{timestamp}.".encode() + content
    secrets = [secret] if isinstance(secret, str) else list(secret)
    if not any(_is_signed(signed, signatures, one) for one in secrets):
        raise WebhookVerificationError("No secret has made the signature of the webhook.")
    try:
        event = json.loads(content)
    except ValueError:
        raise WebhookVerificationError("The webhook is signed, but not JSON.") from None
    if not isinstance(event, dict):
        raise WebhookVerificationError("The webhook is signed, but no object.")
    return event


def _is_signed(signed: bytes, signatures: str, secret: str) -> bool:
    key = _decode(secret[len(_PREFIX) :] if secret.startswith(_PREFIX) else secret)
    if not key:
        raise WebhookVerificationError("The secret is not whsec_<base64>.")
    expected = hmac.new(key, signed, hashlib.sha256).digest()
    given = (_decode(part[3:]) for part in signatures.split(" ") if part.startswith("v1,"))
    return any(one is not None and hmac.compare_digest(one, expected) for one in given)


def _decode(text: str) -> Optional[bytes]:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
