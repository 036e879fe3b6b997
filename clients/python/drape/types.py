"""Records of the API, as far as programs usually read them; answers may have more members. See the API reference for all."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, TypedDict


class Reason(TypedDict, total=False):
    code: str
    message: str
    about: str


class Quality(TypedDict):
    level: str
    score: int
    reasons: List[Reason]


class Size(TypedDict, total=False):
    recommended: Optional[str]
    window: List[str]
    chart: str


class Fit(TypedDict, total=False):
    basis: str
    confidence: str
    size: Optional[Size]
    sizeScore: Optional[int]
    zones: List[Dict[str, Any]]


class Problem(TypedDict, total=False):
    type: str
    code: str
    message: str
    retryable: bool
    docUrl: str
    needed: List[str]


class TryOn(TypedDict, total=False):
    id: str
    livemode: bool
    #: queued, processing, completed, failed, canceled or expired
    status: str
    stage: Optional[str]
    progress: float
    queuePosition: Optional[int]
    resultImageUrl: Optional[str]
    fitScore: Optional[int]
    recommendations: List[str]
    sessionId: str
    productId: Optional[str]
    productCategory: Optional[str]
    quality: Optional[Quality]
    fit: Optional[Fit]
    #: tuck and products of a look, each with its own fit; None for a single product
    look: Optional[Dict[str, Any]]
    image: Optional[Dict[str, Any]]
    #: name and ms of each step of the render; empty for publishable keys and client tokens
    stages: List[Dict[str, Any]]
    #: of the request that made it; None for publishable keys and client tokens
    requestId: Optional[str]
    #: the key that made it; None for publishable keys and client tokens, and where a member made it
    apiKeyId: Optional[str]
    error: Optional[Problem]
    metadata: Dict[str, str]
    createdAt: str
    completedAt: Optional[str]


class TryOnEvent(TypedDict):
    #: progress, or the final status
    type: str
    data: Dict[str, Any]


class Batch(TypedDict):
    batchId: str
    livemode: bool
    items: List[Dict[str, Any]]


class Session(TypedDict, total=False):
    id: str
    clientSupplied: bool
    createdAt: str
    updatedAt: str
    tryOnCount: int


class DeletionReceipt(TypedDict, total=False):
    id: str
    deletedAt: str
    erased: Dict[str, int]
    receipt: str


class Measurements(TypedDict, total=False):
    id: str
    sessionId: str
    sizes: Dict[str, Any]
    missing: List[str]
    warnings: List[Dict[str, Any]]


class Product(TypedDict, total=False):
    id: str
    externalId: Optional[str]
    status: str
    imageUrl: Optional[str]
    title: Optional[str]
    category: Optional[Dict[str, Any]]
    sizeChart: Dict[str, Any]
    tryOnSuitability: Optional[Dict[str, Any]]


class ProductImport(TypedDict, total=False):
    id: str
    status: str
    format: str
    counts: Dict[str, int]


class ApiKey(TypedDict, total=False):
    id: str
    kind: str
    env: str
    name: str
    scopes: List[str]
    status: str
    #: Only in the answer that made it.
    key: Optional[str]


class ClientToken(TypedDict):
    token: str
    sessionId: str
    expiresAt: str
    livemode: bool


class Upload(TypedDict, total=False):
    id: str
    url: str
    method: str
    contentType: str
    expiresAt: str


class Webhook(TypedDict, total=False):
    id: str
    url: str
    events: List[str]
    enabled: bool
    #: Only in the answer that made it.
    secret: str


class PhotoCheck(TypedDict, total=False):
    status: str
    usable: Optional[bool]
    usableFor: List[str]
    problems: List[Dict[str, Any]]
