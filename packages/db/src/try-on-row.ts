import type { TryOn } from './generated/client';
import type { StoredResult, TryOnRow } from './records';

/**
 * The one place where rows become records. Text and JSON columns are written by this package only, from typed values, so their contents are
 * trusted here.
 */
export function toTryOnRow(row: TryOn): TryOnRow {
  const { resultKey, resultFormat, resultWidth, resultHeight, resultBytes, resultSha256, errorCode, errorDetail } = row;
  const quality = row.quality as TryOnRow['quality'];
  return {
    ...pick(row),
    owner: { accountId: row.accountId, env: row.env },
    minQuality: row.minQuality as TryOnRow['minQuality'],
    stage: row.stage as TryOnRow['stage'],
    categoryRequested: row.categoryRequested as TryOnRow['categoryRequested'],
    outputFormat: row.outputFormat as TryOnRow['outputFormat'],
    fitPreference: row.fitPreference as TryOnRow['fitPreference'],
    department: row.department as TryOnRow['department'],
    metadata: row.metadata as TryOnRow['metadata'],
    consent: row.consent as TryOnRow['consent'],
    category: row.category as TryOnRow['category'],
    categorySource: row.categorySource as TryOnRow['categorySource'],
    fit: row.fit as TryOnRow['fit'],
    advice: row.advice as unknown as TryOnRow['advice'],
    warnings: row.warnings as unknown as TryOnRow['warnings'],
    evidence: row.evidence as TryOnRow['evidence'],
    look: row.look as TryOnRow['look'],
    quality,
    invented: inventedOf(row.evidence),
    stages: row.stages as unknown as TryOnRow['stages'],
    result:
      resultKey === null
        ? null
        : ({
            key: resultKey,
            format: resultFormat,
            width: resultWidth,
            height: resultHeight,
            bytes: resultBytes,
            sha256: resultSha256,
          } as StoredResult),
    error:
      errorCode === null
        ? null
        : ({ code: errorCode, detail: errorDetail ?? '', fields: row.errorFields ?? {} } as TryOnRow['error']),
  };
}

/** null where nothing was rendered; absent in test mode and in rows of earlier versions. */
function inventedOf(evidence: TryOn['evidence']): TryOnRow['invented'] {
  const { invented = null } = (evidence ?? {}) as { invented?: TryOnRow['invented'] };
  return invented;
}

/** The columns that need no conversion. */
function pick(row: TryOn) {
  return {
    id: row.id,
    sessionId: row.sessionId,
    productId: row.productId,
    apiKeyId: row.apiKeyId,
    clientTokenId: row.clientTokenId,
    batchId: row.batchId,
    status: row.status,
    attempt: row.attempt,
    generation: row.generation,
    leaseExpiresAt: row.leaseExpiresAt,
    deadlineAt: row.deadlineAt,
    requestId: row.requestId,
    gatewayId: row.gatewayId,
    priority: row.priority,
    productImageUrl: row.productImageUrl,
    productImageKey: row.productImageKey,
    photoKey: row.photoKey,
    photoSha256: row.photoSha256,
    photoBytes: row.photoBytes,
    retentionSeconds: row.retentionSeconds,
    size: row.size,
    webhookUrl: row.webhookUrl,
    fitScore: row.fitScore,
    recommendations: row.recommendations,
    renderMs: row.renderMs,
    cached: row.cached,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    startedAt: row.startedAt,
    completedAt: row.completedAt,
    expiresAt: row.expiresAt,
  };
}
