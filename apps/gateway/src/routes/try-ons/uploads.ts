import {
  createUploadSchema,
  createValidator,
  newId,
  requestError,
  ServiceError,
  successEnvelope,
  uploadSchema,
  UPLOAD_TYPES,
  type CreateUploadBody,
  type UploadRecord,
} from '@drape/contracts';
import type { Database, UploadRow } from '@drape/db';
import { uploadKey, type ObjectStore } from '@drape/storage';
import { retryIfSessionErased } from '../../sessions/retry-if-session-erased';
import { LIMITS, UPLOAD_SECONDS, UPLOAD_URL_SECONDS } from '../../http/limits';
import type { Answer } from '../../http/respond';
import { assertMayRepeat } from '../../tryon/answer/find-visible';
import { resolveSession } from '../../tryon/accept/resolve-session';
import { rejectEagerUploader, type ShopperLimits } from '../../tryon/request/shopper-limits';
import { IDEMPOTENCY_ERRORS, IDEMPOTENCY_HEADER, principalOf, type ApiRequest, type Route } from '../route';

export interface UploadsRouteDeps {
  readonly db: Pick<Database, 'uploads' | 'sessions'>;
  readonly store: ObjectStore;
  readonly shopperLimits: ShopperLimits;
}

export function createUploadRoute(deps: UploadsRouteDeps): Route {
  const validate = createValidator<CreateUploadBody>(createUploadSchema);
  return {
    method: 'post',
    path: '/v1/uploads',
    operationId: 'createUpload',
    tag: 'Uploads',
    scope: 'tryon:write',
    summary: 'Get a URL to put a picture to',
    description:
      'The answer’s `id` stands in `userPhoto`, `productImage` or `image` in place of base64, once the picture lies at `url`. It is deleted after an hour or with its first use; a reusable one of a session after an hour or with its session.',
    body: createUploadSchema,
    headers: IDEMPOTENCY_HEADER,
    idempotent: { prefix: 'upl', replay: (request, id) => replay(deps, request, id) },
    responses: { 200: { description: 'Where to put it.', schema: successEnvelope(uploadSchema) } },
    errors: [
      'invalid_session_id',
      'missing_parameter',
      'invalid_parameter',
      'upload_too_large',
      'session_not_found',
      'revoked_client_token',
      'shopper_limit_reached',
      ...IDEMPOTENCY_ERRORS,
    ],
    async handle(request) {
      const checked = validate(request.body);
      if (!checked.ok) throw requestError(checked.details);
      return createUpload(deps, request, checked.value);
    },
  };
}

async function createUpload(deps: UploadsRouteDeps, request: ApiRequest, body: CreateUploadBody): Promise<Answer> {
  const { contentType, bytes, reusable = false, sessionId: wanted = null } = body;
  const principal = principalOf(request);
  if (bytes > LIMITS.uploadBytesMax) {
    const detail = `bytes must be at most ${LIMITS.uploadBytesMax} (15 MiB); got ${bytes}.`;
    throw new ServiceError('upload_too_large', { detail, param: 'bytes' });
  }
  const hasSession = wanted !== null || principal.kind === 'pk' || principal.clientToken !== null;
  if (reusable && !hasSession) {
    const detail = 'sessionId is required for a reusable upload: it is erased with its session.';
    throw new ServiceError('missing_parameter', { detail, param: 'sessionId' });
  }
  await rejectEagerUploader(deps, request, wanted);
  const id = request.newResourceId ?? newId('upl');
  const { owner } = principal;
  const row = await retryIfSessionErased(async () => {
    const sessionId = hasSession ? await resolveSession(deps.db.sessions, principal, wanted) : null;
    return deps.db.uploads.insert({ id, owner, sessionId, contentType, bytes, reusable, forSec: UPLOAD_SECONDS });
  });
  return answer(deps, request, row);
}

/** Answers a repeated Idempotency-Key with the earlier upload and a fresh URL. */
async function replay(deps: UploadsRouteDeps, request: ApiRequest, id: string): Promise<Answer | null> {
  const row = await deps.db.uploads.find(principalOf(request).owner, id);
  if (row === null || row.isExpired) return null;
  // Without a session it belongs to the shop itself.
  if (row.sessionId !== null) assertMayRepeat(request, { sessionId: row.sessionId });
  return answer(deps, request, row);
}

async function answer({ store }: UploadsRouteDeps, { host }: ApiRequest, row: UploadRow): Promise<Answer> {
  const { id, contentType, bytes } = row;
  const leftSec = Math.floor((row.expiresAt.getTime() - Date.now()) / 1000);
  const expiresInSec = Math.max(1, Math.min(UPLOAD_URL_SECONDS, leftSec));
  const url = await store.presignPut(uploadKey(id), { contentType, bytes, expiresInSec, host });
  const data: UploadRecord = {
    id,
    livemode: row.owner.env === 'live',
    sessionId: row.sessionId,
    contentType: UPLOAD_TYPES.find((type) => type === contentType) ?? 'image/jpeg',
    bytes,
    reusable: row.reusable,
    url,
    method: 'PUT',
    headers: { 'Content-Type': contentType, 'Content-Length': String(bytes) },
    urlExpiresAt: new Date(Date.now() + expiresInSec * 1000).toISOString(),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
  return { status: 200, data };
}
