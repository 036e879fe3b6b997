import {
  checkPhotoSchema,
  createValidator,
  newId,
  photoCheckSchema,
  photoFindingsSchema,
  ServiceError,
  successEnvelope,
  warning,
  type CheckPhotoBody,
  type PhotoFindings,
  type Validator,
} from '@drape/contracts';
import type { Database } from '@drape/db';
import type { JobWaiter, PhotoCheckQueue } from '@drape/queue';
import type { Clock, Logger } from '@drape/runtime';
import { checkedPhotoKey, checkFindingsKey, type ObjectStore } from '@drape/storage';
import { mapToUnavailable } from '../../http/map-to-unavailable';
import { parseCheckPhoto, type CheckPhotoInput } from '../../photos/parse-check-photo';
import { toPhotoCheck } from '../../photos/to-photo-check';
import { createChecksInProgress, type ChecksInProgress } from '../../photos/checks-in-progress';
import { preferenceApplied, waitBudgetMs } from '../../http/prefer';
import type { Answer } from '../../http/respond';
import { concurrencyHeaders } from '../../tryon/accept/in-flight';
import { uploadsOfRequest } from '../../tryon/pictures/uploads-of-request';
import { waitUntilOver } from '../../tryon/answer/wait-for-tryon';
import { PHOTO_ERRORS, UPLOAD_ERRORS, principalOf, type ApiRequest, type Route } from '../route';

export interface CheckPhotoDeps {
  readonly db: Pick<Database, 'uploads'>;
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
  const inProgress = createChecksInProgress();
  const validate = createValidator<CheckPhotoBody>(checkPhotoSchema);
  const read = createValidator<PhotoFindings>(photoFindingsSchema);
  return {
    ...{ method: 'post', path: '/v1/photos/check', operationId: 'checkPhoto', tag: 'Photos', scope: 'tryon:write' },
    summary: 'Find out what is wrong with a photo before a try-on',
    description:
      'A worker looks at the photo as it would for a try-on and says what would fail, and for which categories. Nothing is kept of it. Waits as POST /v1/tryon does, longer with `Prefer: wait=N` (at most 60); what is not looked at by then is `unchecked`, and may be sent again.',
    body: checkPhotoSchema,
    headers: {
      Prefer: { type: 'string', examples: ['wait=10'], description: '`wait=N`: seconds to wait at most, up to 60.' },
    },
    responses: { 200: { description: 'What was found.', schema: successEnvelope(photoCheckSchema) } },
    sends: ['Retry-After', 'Preference-Applied', 'X-Concurrency-Limit', 'X-Concurrency-Remaining'],
    errors: ['invalid_product_category', 'too_many_in_flight', ...PHOTO_ERRORS, ...UPLOAD_ERRORS],
    async handle(request) {
      const input = parseCheckPhoto(request.body, {
        validate,
        allow: deps.fetchAllow,
        uploads: await uploadsOfRequest(deps, request),
      });
      return principalOf(request).env === 'test'
        ? testAnswer(input)
        : checkInTurn({ ...deps, inProgress }, read, request, input);
    },
  };
}

/** In test mode the photo is not examined and counts as usable for everything. */
function testAnswer({ photo, productCategory }: CheckPhotoInput): Answer {
  const findings: PhotoFindings = {
    status: 'checked',
    problems: [],
    warnings: [warning('test_mode')],
    photo: photo.size,
  };
  return { status: 200, data: toPhotoCheck(findings, productCategory) };
}

interface CheckingDeps extends CheckPhotoDeps {
  readonly inProgress: ChecksInProgress;
}

/** Per account and gateway, at most as many concurrent checks as it may have unfinished try-ons. Throws: ServiceError too_many_in_flight. */
async function checkInTurn(
  deps: CheckingDeps,
  validate: Validator<PhotoFindings>,
  request: ApiRequest,
  input: CheckPhotoInput,
): Promise<Answer> {
  const { owner, inFlightMax } = principalOf(request);
  const place = deps.inProgress.enter(owner.accountId);
  try {
    if (place > inFlightMax) {
      const detail = `The account has ${inFlightMax} checks of photos under way, and its plan allows no more at once.`;
      throw new ServiceError('too_many_in_flight', {
        detail,
        retryAfterSec: 1,
        headers: concurrencyHeaders(inFlightMax, inFlightMax),
      });
    }
    return await checkPhoto(deps, validate, request, { ...input, place });
  } finally {
    deps.inProgress.leave(owner.accountId);
  }
}

/** Photo → job → findings; in any case the photo is gone before the answer. */
async function checkPhoto(
  deps: CheckPhotoDeps,
  validate: Validator<PhotoFindings>,
  request: ApiRequest,
  { photo, productCategory, place }: CheckPhotoInput & { readonly place: number },
): Promise<Answer> {
  const { store, waiters, clock } = deps;
  const { preference, requestId } = request;
  const startedMs = clock.monotonic();
  const checkId = newId('chk');
  try {
    const put = () => store.put(checkedPhotoKey(checkId), photo.bytes, { contentType: photo.contentType });
    await request.measure('store', () => mapToUnavailable(put()));
    const waiter = waiters.register(checkId);
    await mapToUnavailable(deps.photoChecks.enqueue({ v: 1, checkId, requestId, gatewayId: deps.gatewayId }, place));
    // The worker's findings in the store; null where they do not arrive in time.
    const bytes = await waitUntilOver(deps, {
      id: checkId,
      budgetMs: startedMs + waitBudgetMs(preference, deps.waitMs) - clock.monotonic(),
      waiter,
      hungUp: request.hungUp,
      read: () => store.get(checkFindingsKey(checkId)),
      isOver: (found) => found !== null,
    });
    const inVainMs = bytes === null ? clock.monotonic() - startedMs : null;
    const findings = bytes && parseFindings(bytes, validate);
    return {
      status: 200,
      headers: {
        ...(findings?.status === 'checked' ? {} : { 'Retry-After': '1' }),
        ...preferenceApplied(preference, { isAsync: false, inVainMs }),
      },
      data: toPhotoCheck(findings, productCategory),
    };
  } finally {
    await forget(deps, checkId, requestId);
  }
}

/** Throws: TypeError where the findings have another form, of a worker of another version. */
function parseFindings(bytes: Uint8Array, validate: Validator<PhotoFindings>): PhotoFindings {
  const checked = validate(JSON.parse(Buffer.from(bytes).toString()));
  if (checked.ok) return checked.value;
  throw new TypeError(`a worker's findings cannot be read: ${checked.details.map(({ message }) => message).join(' ')}`);
}

/** What cannot be deleted now is deleted in the workers' next round. */
async function forget({ store, log }: CheckPhotoDeps, checkId: string, requestId: string): Promise<void> {
  await store.delete([checkedPhotoKey(checkId), checkFindingsKey(checkId)]).catch((err: unknown) => {
    log.error({ err, requestId, checkId }, 'could not delete the photo of a check; left to the workers');
  });
}
