import {
  exampleSuccess,
  failedEnvelope,
  ServiceError,
  successEnvelope,
  TRY_ON_EXAMPLES,
  tryOnSchema,
} from '@drape/contracts';
import type { Database } from '@drape/db';
import type { ObjectStore } from '@drape/storage';
import type { Answer } from '../../http/respond';
import { answerTryOn, TRY_ON_HEADERS } from '../../tryon/answer/answer-tryon';
import { waitIfAsked, type WaitDeps } from '../../tryon/answer/wait-for-tryon';
import { findVisible, SESSION_HEADER_DOC } from '../../tryon/answer/find-visible';
import { LANGUAGE_HEADER, type ApiRequest, type Route } from '../route';

export interface GetTryOnDeps extends WaitDeps {
  readonly db: Pick<Database, 'tryOns'>;
  readonly store: ObjectStore;
}

export function getTryOnRoute(deps: GetTryOnDeps): Route {
  const answer = { anyOf: [successEnvelope(tryOnSchema), failedEnvelope(tryOnSchema)] };
  return {
    ...{ method: 'get', path: '/v1/tryon/{id}', operationId: 'getTryOn', tag: 'Try-on', scope: 'tryon:read' },
    summary: 'Get a try-on by its id',
    description: 'With `Prefer: wait=N` (at most 60) the answer waits until the try-on is finished.',
    params: { id: { type: 'string' } },
    headers: {
      Prefer: {
        type: 'string',
        examples: ['wait=10'],
        description: '`wait=N`: seconds to wait for the end at most, up to 60.',
      },
      ...LANGUAGE_HEADER,
      ...SESSION_HEADER_DOC,
    },
    responses: {
      200: { description: 'The try-on: completed, failed or unfinished.', schema: answer },
      202: {
        description: 'Unfinished, where `Prefer: respond-async` was sent.',
        schema: successEnvelope(tryOnSchema),
        example: exampleSuccess(TRY_ON_EXAMPLES.queued),
      },
    },
    sends: TRY_ON_HEADERS,
    errors: ['tryon_not_found'],
    handle: (request) => getTryOn(deps, request),
  };
}

async function getTryOn(deps: GetTryOnDeps, request: ApiRequest): Promise<Answer> {
  const startedMs = deps.clock.monotonic();
  const row = await waitIfAsked(deps, request, () => findVisible(deps.db, request));
  if (row === null) throw new ServiceError('tryon_not_found');
  return answerTryOn(row, request, deps, deps.clock.monotonic() - startedMs);
}
