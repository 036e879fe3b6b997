import { createHash } from 'node:crypto';
import { warning } from '@drape/contracts';
import type { Look, NewTryOn } from '@drape/db';
import type { Principal } from '../../http/context';
import { LIMITS } from '../../http/limits';
import type { CreateTryOnInput, LookInput } from '../request/parse-create-tryon';
import type { UserPhoto } from '../pictures/parse-user-photo';
import type { ResolvedProduct } from './resolve-product';

/** A try-on request that has passed validation. */
export interface Accepted {
  readonly id: string;
  readonly requestId: string;
  readonly traceparent: string | null;
  readonly principal: Principal;
  readonly input: CreateTryOnInput;
  readonly deadlineMs: number | undefined;
  /** The photo's key, and its SHA-256. */
  readonly photo: { readonly key: string; readonly sha256: string };
}

interface Place {
  readonly gatewayId: string;
  readonly sessionId: string;
  readonly product: ResolvedProduct;
  /** The other products of a look. */
  readonly others?: readonly ResolvedProduct[];
}

/** The row of a try-on without its priority in the queue. */
export function toNewTryOn(
  accepted: Accepted,
  { gatewayId, sessionId, product, others = [] }: Place,
): Omit<NewTryOn, 'priority'> {
  const { id, requestId, traceparent, principal, input, deadlineMs } = accepted;
  const { owner, keyId, clientToken, member } = principal;
  const { photo, picture: _picture, productCategory: _category, sessionId: _wanted, look, ...rest } = input;
  return {
    id,
    owner,
    apiKeyId: member === null ? keyId : null,
    clientTokenId: clientToken?.id ?? null,
    requestId,
    traceparent,
    gatewayId,
    productImageUrl: product.place.imageUrl,
    productImageKey: product.place.imageKey,
    categoryRequested: product.category,
    ...(look !== undefined && { look: toLook(look, others) }),
    ...toOptions(rest),
    minQuality: rest.minQuality ?? principal.minQuality,
    retentionSeconds: rest.retentionSeconds ?? principal.retentionSeconds,
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
    sessionId,
    productId: product.productId,
    photoKey: accepted.photo.key,
    photoSha256: accepted.photo.sha256,
    photoBytes: photo.bytes.length,
    uploads: uploadsOf(input),
    warnings: isSmall(photo) ? [warning('low_resolution_photo')] : [],
  };
}

/** The uploads that a try-on uses. */
export function uploadsOf({ photo, picture, look }: Pick<CreateTryOnInput, 'photo' | 'picture' | 'look'>): string[] {
  const pictures = [picture, ...(look?.others ?? []).map((other) => other.picture)];
  const ids = pictures.map((one) => (one.kind === 'bytes' ? one.uploadId : undefined));
  return [...new Set([photo.uploadId, ...ids])].flatMap((id) => id ?? []);
}

function toLook({ tuck, others }: LookInput, resolved: readonly ResolvedProduct[]): Look {
  return {
    tuck,
    others: resolved.map(({ productId, place, category }, i) => ({
      productId,
      ...place,
      categoryRequested: category,
      size: others[i]?.size ?? null,
      seen: null,
    })),
  };
}

export function sha256Of({ bytes }: UserPhoto): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** For a photo that is not here yet, the worker adds the warning. */
function isSmall({ size }: UserPhoto): boolean {
  return size !== null && Math.min(size.width, size.height) < LIMITS.photoSideGood;
}

/** Optional fields of the body, as columns. */
function toOptions(input: Omit<CreateTryOnInput, 'photo' | 'picture' | 'productCategory' | 'sessionId' | 'look'>) {
  const { outputFormat, consent } = input;
  const { size = null, fitPreference = null, department = null, webhookUrl = null, metadata = {} } = input;
  return {
    size,
    fitPreference,
    department,
    webhookUrl,
    metadata: toTexts(metadata),
    ...(consent === undefined ? {} : { consent }),
    ...(outputFormat === undefined ? {} : { outputFormat }),
  };
}

function toTexts(metadata: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, String(value)]));
}
