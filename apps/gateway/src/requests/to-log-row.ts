import { ERRORS } from '@drape/contracts';
import type { NewRequestLog } from '@drape/db';
import type { Clock } from '@drape/runtime';
import type { Request, Response } from 'express';

/** The log row of a finished request; null where it belongs to no account. */
export function toLogRow(req: Request, res: Response, clock: Clock): NewRequestLog | null {
  const { requestId, route, principal, outcome, timings, startedAtMs, rateLimit } = req.context;
  if (principal === null) return null;
  const totalMs = clock.monotonic() - startedAtMs;
  return {
    id: requestId,
    owner: principal.owner,
    apiKeyId: principal.keyId,
    method: req.method,
    route,
    status: statusOf(res, outcome.errorCode),
    errorCode: outcome.errorCode,
    tryOnId: outcome.tryOnId,
    timing: {
      total: round(totalMs),
      auth: roundOrNull(timings.spentOn('auth')),
      queue: roundOrNull(timings.spentOn('queue')),
      render: roundOrNull(timings.spentOn('render')),
      store: roundOrNull(timings.spentOn('store')),
    },
    usedQuota: rateLimit?.usesQuota() ?? false,
    createdAt: new Date(clock.now() - totalMs),
  };
}

/** null: the client disconnected before. A request that broke off within its body is answered outside the response object. */
export function statusOf(res: Response, errorCode: keyof typeof ERRORS | null): number | null {
  if (res.headersSent) return res.statusCode;
  return errorCode === null ? null : ERRORS[errorCode].status;
}

/** Rounded to a tenth of a millisecond, as in Server-Timing. */
const round = (ms: number): number => Math.round(ms * 10) / 10;
const roundOrNull = (ms: number | null): number | null => (ms === null ? null : round(ms));
