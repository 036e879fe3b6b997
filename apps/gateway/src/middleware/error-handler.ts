import { ServiceError } from '@drape/contracts';
import { isDatabaseUnavailable } from '@drape/db';
import type { Logger } from '@drape/runtime';
import type { ErrorRequestHandler } from 'express';
import { LIMITS } from '../http/limits';
import { sendError } from '../http/respond';

/** Converts whatever was thrown to a ServiceError, logs what is our fault, and answers. */
export function errorHandler(log: Logger): ErrorRequestHandler {
  return (thrown: unknown, req, res, _next) => {
    const error = toServiceError(thrown);
    if (error.spec.report) {
      log.error({ err: error, requestId: req.context.requestId, code: error.code }, 'request failed');
    }
    if (res.headersSent || res.destroyed) {
      res.destroy();
      return;
    }
    if (!req.complete) discardRest(req);
    sendError(req, res, error);
  };
}

/** How long a client may go on sending a rejected body; closing at once would lose the answer. */
const LINGER_MS = 10_000;

function discardRest(req: Parameters<ErrorRequestHandler>[1]): void {
  const timer = setTimeout(() => req.socket.destroy(), LINGER_MS);
  timer.unref();
  req.once('close', () => clearTimeout(timer));
}

export function toServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  if (isDatabaseUnavailable(thrown)) {
    return new ServiceError('service_unavailable', { retryAfterSec: 2, cause: thrown });
  }
  switch (typeOf(thrown)) {
    case 'entity.too.large':
      return new ServiceError('body_too_large', {
        detail: `The body has more than ${limitOf(thrown)} bytes.`,
      });
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return new ServiceError('unsupported_media_type', {
        detail: 'The body must be UTF-8 and not compressed: leave out Content-Encoding.',
      });
    case 'request.aborted':
    case 'request.size.invalid':
      return new ServiceError('invalid_json', {
        detail: 'The body ended early: fewer bytes came than were announced.',
      });
  }
  if (thrown instanceof URIError) return new ServiceError('route_not_found', { cause: thrown });
  return new ServiceError('internal_error', { cause: thrown });
}

/** The `type` that body-parser gives its errors. */
function typeOf(thrown: unknown): unknown {
  return thrown instanceof Error && 'type' in thrown ? thrown.type : undefined;
}

/** The limit that was given to body-parser. */
function limitOf(thrown: unknown): number {
  return thrown instanceof Error && 'limit' in thrown ? Number(thrown.limit) : LIMITS.bodyBytesMax;
}
