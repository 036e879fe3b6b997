import {
  checkPhotoSchema,
  createValidator,
  newId,
  photoCheckSchema,
  photoFindingsSchema,
  successEnvelope,
  type CheckPhotoBody,
  type PhotoFindings,
  type Validator,
} from '@drape/contracts';
import type { JobWaiter, PhotoCheckQueue } from '@drape/queue';
import type { Clock, Logger } from '@drape/runtime';
import { checkedPhotoKey, checkFindingsKey, type ObjectStore } from '@drape/storage';
import { orUnavailable } from '../or-unavailable';
import { parseCheckPhoto, type CheckPhotoInput } from '../photos/parse-check-photo';
import { toPhotoCheck } from '../photos/to-photo-check';
import { preferenceApplied } from '../prefer';
import type { Answer } from '../respond';
import { LOOK_AGAIN_MS } from '../tryon/wait-for-tryon';
import { PHOTO_ERRORS, type ApiRequest, type Route } from './route';

export interface CheckPhotoDeps {
  readonly store: ObjectStore;
  readonly photoChecks: PhotoCheckQueue;
  readonly waiters: JobWaiter;
  readonly clock: Clock;
  readonly isDraining: () => boolean;
  readonly gatewayId: string;
  readonly waitMs: number;
  readonly fetchAllow: readonly string[];
  readonly log: Logger;
}

export function checkPhotoRoute(deps: CheckPhotoDeps): Route {
  const validate = createValidator<CheckPhotoBody>(checkPhotoSchema);
  const read = createValidator<PhotoFindings>(photoFindingsSchema);
  return {
    ...{ method: 'post', path: '/v1/photos/check', operationId: 'checkPhoto', tag: 'Photos', scope: 'tryon:write' },
    summary: 'Find out what is wrong with a photo before a try-on',
    description:
      'A worker looks at the photo as it would for a try-on and says what would fail, and for which categories. Nothing is kept of it. Waits as POST /v1/tryon does, longer with `Prefer: wait=N` (at most 30); what is not looked at by then is `unchecked`, and may be sent again.',
    body: checkPhotoSchema,
    headers: {
      Prefer: { type: 'string', examples: ['wait=10'], description: '`wait=N`: seconds to wait at most, up to 30.' },
    },
    responses: { 200: { description: 'What was found.', schema: successEnvelope(photoCheckSchema) } },
    errors: ['invalid_product_category', ...PHOTO_ERRORS],
    handle: (request) =>
      checkPhoto(deps, read, request, parseCheckPhoto(request.body, { validate, allow: deps.fetchAllow })),
  };
}

/** Photo → job → findings; whatever happens, the photo is gone when the answer is there. */
async function checkPhoto(
  deps: CheckPhotoDeps,
  validate: Validator<PhotoFindings>,
  request: ApiRequest,
  { photo, productCategory }: CheckPhotoInput,
): Promise<Answer> {
  const { store, waiters, clock } = deps;
  const { preference, requestId } = request;
  const deadlineMs = clock.monotonic() + (preference.waitSec === null ? deps.waitMs : preference.waitSec * 1000);
  const checkId = newId('chk');
  try {
    const put = () => store.put(checkedPhotoKey(checkId), photo.bytes, { contentType: photo.contentType });
    await request.measure('store', () => orUnavailable(put()));
    const waiter = waiters.register(checkId);
    await orUnavailable(deps.photoChecks.enqueue({ v: 1, checkId, requestId, gatewayId: deps.gatewayId }));
    const findings = await waitForFindings(deps, { checkId, deadlineMs, waiter, validate });
    const applied = preferenceApplied(preference);
    return {
      status: 200,
      headers: {
        ...(findings?.status === 'checked' ? {} : { 'Retry-After': '1' }),
        ...(applied === null ? {} : { 'Preference-Applied': applied }),
      },
      data: toPhotoCheck(findings, productCategory),
    };
  } finally {
    await forget(deps, checkId, requestId);
  }
}

interface Waiting {
  readonly checkId: string;
  readonly deadlineMs: number;
  /** Registered before the job was enqueued, so that a quick wake-up is not missed. */
  readonly waiter: ReturnType<JobWaiter['register']>;
  readonly validate: Validator<PhotoFindings>;
}

/** What the worker leaves in the store; null where it leaves nothing in time. A wake-up may be lost, so it is looked for now and then. */
async function waitForFindings(deps: CheckPhotoDeps, waiting: Waiting): Promise<PhotoFindings | null> {
  const { checkId, deadlineMs, validate } = waiting;
  let { waiter } = waiting;
  try {
    for (;;) {
      const leftMs = deadlineMs - deps.clock.monotonic();
      if (leftMs > 0 && !deps.isDraining()) {
        await waiter.wait(Math.min(leftMs, LOOK_AGAIN_MS));
        waiter = deps.waiters.register(checkId);
      }
      const bytes = await deps.store.get(checkFindingsKey(checkId));
      if (bytes !== null) return parseFindings(bytes, validate);
      if (deps.clock.monotonic() >= deadlineMs || deps.isDraining()) return null;
    }
  } finally {
    waiter.cancel();
  }
}

/** Throws: TypeError where a worker of another version wrote something else. */
function parseFindings(bytes: Uint8Array, validate: Validator<PhotoFindings>): PhotoFindings {
  const checked = validate(JSON.parse(Buffer.from(bytes).toString()));
  if (checked.ok) return checked.value;
  throw new TypeError(`a worker's findings cannot be read: ${checked.details.map(({ message }) => message).join(' ')}`);
}

/** What cannot be removed now goes with the workers' next round. */
async function forget({ store, log }: CheckPhotoDeps, checkId: string, requestId: string): Promise<void> {
  await store.delete([checkedPhotoKey(checkId), checkFindingsKey(checkId)]).catch((err: unknown) => {
    log.error({ err, requestId, checkId }, 'could not delete the photo of a check; left to the workers');
  });
}
