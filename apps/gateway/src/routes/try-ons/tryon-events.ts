import { isTerminal, TRY_ON_EXAMPLES, tryOnEventSchema, type TryOnProgress, type TryOnRecord } from '@drape/contracts';
import type { TryOnRow } from '@drape/db';
import type { EventStream } from '../../http/respond';
import { presentTryOn } from '../../tryon/answer/answer-tryon';
import { findVisible, getVisible, SESSION_HEADER_DOC } from '../../tryon/answer/find-visible';
import type { GetTryOnDeps } from './get-tryon';
import { LANGUAGE_HEADER, type ApiRequest, type Route } from '../route';

/** How often the row is read; its end is announced at once. */
const POLL_MS = 250;
/** A stream is cut after this, and the client reconnects; a try-on lives for an hour at most. */
const LONGEST_MS = 300_000;

/** Server-sent events: each change as it happens, and finally the whole record. */
export function tryOnEventsRoute(deps: GetTryOnDeps): Route {
  return {
    method: 'get',
    path: '/v1/tryon/{id}/events',
    operationId: 'streamTryOn',
    tag: 'Try-on',
    scope: 'tryon:read',
    summary: 'Follow a try-on as server-sent events',
    description:
      '`progress` events carry status, stage, progress and queuePosition; the last event is named after the final status and carries the try-on.',
    params: { id: { type: 'string' } },
    headers: { ...LANGUAGE_HEADER, ...SESSION_HEADER_DOC },
    responses: {
      200: {
        description: 'A stream of events; a line that begins with a colon only shows that it lives.',
        schema: tryOnEventSchema,
        contentType: 'text/event-stream',
        example: EXAMPLE,
      },
    },
    sends: ['X-Accel-Buffering'],
    errors: ['tryon_not_found'],
    handle: async (request) => follow(deps, request, await getVisible(deps.db, request)),
  };
}

function follow(deps: GetTryOnDeps, request: ApiRequest, first: TryOnRow): EventStream {
  return {
    language: request.language,
    async events(send, closed) {
      const until = deps.clock.monotonic() + LONGEST_MS;
      let row: TryOnRow | null = first;
      let last = '';
      while (row !== null && !closed.aborted) {
        const record = await presentTryOn(row, request, deps);
        if (isTerminal(row.status)) {
          send({ name: row.status, data: record });
          return;
        }
        const data = progressOf(record);
        if (JSON.stringify(data) !== last) send({ name: 'progress', data });
        last = JSON.stringify(data);
        if (deps.isDraining() || deps.clock.monotonic() > until) return;
        const waiter = deps.waiters.register(row.id);
        await waiter.wait(POLL_MS);
        row = await findVisible(deps.db, request);
      }
    },
  };
}

function progressOf({ id, status, stage, progress, queuePosition }: TryOnRecord): TryOnProgress {
  return { id, status, stage, progress, queuePosition };
}

const { id, status, stage, progress, queuePosition } = TRY_ON_EXAMPLES.queued;
const EXAMPLE = { event: 'progress', data: { id, status, stage, progress, queuePosition } };
