import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  createTryOnSchema,
  createValidator,
  exampleSuccess,
  failedEnvelope,
  isTerminal,
  newId,
  parseTestOutcome,
  ServiceError,
  successEnvelope,
  TEST_HOST,
  TRY_ON_EXAMPLES,
  tryOnSchema,
  warning,
  type CreateTryOnBody,
  type JobPayload,
  type KeyEnv,
  type Owner,
} from '@drape/contracts';
import type { Database, InsertOutcome, NewTryOn } from '@drape/db';
import type { EnqueueOptions, TryOnQueues } from '@drape/queue';
import type { Logger } from '@drape/runtime';
import { photoKey, type ObjectStore } from '@drape/storage';
import { againWhenErased } from '../again-when-erased';
import type { Principal } from '../context';
import { LIMITS } from '../limits';
import { orUnavailable } from '../or-unavailable';
import type { QueueGauge } from '../queue-gauge';
import type { Answer } from '../respond';
import { answerTryOn } from '../tryon/answer-tryon';
import { concurrencyHeaders, tooManyInFlight } from '../tryon/in-flight';
import { parseCreateTryOn, type CreateTryOnInput } from '../tryon/parse-create-tryon';
import { resolveProduct } from '../tryon/resolve-product';
import { resolveSession } from '../tryon/resolve-session';
import { refuseEagerShopper, type ShopperLimits } from '../tryon/shopper-limits';
import type { UserPhoto } from '../tryon/parse-user-photo';
import { waitForTryOn, type WaitDeps } from '../tryon/wait-for-tryon';
import {
  IDEMPOTENCY_ERRORS,
  IDEMPOTENCY_HEADER,
  LANGUAGE_HEADER,
  PHOTO_ERRORS,
  principalOf,
  type ApiRequest,
  type Route,
} from './route';

/** With the limiter's timeout before it, the answer still comes within 2 s while Redis hangs. */
const ENQUEUE_MS = 1000;

export interface CreateTryOnDeps extends WaitDeps {
  readonly db: Pick<Database, 'tryOns' | 'batches' | 'sessions' | 'products' | 'webhooks'>;
  readonly store: ObjectStore;
  readonly queues: TryOnQueues;
  readonly shopperLimits: ShopperLimits;
  readonly gauge: QueueGauge;
  readonly gatewayId: string;
  readonly waitMs: number;
  readonly fetchAllow: readonly string[];
  readonly log: Logger;
}

export function createTryOnRoute(deps: CreateTryOnDeps): Route {
  const validate = createValidator<CreateTryOnBody>(createTryOnSchema);
  const answer = { anyOf: [successEnvelope(tryOnSchema), failedEnvelope(tryOnSchema)] };
  return {
    ...{ method: 'post', path: '/v1/tryon', operationId: 'createTryOn', tag: 'Try-on', scope: 'tryon:write' },
    summary: 'Create a virtual try-on and get the result',
    description:
      'Waits for the render at most 1.8 seconds, less with `Prefer: wait=N`; an unfinished try-on is answered with its status and a Location to ask again. `X-Drape-Cache: hit` says that the picture was made for an earlier try-on of the account with the same photo, product image and options.',
    body: createTryOnSchema,
    headers: {
      Prefer: {
        type: 'string',
        examples: ['wait=0', 'respond-async'],
        description:
          '`wait=N`: seconds to wait for the picture at most. `respond-async`: what is unfinished is answered with 202.',
      },
      ...CREATE_HEADERS,
    },
    idempotent: { prefix: 'try', replay: (request, id) => replay(deps, request, id) },
    responses: {
      200: { description: 'The try-on: completed, failed or unfinished.', schema: answer },
      202: {
        description: 'Unfinished, where `Prefer: respond-async` was sent.',
        schema: successEnvelope(tryOnSchema),
        example: exampleSuccess(TRY_ON_EXAMPLES.queued),
      },
    },
    errors: [...CREATE_TRYON_ERRORS, ...IDEMPOTENCY_ERRORS],
    handle: (request) => {
      const input = parseCreateTryOn(request.body, { validate, allow: deps.fetchAllow });
      return createTryOn(deps, request, input, testDelay(request, input));
    },
  };
}

/** The try-on that an earlier request with the same Idempotency-Key made, as it stands now. */
async function replay(deps: CreateTryOnDeps, request: ApiRequest, id: string): Promise<Answer | null> {
  const row = await deps.db.tryOns.findForAccount(principalOf(request).owner, id);
  return row && answerTryOn(row, request, deps);
}

const CANCEL_AFTER_MAX_SEC = 3600;

/** What the document says about headers that try-ons and batches of them take alike. */
export const CREATE_HEADERS = {
  ...IDEMPOTENCY_HEADER,
  ...LANGUAGE_HEADER,
  'Cancel-After': {
    type: 'integer',
    minimum: 1,
    maximum: CANCEL_AFTER_MAX_SEC,
    description: 'Seconds after which an unfinished try-on expires.',
  },
} as const;

/** Milliseconds until the client gives up; undefined where it did not say. */
export function parseCancelAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  if (seconds < 1 || seconds > CANCEL_AFTER_MAX_SEC) {
    const shown = JSON.stringify(text.slice(0, 40));
    const detail = `Cancel-After must be an integer from 1 to ${CANCEL_AFTER_MAX_SEC} (seconds); got ${shown}.`;
    throw new ServiceError('invalid_parameter', { detail, param: 'Cancel-After' });
  }
  return seconds * 1000;
}

/**
 * How long a try-on of test mode is held back. Any URL but those of the test host stands for /ok. Throws: ServiceError what the URL
 * asks for, or product_image_url_not_allowed where a live key names the test host.
 */
export function testDelay(request: ApiRequest, { productImageUrl }: Pick<CreateTryOnInput, 'productImageUrl'>): number {
  const outcome = parseTestOutcome(productImageUrl);
  if (outcome === null) return 0;
  if (principalOf(request).env !== 'test') {
    const detail = `${TEST_HOST} is for keys of test mode (drp_…_test_…).`;
    throw new ServiceError('product_image_url_not_allowed', { detail, param: 'productImageUrl' });
  }
  if (outcome.kind === 'refuse') {
    if (outcome.status === 429) throw new ServiceError('rate_limit_exceeded', { retryAfterSec: 1 });
    throw new ServiceError('internal_error', { detail: 'The error that test mode was asked for.' });
  }
  return outcome.kind === 'queue' ? outcome.position * 1000 : 0;
}

/** The life of a request: photo, row, job, wait, row. From the insert on, the try-on ends whatever dies. */
async function createTryOn(
  deps: CreateTryOnDeps,
  request: ApiRequest,
  input: CreateTryOnInput,
  delayMs: number,
): Promise<Answer> {
  const { db, waiters, gatewayId, clock } = deps;
  const { requestId, preference } = request;
  const startedMs = clock.monotonic();
  const principal = principalOf(request);
  const deadlineMs = parseCancelAfter(request.header('cancel-after'));
  const isTest = principal.env === 'test';
  if (!isTest) deps.gauge.refuseWhenFull();
  if (input.webhookUrl !== undefined) await assertSignable(deps, principal.owner);
  await refuseEagerShopper(deps, request, input.sessionId ?? null);

  const id = request.newResourceId ?? newId('try');
  // Nobody looks at a photo in test mode.
  if (!isTest) await request.measure('store', () => putPhoto(deps, id, input));
  const photo = { key: photoKey(id), sha256: sha256Of(input.photo) };
  const { priority, inFlight } = await insertRow(deps, { id, requestId, principal, input, deadlineMs, photo });

  const waiter = waiters.register(id);
  const enqueued = await tryToEnqueue(
    deps,
    principal.env,
    { v: 1, tryOnId: id, requestId, gatewayId },
    { priority, delayMs },
  );
  const askedMs = (preference.waitSec ?? (preference.respondAsync ? 0 : Infinity)) * 1000;
  const spentMs = clock.monotonic() - startedMs;
  const budgetMs = enqueued ? Math.min(deps.waitMs, askedMs) - spentMs : 0;
  const read = () => db.tryOns.findForAccount(principal.owner, id);
  const row = await waitForTryOn(deps, { id, budgetMs, read, waiter });
  if (row === null) throw new ServiceError('tryon_not_found', { detail: `The try-on ${id} was erased meanwhile.` });
  const answer = await answerTryOn(row, request, deps);
  const left = isTerminal(row.status) ? inFlight - 1 : inFlight;
  return { ...answer, headers: { ...answer.headers, ...concurrencyHeaders(principal.inFlightMax, left) } };
}

/** A message that nobody could check would be no message. */
export async function assertSignable({ db }: Pick<CreateTryOnDeps, 'db'>, owner: Owner): Promise<void> {
  if ((await db.webhooks.count(owner)) > 0) return;
  const detail =
    'webhookUrl is signed with the secret of the account’s newest webhook, and the account has none: make one with POST /v1/webhooks.';
  throw new ServiceError('invalid_webhook_url', { detail, param: 'webhookUrl' });
}

function putPhoto({ store }: CreateTryOnDeps, id: string, { photo }: CreateTryOnInput): Promise<void> {
  return orUnavailable(store.put(photoKey(id), photo.bytes, { contentType: photo.contentType }));
}

/**
 * False where the queue did not take the job in time. No harm: the row is on record, the reaper enqueues it, and the client
 * gets its id. Gives up early, so that a Redis that hangs does not hold the answer; the job may still arrive.
 */
export async function tryToEnqueue(
  deps: Pick<CreateTryOnDeps, 'queues' | 'log'>,
  env: KeyEnv,
  payload: JobPayload,
  options: EnqueueOptions,
): Promise<boolean> {
  const { requestId, tryOnId } = payload;
  const added = deps.queues[env].enqueue(payload, options).then(
    () => true,
    (err: unknown) => {
      deps.log.error({ err, requestId, tryOnId }, 'could not enqueue; left to the reaper');
      return false;
    },
  );
  return Promise.race([added, setTimeout(ENQUEUE_MS, false, { ref: false })]);
}

/** A request for a try-on that nothing speaks against yet. */
export interface Accepted {
  readonly id: string;
  readonly requestId: string;
  readonly principal: Principal;
  readonly input: CreateTryOnInput;
  readonly deadlineMs: number | undefined;
  /** Where the photo is stored, and its sum. */
  readonly photo: { readonly key: string; readonly sha256: string };
}

/** Puts the try-on on record, behind as many others as its account has unfinished. */
async function insertRow(deps: CreateTryOnDeps, accepted: Accepted): Promise<Inserted> {
  try {
    return await againWhenErased(() => insertOnce(deps, accepted));
  } catch (error) {
    const { id, requestId } = accepted;
    // Without a row nobody will ever delete the photo.
    await deps.store.delete([photoKey(id)]).catch((err: unknown) => {
      deps.log.error({ err, requestId, tryOnId: id }, 'could not delete the photo of a try-on that has no row');
    });
    throw error;
  }
}

type Inserted = Extract<InsertOutcome, { readonly kind: 'inserted' }>;

async function insertOnce({ db, gatewayId }: CreateTryOnDeps, accepted: Accepted): Promise<Inserted> {
  const { principal, input } = accepted;
  const { inFlightMax, clientToken } = principal;
  const { productImageUrl, productCategory: category = null, sessionId: wanted = null } = input;
  const [sessionId, productId] = await Promise.all([
    resolveSession(db.sessions, principal, wanted),
    resolveProduct(db.products, principal, { imageUrl: productImageUrl, productId: input.productId ?? null, category }),
  ]);
  const row = toNewTryOn(accepted, { gatewayId, sessionId, productId });
  const outcome = await db.tryOns.insertWithin(row, { inFlightMax, ofTokenMax: clientToken?.maxTryOns ?? null });
  if (outcome.kind === 'too_many_in_flight') throw tooManyInFlight(inFlightMax, outcome.inFlight);
  if (outcome.kind === 'token_used_up') throw tokenUsedUp(clientToken?.maxTryOns ?? 0);
  return outcome;
}

export function tokenUsedUp(maxTryOns: number): ServiceError {
  const detail = `The client token allows ${maxTryOns} try-ons, and they are made; ask for another token.`;
  return new ServiceError('shopper_limit_reached', { detail });
}

interface Place {
  readonly gatewayId: string;
  readonly sessionId: string;
  readonly productId: string;
}

/** The row of a try-on, but for its place in the queue. */
export function toNewTryOn(accepted: Accepted, { gatewayId, sessionId, productId }: Place): Omit<NewTryOn, 'priority'> {
  const { id, requestId, principal, input, deadlineMs } = accepted;
  const { owner, keyId, clientToken } = principal;
  const { photo, productImageUrl, productCategory: category = null, sessionId: _wanted, ...rest } = input;
  return {
    id,
    owner,
    apiKeyId: keyId,
    clientTokenId: clientToken?.id ?? null,
    requestId,
    gatewayId,
    productImageUrl,
    categoryRequested: category,
    ...toOptions(rest),
    minQuality: rest.minQuality ?? principal.minQuality,
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
    sessionId,
    productId,
    photoKey: accepted.photo.key,
    photoSha256: accepted.photo.sha256,
    photoBytes: photo.bytes.length,
    warnings: isSmall(photo) ? [warning('low_resolution_photo')] : [],
  };
}

export function sha256Of({ bytes }: UserPhoto): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Of a photo that is not here yet the worker says it. */
function isSmall({ size }: UserPhoto): boolean {
  return size !== null && Math.min(size.width, size.height) < LIMITS.photoSideGood;
}

/** What the client may add to the body, as the row takes it. */
function toOptions(input: Omit<CreateTryOnInput, 'photo' | 'productImageUrl' | 'productCategory' | 'sessionId'>) {
  const { outputFormat, retentionSeconds, consent } = input;
  const { size = null, fitPreference = null, department = null, webhookUrl = null, metadata = {} } = input;
  return {
    ...{ size, fitPreference, department, webhookUrl, metadata: toTexts(metadata) },
    ...(consent === undefined ? {} : { consent }),
    ...(outputFormat === undefined ? {} : { outputFormat }),
    ...(retentionSeconds === undefined ? {} : { retentionSeconds }),
  };
}

function toTexts(metadata: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, String(value)]));
}

export const CREATE_TRYON_ERRORS = [
  ...(['invalid_product_image_url', 'product_image_url_not_allowed', 'invalid_product_category'] as const),
  ...PHOTO_ERRORS,
  ...([
    'invalid_session_id',
    'invalid_min_quality',
    'invalid_product_id',
    'invalid_webhook_url',
    'invalid_size',
    'invalid_fit_preference',
  ] as const),
  ...(['invalid_department', 'invalid_metadata', 'invalid_retention_seconds', 'invalid_output_format'] as const),
  ...(['invalid_consent', 'queue_full', 'tryon_not_found', 'session_not_found', 'product_not_found'] as const),
  ...(['too_many_in_flight', 'shopper_limit_reached'] as const),
];
