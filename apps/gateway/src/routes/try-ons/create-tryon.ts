import {
  createTryOnSchema,
  createValidator,
  exampleSuccess,
  failedEnvelope,
  isTerminal,
  newId,
  ServiceError,
  successEnvelope,
  TRY_ON_EXAMPLES,
  tryOnSchema,
  type CreateTryOnBody,
} from '@drape/contracts';
import type { Registration } from '@drape/queue';
import { photoKey } from '@drape/storage';
import { waitBudgetMs } from '../../http/prefer';
import type { Answer } from '../../http/respond';
import { answerTryOn, TRY_ON_HEADERS } from '../../tryon/answer/answer-tryon';
import { withProductPath } from '../../tryon/accept/at-product';
import { assertSignable } from '../../tryon/request/assert-signable';
import { parseCancelAfter } from '../../tryon/request/cancel-after';
import type { CreateTryOnDeps } from '../../tryon/accept/create-deps';
import { assertMayRepeat } from '../../tryon/answer/find-visible';
import { concurrencyHeaders, rejectIfBusy } from '../../tryon/accept/in-flight';
import { dropUsedUploads, garmentInput, photoInput } from '../../tryon/accept/inputs';
import { sha256Of, uploadsOf } from '../../tryon/accept/new-try-on';
import { parseCreateTryOn, type CreateTryOnInput } from '../../tryon/request/parse-create-tryon';
import { persistTryOn } from '../../tryon/accept/persist-try-on';
import { rejectEagerShopper } from '../../tryon/request/shopper-limits';
import { delayOf } from '../../tryon/request/test-delay';
import { tryToEnqueue } from '../../tryon/accept/try-to-enqueue';
import { waitForTryOn, waitIfAsked } from '../../tryon/answer/wait-for-tryon';
import { uploadsOfRequest } from '../../tryon/pictures/uploads-of-request';
import { CREATE_HEADERS, CREATE_TRYON_ERRORS } from './create-contract';
import { IDEMPOTENCY_ERRORS, principalOf, type ApiRequest, type Route } from '../route';

export function createTryOnRoute(deps: CreateTryOnDeps): Route {
  const validate = createValidator<CreateTryOnBody>(createTryOnSchema);
  const answer = { anyOf: [successEnvelope(tryOnSchema), failedEnvelope(tryOnSchema)] };
  return {
    method: 'post',
    path: '/v1/tryon',
    operationId: 'createTryOn',
    tag: 'Try-on',
    scope: 'tryon:write',
    summary: 'Create a virtual try-on and get the result',
    description:
      'Waits for the render 1.8 seconds at most, or as long as `Prefer: wait=N` asks, up to 60; an unfinished try-on is answered with its status and a Location to ask again. What is unfinished at its `deadlineAt`, 120 seconds after it was made or as `Cancel-After` says, is `expired` with the error deadline_exceeded. `X-Drape-Cache: hit` says that the picture was made for an earlier try-on of the account with the same photo, product image and options.',
    body: createTryOnSchema,
    headers: {
      Prefer: {
        type: 'string',
        examples: ['wait=0', 'respond-async'],
        description:
          '`wait=N`: seconds to wait for the picture at most, up to 60. `respond-async`: what is unfinished is answered with 202. `Preference-Applied` tells what was followed.',
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
    sends: TRY_ON_HEADERS,
    errors: [...CREATE_TRYON_ERRORS, ...IDEMPOTENCY_ERRORS],
    async handle(request) {
      const input = parseCreateTryOn(request.body, {
        validate,
        allow: deps.fetchAllow,
        uploads: await uploadsOfRequest(deps, request),
      });
      return createTryOn(deps, request, input, await delayOfAll(deps, request, input));
    },
  };
}

/** Checks every product of a look; in test mode the first one decides the outcome. */
async function delayOfAll(
  deps: CreateTryOnDeps,
  request: ApiRequest,
  { picture, look }: Pick<CreateTryOnInput, 'picture' | 'look'>,
): Promise<number> {
  const isLook = look !== undefined;
  const [first] = await Promise.all([
    withProductPath(0, isLook, () => delayOf(deps, request, picture)),
    ...(look?.others ?? []).map((other, i) =>
      withProductPath(i + 1, isLook, () => delayOf(deps, request, other.picture)),
    ),
  ]);
  return first;
}

/** Answers a repeated Idempotency-Key with the earlier try-on in its current state, or after as long as the client asks. */
async function replay(deps: CreateTryOnDeps, request: ApiRequest, id: string): Promise<Answer | null> {
  const startedMs = deps.clock.monotonic();
  const read = async () => {
    const row = await deps.db.tryOns.findForAccount(principalOf(request).owner, id);
    if (row !== null) assertMayRepeat(request, row);
    return row;
  };
  const row = await waitIfAsked(deps, request, read);
  return row && answerTryOn(row, request, deps, deps.clock.monotonic() - startedMs);
}

/** Stores the photo, inserts the row, enqueues the job, waits, and reads the row. After the insert the try-on ends, whatever crashes. */
async function createTryOn(
  deps: CreateTryOnDeps,
  request: ApiRequest,
  input: CreateTryOnInput,
  delayMs: number,
): Promise<Answer> {
  const { db, clock } = deps;
  const { preference } = request;
  const startedMs = clock.monotonic();
  const principal = principalOf(request);
  const deadlineMs = parseCancelAfter(request.header('cancel-after'));
  if (principal.env === 'live') deps.queueDepth.rejectIfFull();
  const { id, inFlight, waiter, enqueued } = await deps.intake.take(principal.owner, () =>
    accept(deps, request, input, { delayMs, deadlineMs }),
  );
  const spentMs = clock.monotonic() - startedMs;
  const budgetMs = enqueued ? waitBudgetMs(preference, deps.waitMs) - spentMs : 0;
  const read = () => db.tryOns.findForAccount(principal.owner, id);
  const row = await waitForTryOn(deps, { id, budgetMs, read, waiter, hungUp: request.hungUp });
  if (row === null) throw new ServiceError('tryon_not_found', { detail: `The try-on ${id} was erased meanwhile.` });
  const answer = await answerTryOn(row, request, deps, clock.monotonic() - startedMs);
  const left = isTerminal(row.status) ? inFlight - 1 : inFlight;
  return { ...answer, headers: { ...answer.headers, ...concurrencyHeaders(principal.inFlightMax, left) } };
}

interface AcceptedTryOn {
  readonly id: string;
  readonly inFlight: number;
  readonly waiter: Registration;
  readonly enqueued: boolean;
}

/** Photo, row, job. */
async function accept(
  deps: CreateTryOnDeps,
  request: ApiRequest,
  input: CreateTryOnInput,
  { delayMs, deadlineMs }: { readonly delayMs: number; readonly deadlineMs: number | undefined },
): Promise<AcceptedTryOn> {
  const { db, waiters, gatewayId } = deps;
  const { requestId, traceparent } = request;
  const principal = principalOf(request);
  await rejectIfBusy(db.tryOns, principal);
  if (input.webhookUrl !== undefined) await assertSignable(deps, principal);
  await rejectEagerShopper(deps, request, input.sessionId ?? null);

  const id = request.newResourceId ?? newId('try');
  const pictures = [input.picture, ...(input.look?.others ?? []).map(({ picture }) => picture)];
  const garments = pictures.flatMap((picture, place) => garmentInput(id, picture, place));
  const inputs = [photoInput(id, input.photo), ...garments];
  const photo = { key: photoKey(id), sha256: sha256Of(input.photo) };
  const accepted = { id, requestId, traceparent, principal, input, deadlineMs, photo };
  const { priority, inFlight } = await persistTryOn(deps, request, accepted, inputs);
  await dropUsedUploads(deps, request, uploadsOf(input));

  const waiter = waiters.register(id);
  const enqueued = await tryToEnqueue(
    deps,
    principal.env,
    { v: 1, tryOnId: id, requestId, gatewayId },
    { priority, delayMs },
  );
  return { id, inFlight, waiter, enqueued };
}
