"""Pictures as the API takes them."""

from __future__ import annotations

import base64
import os
from pathlib import Path
from typing import IO, Any, Dict, Union

#: Bytes, a file that was opened for reading bytes, a path; or text: base64, a data URI, an https URL, the id of an upload.
Picture = Union[bytes, IO[bytes], "os.PathLike[str]", str]


def to_text(picture: Picture) -> str:
    """What stands in ``userPhoto``, ``productImage`` and ``image``. Text is sent as it is."""
    return picture if isinstance(picture, str) else base64.b64encode(to_bytes(picture)).decode()


def to_bytes(picture: Union[bytes, IO[bytes], "os.PathLike[str]"]) -> bytes:
    if isinstance(picture, bytes):
        return picture
    if isinstance(picture, os.PathLike):
        return Path(picture).read_bytes()
    return picture.read()


def with_pictures(fields: Dict[str, Any], *names: str) -> Dict[str, Any]:
    """The fields that are not None, those that hold pictures as text."""
    given = {name: value for name, value in fields.items() if value is not None}
    return {name: to_text(value) if name in names else value for name, value in given.items()}


def type_of(content: bytes) -> str:
    """The content type by the first bytes. Raises ValueError for what is no picture that the API takes."""
    if content[:3] == b"\xff\xd8\xff":
        return "image/jpeg"
    if content[:8] == b"\x89PNG\r\n\x1a\n":
        return "image/png"
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "image/webp"
    if content[4:8] == b"ftyp":
        return "image/avif" if content[8:12] in (b"avif", b"avis") else "image/heic"
    raise ValueError("The bytes are no JPEG, PNG, WebP, HEIC or AVIF picture.")
