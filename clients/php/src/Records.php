<?php

declare(strict_types=1);

namespace Drape;

/**
 * The shapes of records, as far as programs usually read them, for PHPStan and Psalm: `@phpstan-import-type TryOn from
 * Drape\Records`. Answers may have more members; see the API reference for all.
 *
 * @phpstan-type Picture \SplFileInfo|\Stringable|resource|string
 * @phpstan-type Reason array{code: string, message: string, about: string, ...}
 * @phpstan-type Quality array{level: 'good'|'fair'|'poor', score: int|float, reasons: list<Reason>, ...}
 * @phpstan-type Size array{
 *     recommended: string|null,
 *     window: list<string>,
 *     nearest: string|null,
 *     outsideChart: bool,
 *     chart: string,
 *     ...
 * }
 * @phpstan-type Fit array{
 *     basis: string,
 *     confidence: 'low'|'medium'|'high',
 *     size: Size|null,
 *     sizeScore: int|float|null,
 *     zones: list<array<string, mixed>>,
 *     ...
 * }
 * @phpstan-type Problem array{
 *     type: string,
 *     code: string,
 *     message: string,
 *     retryable: bool,
 *     docUrl: string,
 *     details?: list<array<string, mixed>>,
 *     needed?: list<string>,
 *     ...
 * }
 * @phpstan-type TryOn array{
 *     id: string,
 *     livemode: bool,
 *     status: 'queued'|'processing'|'completed'|'failed'|'canceled'|'expired',
 *     stage: string|null,
 *     progress: int|float,
 *     queuePosition: int|null,
 *     resultImageUrl: string|null,
 *     fitScore: int|float|null,
 *     recommendations: list<string>,
 *     sessionId: string,
 *     batchId: string|null,
 *     productId: string|null,
 *     productCategory: string|null,
 *     quality: Quality|null,
 *     fit: Fit|null,
 *     look: array{tuck: string, products: list<array<string, mixed>>, ...}|null,
 *     image: array{width: int, height: int, format: string, bytes: int, sha256: string, ...}|null,
 *     warnings: list<array<string, mixed>>,
 *     stages: list<array{name: string, ms: int|float, ...}>,
 *     requestId: string|null,
 *     apiKeyId: string|null,
 *     error: Problem|null,
 *     metadata: array<array-key, string>,
 *     createdAt: string,
 *     completedAt: string|null,
 *     expiresAt: string|null,
 *     ...
 * }
 * @phpstan-type TryOnEvent array{type: string, data: array<string, mixed>}
 * @phpstan-type Batch array{
 *     batchId: string,
 *     livemode: bool,
 *     items: list<array{
 *         index: int,
 *         status: 'accepted'|'refused',
 *         id: string|null,
 *         tryOn: TryOn|null,
 *         error: Problem|null,
 *         ...
 *     }>,
 *     ...
 * }
 * @phpstan-type Deleted array{id: string, livemode: bool, deletedAt: string, ...}
 * @phpstan-type Session array{
 *     id: string,
 *     livemode: bool,
 *     clientSupplied: bool,
 *     createdAt: string,
 *     updatedAt: string,
 *     tryOnCount: int,
 *     ...
 * }
 * @phpstan-type DeletionReceipt array{
 *     id: string,
 *     livemode: bool,
 *     deletedAt: string,
 *     erased: array<string, int>,
 *     receipt: string,
 *     ...
 * }
 * @phpstan-type Measurements array{
 *     id: string,
 *     livemode: bool,
 *     sessionId: string,
 *     sizes: array<string, mixed>,
 *     missing: list<string>,
 *     warnings: list<array<string, mixed>>,
 *     ...
 * }
 * @phpstan-type Product array{
 *     id: string,
 *     livemode: bool,
 *     externalId: string|null,
 *     status: 'pending'|'ready'|'failed',
 *     imageUrl: string|null,
 *     title: string|null,
 *     category: array{value: string, source: string, confidence: int|float, ...}|null,
 *     sizeChart: array{source: string, kind: string, unit: string, rows: list<array<string, mixed>>, ...},
 *     tryOnSuitability: array<string, mixed>|null,
 *     error: array<string, mixed>|null,
 *     ...
 * }
 * @phpstan-type ProductImport array{
 *     id: string,
 *     livemode: bool,
 *     status: 'queued'|'running'|'completed',
 *     format: 'csv'|'ndjson',
 *     counts: array{total: int, pending: int, created: int, updated: int, failed: int, ...},
 *     ...
 * }
 * @phpstan-type ProductImportRow array{
 *     row: int,
 *     status: 'pending'|'created'|'updated'|'failed',
 *     externalId: string|null,
 *     productId: string|null,
 *     error: array{code: string, param: string|null, message: string, ...}|null,
 *     ...
 * }
 * @phpstan-type ApiKey array{
 *     id: string,
 *     livemode: bool,
 *     kind: 'sk'|'rk'|'pk',
 *     env: 'live'|'test',
 *     name: string,
 *     last4: string,
 *     scopes: list<string>,
 *     allowedOrigins: list<string>,
 *     status: 'active'|'expired'|'revoked',
 *     createdAt: string,
 *     expiresAt: string|null,
 *     key?: string|null,
 *     ...
 * }
 * @phpstan-type ClientToken array{token: string, sessionId: string, expiresAt: string, livemode: bool, ...}
 * @phpstan-type Upload array{
 *     id: string,
 *     livemode: bool,
 *     url: string,
 *     method: string,
 *     contentType: string,
 *     headers: array<string, string>,
 *     expiresAt: string,
 *     ...
 * }
 * @phpstan-type Webhook array{
 *     id: string,
 *     livemode: bool,
 *     url: string,
 *     events: list<string>,
 *     enabled: bool,
 *     description: string|null,
 *     secret?: string,
 *     ...
 * }
 * @phpstan-type WebhookDelivery array{
 *     id: string,
 *     livemode: bool,
 *     event: string,
 *     resourceId: string,
 *     status: 'pending'|'delivered'|'failed',
 *     attempts: int,
 *     lastStatus: int|null,
 *     lastError: string|null,
 *     createdAt: string,
 *     deliveredAt: string|null,
 *     url: string,
 *     webhookId: string|null,
 *     ...
 * }
 * @phpstan-type WebhookEvent array{type: string, timestamp: string, livemode: bool, data: array<string, mixed>, ...}
 * @phpstan-type PhotoCheck array{
 *     status: 'checked'|'unchecked',
 *     usable: bool|null,
 *     usableFor: list<string>,
 *     problems: list<array<string, mixed>>,
 *     warnings: list<array<string, mixed>>,
 *     ...
 * }
 * @phpstan-type RequestLog array{
 *     id: string,
 *     livemode: bool,
 *     method: string,
 *     route: string,
 *     status: int|null,
 *     errorCode: string|null,
 *     tryOnId: string|null,
 *     createdAt: string,
 *     ...
 * }
 * @phpstan-type Usage array{
 *     livemode: bool,
 *     from: string,
 *     to: string,
 *     groupBy: string,
 *     rows: list<array<string, mixed>>,
 *     total: array<string, mixed>,
 *     ...
 * }
 */
final class Records
{
    private function __construct()
    {
    }
}
