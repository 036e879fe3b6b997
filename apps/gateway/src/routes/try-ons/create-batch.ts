import {
  batchSchema,
  createBatchSchema,
  createValidator,
  isTerminal,
  newId,
  ServiceError,
  successEnvelope,
  type CreateBatchBody,
  type ErrorBody,
} from '@drape/contracts';
import type { Registration } from '@drape/queue';
import { photoKey } from '@drape/storage';
import { waitBudgetMs } from '../../http/prefer';
import { toErrorBody, type Answer } from '../../http/respond';
import { answerBatch } from '../../tryon/answer/answer-batch';
import { assertSignable } from '../../tryon/request/assert-signable';
import { parseCancelAfter } from '../../tryon/request/cancel-after';
import type { CreateTryOnDeps } from '../../tryon/accept/create-deps';
import { assertMayRepeat } from '../../tryon/answer/find-visible';
import { concurrencyHeaders, rejectIfBusy } from '../../tryon/accept/in-flight';
import { dropUsedUploads, garmentInput, photoInput, storeInputs, type Input } from '../../tryon/accept/inputs';
import { insertBatch, type InsertedBatch } from '../../tryon/accept/insert-batch';
import { sha256Of, uploadsOf } from '../../tryon/accept/new-try-on';
import { parseCreateBatch, type CreateBatchInput } from '../../tryon/request/parse-create-batch';
import { rejectEagerShopper } from '../../tryon/request/shopper-limits';
import { tryToEnqueue } from '../../tryon/accept/try-to-enqueue';
import { waitForTryOn } from '../../tryon/answer/wait-for-tryon';
import { uploadsOfRequest } from '../../tryon/pictures/uploads-of-request';
import { CREATE_HEADERS, CREATE_TRYON_ERRORS } from './create-contract';
import { IDEMPOTENCY_ERRORS, principalOf, type ApiRequest, type Route } from '../route';

export function createBatchRoute(deps: CreateTryOnDeps): Route {
  const validate = createValidator<CreateBatchBody>(createBatchSchema);
  return {
    method: 'post',
    path: '/v1/tryon/batch',
    operationId: 'createBatch',
    tag: 'Try-on',
    scope: 'tryon:write',
    summary: 'Create up to 20 virtual try-ons of one photo',
    description:
      'Waits like `POST /v1/tryon`, and answers 200 with an item for each product: accepted with its try-on as it stands, or refused with its error while the others go on. The photo is stored once, until the last of the try-ons has ended. A batch counts as one unfinished try-on; each of its items counts for a shopper’s limits.',
    body: createBatchSchema,
    headers: {
      Prefer: {
        type: 'string',
        examples: ['wait=0'],
        description: '`wait=N`: seconds to wait for the pictures at most, up to 60.',
      },
      ...CREATE_HEADERS,
    },
    idempotent: { prefix: 'bat', replay: (request, id) => replay(deps, request, id) },
    responses: { 200: { description: 'What became of each product.', schema: successEnvelope(batchSchema) } },
    sends: ['Retry-After', 'Preference-Applied'],
    errors: [...CREATE_TRYON_ERRORS, ...IDEMPOTENCY_ERRORS],
    async handle(request) {
      const uploads = await uploadsOfRequest(deps, request);
      return createBatch(deps, request, parseCreateBatch(request.body, { validate, allow: deps.fetchAllow, uploads }));
    },
  };
}

/** Stores the photo, inserts the rows, enqueues the jobs, waits, and reads the rows. After the insert every try-on ends, whatever crashes. */
async function createBatch(deps: CreateTryOnDeps, request: ApiRequest, input: CreateBatchInput): Promise<Answer> {
  const principal = principalOf(request);
  const startedMs = deps.clock.monotonic();
  const deadlineMs = parseCancelAfter(request.header('cancel-after'));
  if (principal.env === 'live') deps.queueDepth.rejectIfFull();
  const { id, inserted, waiters, enqueued } = await deps.intake.take(principal.owner, () =>
    accept(deps, request, input, deadlineMs),
  );
  const untilMs = enqueued ? startedMs + waitBudgetMs(request.preference, deps.waitMs) : startedMs;
  await waitForAll(deps, request, { waiters, untilMs });
  const answer = await answerBatch(deps, request, id, deps.clock.monotonic() - startedMs);
  if (answer === null) throw new ServiceError('tryon_not_found', { detail: `The batch ${id} was erased meanwhile.` });
  const left = answer.isOver ? inserted.inFlight - 1 : inserted.inFlight;
  const { isOver: _over, ...rest } = answer;
  return { ...rest, headers: { ...rest.headers, ...concurrencyHeaders(principal.inFlightMax, Math.max(0, left)) } };
}

/** Photo, rows, jobs. */
async function accept(
  deps: CreateTryOnDeps,
  request: ApiRequest,
  input: CreateBatchInput,
  deadlineMs: number | undefined,
) {
  const principal = principalOf(request);
  await rejectIfBusy(deps.db.tryOns, principal);
  if (input.shared.webhookUrl !== undefined) await assertSignable(deps, principal);
  const id = request.newResourceId ?? newId('bat');
  const photo = { key: photoKey(id), sha256: sha256Of(input.photo) };
  const refused = await countShopper(deps, request, input);
  const ids = input.products.map(() => newId('try'));
  const inputs = [photoInput(id, input.photo), ...garmentsOf(input, ids)];
  await storeInputs(deps, request, inputs);
  const inserted = await insertBatch(deps, request, { id, inputs, frame: { input, ids, photo, deadlineMs, refused } });
  await dropUsedUploads(deps, request, uploadsOfBatch(input));

  const waiters = new Map(inserted.tryOns.map((tryOn) => [tryOn.id, deps.waiters.register(tryOn.id)]));
  const enqueued = await enqueueAll(deps, request, inserted);
  return { id, inserted, waiters, enqueued };
}

/** The items over a publishable key's limits per shopper. */
async function countShopper(
  deps: CreateTryOnDeps,
  request: ApiRequest,
  { products, shared }: CreateBatchInput,
): Promise<ReadonlyMap<number, ErrorBody>> {
  const refused = new Map<number, ErrorBody>();
  for (const index of products.keys()) {
    try {
      await rejectEagerShopper(deps, request, shared.sessionId ?? null, `${request.requestId}.${index}`);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'shopper_limit_reached') throw error;
      refused.set(index, toErrorBody(error, request.publicUrl));
    }
  }
  return refused;
}

function uploadsOfBatch({ photo, products }: CreateBatchInput): string[] {
  const ids = products.flatMap(({ picture }) => (picture.ok ? uploadsOf({ photo, picture: picture.picture }) : []));
  return [...new Set(ids)];
}

function garmentsOf({ products }: CreateBatchInput, ids: readonly string[]): Input[] {
  return products.flatMap(({ picture }, index) => (picture.ok ? garmentInput(ids[index] ?? '', picture.picture) : []));
}

/** False where the queue did not take all jobs in time: the reaper enqueues the rest. */
async function enqueueAll(
  deps: CreateTryOnDeps,
  { principal, requestId }: ApiRequest,
  { tryOns, priorities, delaysMs }: InsertedBatch,
): Promise<boolean> {
  const { gatewayId } = deps;
  const env = principal?.env ?? 'live';
  const taken = await Promise.all(
    tryOns.map(({ id }) => {
      const options = { priority: priorities.get(id) ?? 1, delayMs: delaysMs.get(id) ?? 0 };
      return tryToEnqueue(deps, env, { v: 1, tryOnId: id, requestId, gatewayId }, options);
    }),
  );
  return taken.every(Boolean);
}

interface Awaited {
  readonly waiters: ReadonlyMap<string, Registration>;
  readonly untilMs: number;
}

/** One after the other: a wake-up that comes early is kept. */
async function waitForAll(deps: CreateTryOnDeps, request: ApiRequest, { waiters, untilMs }: Awaited): Promise<void> {
  const { owner } = principalOf(request);
  const { hungUp } = request;
  try {
    for (const [id, waiter] of waiters) {
      const budgetMs = untilMs - deps.clock.monotonic();
      if (budgetMs <= 0 || hungUp.aborted) return;
      const read = () => deps.db.tryOns.findForAccount(owner, id);
      await waitForTryOn(deps, { id, budgetMs, read, waiter, hungUp });
    }
  } finally {
    for (const waiter of waiters.values()) waiter.cancel();
  }
}

/** Answers a repeated Idempotency-Key with the earlier batch in its current state, or after as long as the client asks. */
async function replay(deps: CreateTryOnDeps, request: ApiRequest, id: string): Promise<Answer | null> {
  const startedMs = deps.clock.monotonic();
  const { owner } = principalOf(request);
  const batch = await deps.db.batches.find(owner, id);
  if (batch === null) return null;
  assertMayRepeat(request, batch);
  const rows = await deps.db.tryOns.listBatch(owner, id);
  const open = rows.filter(({ status }) => !isTerminal(status));
  const waiters = new Map(open.map((row) => [row.id, deps.waiters.register(row.id)]));
  await waitForAll(deps, request, { waiters, untilMs: startedMs + waitBudgetMs(request.preference, 0) });
  const answer = await answerBatch(deps, request, id, deps.clock.monotonic() - startedMs);
  if (answer === null) return null;
  const { isOver: _over, ...rest } = answer;
  return rest;
}
