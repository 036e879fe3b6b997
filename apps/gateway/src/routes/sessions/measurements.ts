import {
  createMeasurementsSchema,
  createValidator,
  isId,
  measurementsSchema,
  ServiceError,
  successEnvelope,
  type CreateMeasurementsBody,
} from '@drape/contracts';
import type { Database, MeasurementRow } from '@drape/db';
import { retryIfSessionErased } from '../../sessions/retry-if-session-erased';
import type { Principal } from '../../http/context';
import type { Answer } from '../../http/respond';
import { assertMayRepeat, SESSION_HEADER_DOC } from '../../tryon/answer/find-visible';
import { resolveSession } from '../../tryon/accept/resolve-session';
import { parseMeasurements } from '../../measurements/parse-measurements';
import { toMeasurementsRecord } from '../../measurements/to-measurements-record';
import { IDEMPOTENCY_ERRORS, IDEMPOTENCY_HEADER, principalOf, type ApiRequest, type Route } from '../route';

export interface MeasurementsDeps {
  readonly db: Pick<Database, 'measurements' | 'sessions'>;
}

export function createMeasurementsRoute({ db }: MeasurementsDeps): Route {
  const validate = createValidator<CreateMeasurementsBody>(createMeasurementsSchema);
  return {
    ...{ method: 'post', path: '/v1/measurements', operationId: 'createMeasurements', tag: 'Measurements' },
    scope: 'measurements:write',
    summary: 'Submit body measurements',
    description:
      'They drive the fit of the session’s try-ons. A later submission for the same session supersedes field by field.',
    body: createMeasurementsSchema,
    headers: { ...IDEMPOTENCY_HEADER, ...SESSION_HEADER_DOC },
    idempotent: { prefix: 'mea', replay: (request, id) => replay(db, request, id) },
    responses: { 200: { description: 'What is known now.', schema: successEnvelope(measurementsSchema) } },
    errors: [
      ...([
        'invalid_measurement',
        'measurements_empty',
        'invalid_unit',
        'invalid_session_id',
        'session_not_found',
      ] as const),
      ...(['invalid_department', ...IDEMPOTENCY_ERRORS] as const),
    ],
    async handle(request) {
      const principal = principalOf(request);
      const { owner } = principal;
      const { sessionId: wanted, ...input } = parseMeasurements(request.body, validate);
      const id = request.newResourceId;
      const named = id === null ? {} : { id };
      const row = await retryIfSessionErased(async () => {
        const sessionId = await resolveSession(db.sessions, principal, wanted);
        return db.measurements.insert({ ...input, ...named, owner, sessionId, apiKeyId: principal.keyId });
      });
      return { status: 200, data: await describe(db, principal, row) };
    },
  };
}

export function getMeasurementsRoute({ db }: MeasurementsDeps): Route {
  return {
    ...{ method: 'get', path: '/v1/measurements/{id}', operationId: 'getMeasurements', tag: 'Measurements' },
    scope: 'measurements:read',
    summary: 'Get a submission of body measurements by its id',
    params: { id: { type: 'string' } },
    responses: { 200: { description: 'What was known with it.', schema: successEnvelope(measurementsSchema) } },
    errors: ['measurements_not_found'],
    async handle(request) {
      const answer = await find(db, request, request.params['id'] ?? '');
      if (answer === null) throw new ServiceError('measurements_not_found');
      return answer;
    },
  };
}

/** Answers a repeated Idempotency-Key with the earlier submission. */
async function replay(db: MeasurementsDeps['db'], request: ApiRequest, id: string): Promise<Answer | null> {
  const principal = principalOf(request);
  const row = await db.measurements.findForAccount(principal.owner, id);
  if (row === null) return null;
  assertMayRepeat(request, row);
  return { status: 200, data: await describe(db, principal, row) };
}

async function find(db: MeasurementsDeps['db'], request: ApiRequest, id: string): Promise<Answer | null> {
  const principal = principalOf(request);
  const row = isId('mea', id) ? await db.measurements.findForAccount(principal.owner, id) : null;
  return row && { status: 200, data: await describe(db, principal, row) };
}

/** Includes what the session knew at the time of the row; a publishable key sees only what it sent. */
async function describe(db: MeasurementsDeps['db'], { kind }: Principal, row: MeasurementRow) {
  if (kind === 'pk') return toMeasurementsRecord(row, [row]);
  const all = await db.measurements.listForSession(row.owner, row.sessionId);
  const index = all.findIndex(({ id }) => id === row.id);
  return toMeasurementsRecord(row, index < 0 ? [row] : all.slice(0, index + 1));
}
