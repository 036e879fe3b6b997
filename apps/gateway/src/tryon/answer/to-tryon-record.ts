import {
  aboutOf,
  isTerminal,
  progressOf,
  ServiceError,
  warning,
  type ErrorBody,
  type ErrorCode,
  type TryOnRecord,
} from '@drape/contracts';
import type { TryOnRow } from '@drape/db';
import { translateAdvice, type AdviceLanguage } from '@drape/fit';
import type { Principal } from '../../http/context';
import { toErrorBody } from '../../http/respond';
import { completeAdvice, completeFit } from './complete-fit';
import { isExposedInPage } from '../../middleware/is-from-allowed-page';

/** Values that are not in the row itself. */
export interface Derived {
  /** Signed URL; null where there is no picture to show. */
  readonly resultImageUrl: string | null;
  /** How many try-ons will be rendered before this one; null unless it is queued. */
  readonly queuePosition: number | null;
  /** Language of texts for the shopper; rows hold English. */
  readonly language: AdviceLanguage;
  /** The service's address as the reader sees it. */
  readonly publicUrl: string;
  readonly asker: Pick<Principal, 'kind'>;
}

/** The public form of a row. */
export function toTryOnRecord(
  row: TryOnRow,
  { resultImageUrl, queuePosition, language, publicUrl, asker }: Derived,
): TryOnRecord {
  const done = isTerminal(row.status);
  const advice = adviceOf(row, language);
  return {
    id: row.id,
    livemode: row.owner.env === 'live',
    status: row.status,
    resultImageUrl,
    fitScore: row.fitScore,
    recommendations: advice.filter(({ about }) => about === 'shopper').map(({ text }) => text),
    sessionId: row.sessionId,
    batchId: row.batchId,
    productId: row.productId,
    productCategory: row.category ?? row.categoryRequested,
    categorySource: row.categorySource ?? (row.categoryRequested === null ? null : 'client'),
    progress: done ? 1 : progressOf(row.status === 'queued' ? null : row.stage),
    stage: row.stage,
    queuePosition,
    fit: row.fit && completeFit(row.fit),
    advice,
    look: toLook(row, language),
    quality: toQuality(row),
    invented: row.invented,
    warnings: warningsOf(row),
    image: toImage(row),
    timings: toTimings(row),
    ...originOf(row, asker),
    cached: row.cached,
    attempts: row.attempt,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    metadata: { ...row.metadata },
    ...inputsOf(row),
    deadlineAt: row.deadlineAt.toISOString(),
    error: toFailure(row, publicUrl),
  };
}

/** Details of processing for the shop's support, not for visitors of a page. */
function originOf(
  { stages, requestId, apiKeyId }: TryOnRow,
  asker: Derived['asker'],
): Pick<TryOnRecord, 'stages' | 'requestId' | 'apiKeyId'> {
  if (isExposedInPage(asker)) return { stages: [], requestId: null, apiKeyId: null };
  return { stages: stages.map(({ name, ms }) => ({ name, ms })), requestId, apiKeyId };
}

/** Echoes the request, so that an answer can be understood without it. */
function inputsOf({ consent, ...row }: TryOnRow) {
  return {
    productImageUrl: row.productImageUrl,
    size: row.size,
    fitPreference: row.fitPreference,
    department: row.department,
    outputFormat: row.outputFormat,
    retentionSeconds: row.retentionSeconds,
    minQuality: row.minQuality,
    consent: consent && { given: consent.given, policyVersion: consent.policyVersion ?? null },
  };
}

/** Translated when answering, so that a try-on can be read in any language. */
function adviceOf(
  { advice, category, fit }: Pick<TryOnRow, 'advice' | 'category' | 'fit'>,
  language: AdviceLanguage,
): TryOnRecord['advice'] {
  const sizes = fit?.size?.window ?? [];
  return advice.map((one) => translateAdvice(completeAdvice(one), { category, sizes }, language));
}

/** The products of a look; the row's own columns describe the first. */
function toLook(row: TryOnRow, language: AdviceLanguage): TryOnRecord['look'] {
  if (row.look === null) return null;
  const first = {
    productId: row.productId,
    productImageUrl: row.productImageUrl,
    productCategory: row.category ?? row.categoryRequested,
    categorySource: row.categorySource ?? (row.categoryRequested === null ? null : ('client' as const)),
    size: row.size,
    fitScore: row.fitScore,
    fit: row.fit && completeFit(row.fit),
    advice: adviceOf(row, language),
  };
  const others = row.look.others.map(({ productId, imageUrl, categoryRequested, size, seen }) => ({
    productId,
    productImageUrl: imageUrl,
    productCategory: seen?.category ?? categoryRequested,
    categorySource: seen?.categorySource ?? (categoryRequested === null ? null : ('client' as const)),
    size,
    fitScore: seen?.fitScore ?? null,
    fit: seen && completeFit(seen.fit),
    advice: seen === null ? [] : adviceOf(seen, language),
  }));
  return { tuck: row.look.tuck, products: [first, ...others] };
}

/** Why the try-on failed; null while it may still succeed, and where the client canceled it. */
function toFailure(row: TryOnRow, publicUrl: string): ErrorBody | null {
  if (row.status === 'expired') {
    const detail = `The try-on was not finished by its deadline, ${row.deadlineAt.toISOString()}.`;
    return toErrorBody(new ServiceError('deadline_exceeded', { detail }), publicUrl);
  }
  if (row.status !== 'failed') return null;
  const { code, detail, fields } = row.error ?? { code: 'render_failed', detail: '', fields: {} };
  const param = paramOf(code, row);
  return toErrorBody(
    new ServiceError(code, {
      ...(detail === '' ? {} : { detail }),
      ...(param === null ? {} : { param }),
      fields,
    }),
    publicUrl,
  );
}

function toQuality({ quality }: TryOnRow): TryOnRecord['quality'] {
  return quality && { ...quality, reasons: quality.reasons.map((reason) => ({ ...reason })) };
}

/** Which of the two pictures is at fault. */
function paramOf(code: ErrorCode, { productImageUrl, look }: TryOnRow): string | null {
  if (code.startsWith('user_photo_')) return 'userPhoto';
  if (!code.startsWith('product_image_')) return null;
  if (look !== null) return 'products';
  return productImageUrl === null ? 'productImage' : 'productImageUrl';
}

/** Each code once: gateway and worker may both have found it. */
function warningsOf(row: TryOnRow): TryOnRecord['warnings'] {
  const warnings = isUnkept(row) ? [...row.warnings, warning('result_not_kept')] : row.warnings;
  const described = warnings.map(({ code, message, share }) => ({
    code,
    message,
    about: aboutOf(code),
    ...(share !== undefined && { share }),
  }));
  return [...new Map(described.map((one) => [one.code, one])).values()];
}

/** Its result was not to be stored at all. */
export const isUnkept = ({ status, retentionSeconds }: TryOnRow): boolean =>
  status === 'completed' && retentionSeconds === 0;

function toImage(row: TryOnRow): TryOnRecord['image'] {
  if (row.result === null || isUnkept(row)) return null;
  const { width, height, format, bytes, sha256 } = row.result;
  return { width, height, format, bytes, sha256 };
}

function toTimings({ createdAt, startedAt, completedAt, renderMs }: TryOnRow): TryOnRecord['timings'] {
  if (startedAt === null) return null;
  return {
    queueMs: Math.max(0, startedAt.getTime() - createdAt.getTime()),
    renderMs,
    totalMs: completedAt === null ? null : Math.max(0, completedAt.getTime() - createdAt.getTime()),
  };
}
