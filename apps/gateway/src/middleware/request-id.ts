import { isApiVersion, newId, VERSION_HEADER } from '@drape/contracts';
import type { Clock } from '@drape/runtime';
import type { Tracing } from '@drape/telemetry';
import type { RequestHandler } from 'express';
import { toHost, type PublicUrl } from '../http/public-url';
import { createTimings } from '../http/server-timing';

const CLIENT_ID = /^[\x20-\x7e]{1,255}$/;

export interface RequestIdDeps {
  readonly clock: Clock;
  readonly isDraining: () => boolean;
  readonly publicUrl: PublicUrl;
  readonly tracing: Pick<Tracing, 'serve'>;
}

/** Gives the request an id before anything can fail. The client's own id is echoed where it is printable. */
export function requestId({ clock, isDraining, publicUrl, tracing }: RequestIdDeps): RequestHandler {
  return (req, _res, next) => {
    const host = toHost(req.hostname);
    const clientRequestId = req.get('x-client-request-id');
    const version = req.get(VERSION_HEADER);
    req.context = {
      requestId: newId('req'),
      clientRequestId: clientRequestId !== undefined && CLIENT_ID.test(clientRequestId) ? clientRequestId : undefined,
      startedAtMs: clock.monotonic(),
      host,
      publicUrl: publicUrl(host),
      timings: createTimings(() => clock.monotonic()),
      isDraining,
      route: 'unmatched',
      span: tracing.serve((name) => req.get(name)),
      requestedVersion: version !== undefined && isApiVersion(version) ? version : null,
      principal: null,
      authError: null,
      rateLimit: null,
      outcome: { errorCode: null, tryOnId: null },
    };
    req.context.span.within(next);
  };
}
