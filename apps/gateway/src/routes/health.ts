import { ServiceError, successEnvelope } from '@drape/contracts';
import { NotMigratedError } from '@drape/db';
import type { Route } from './route';

const statusSchema = {
  title: 'Health',
  type: 'object',
  required: ['status'],
  additionalProperties: false,
  properties: { status: { type: 'string', enum: ['ok', 'ready'] } },
} as const;

/** The process is alive and its event loop runs. */
export function livenessRoute(): Route {
  return {
    ...{ method: 'get', path: '/healthz', operationId: 'isAlive', tag: 'Health', scope: null },
    summary: 'Whether the gateway lives',
    responses: { 200: { description: 'It does.', schema: successEnvelope(statusSchema) } },
    errors: [],
    handle: async () => ({ status: 200, data: { status: 'ok' } }),
  };
}

export interface ReadinessDeps {
  readonly ping: () => Promise<void>;
  readonly isDraining: () => boolean;
}

/** Ready for traffic: the database answers and is migrated, and the gateway is not shutting down. Redis may be away for a while. */
export function readinessRoute({ ping, isDraining }: ReadinessDeps): Route {
  return {
    ...{ method: 'get', path: '/readyz', operationId: 'isReady', tag: 'Health', scope: null },
    summary: 'Whether the gateway takes requests',
    responses: { 200: { description: 'It does.', schema: successEnvelope(statusSchema) } },
    errors: [],
    handle: async () => {
      if (isDraining()) {
        throw new ServiceError('service_unavailable', { detail: 'The gateway is shutting down.', retryAfterSec: 1 });
      }
      try {
        await ping();
      } catch (cause) {
        const isOld = cause instanceof NotMigratedError;
        const detail = isOld ? 'The database is not migrated.' : 'The database does not answer.';
        throw new ServiceError('service_unavailable', { detail, retryAfterSec: 2, cause });
      }
      return { status: 200, data: { status: 'ready' } };
    },
  };
}
