import { isId, ServiceError } from '@drape/contracts';
import type { Database, TryOnRow, TryOnView } from '@drape/db';
import { principalOf, type ApiRequest } from '../../routes/route';
import { textOf } from '../request/text-of';
import { SESSION_HEADER } from './session-header';

/** Its OpenAPI description. */
export const SESSION_HEADER_DOC = {
  [SESSION_HEADER]: {
    type: 'string',
    description: 'With publishable keys: the session that the page acts for, as the first answer named it.',
  },
} as const;

/**
 * The try-on in the path, or null where none is visible to the key: not those of other accounts; for a client token, not those of other
 * sessions; and for a publishable key, which everybody can read in the page, not those of other keys or sessions.
 */
export async function findVisible(db: Pick<Database, 'tryOns'>, request: ApiRequest): Promise<TryOnRow | null> {
  const { owner } = principalOf(request);
  const id = request.params['id'] ?? '';
  const row = isId('try', id) ? await db.tryOns.findForAccount(owner, id) : null;
  return row !== null && isVisible(request, row) ? row : null;
}

/** Who created a resource. */
interface MadeBy {
  readonly sessionId: string;
  /** Omitted where another check already excludes other keys. */
  readonly apiKeyId?: string | null;
}

function isVisible(request: ApiRequest, { sessionId, apiKeyId }: MadeBy): boolean {
  const { kind, keyFamily, clientToken } = principalOf(request);
  if (clientToken !== null) return sessionId === clientToken.sessionId;
  if (kind !== 'pk') return true;
  return sessionId === namedSession(request) && (apiKeyId === undefined || keyFamily.some((id) => id === apiKeyId));
}

/** The session that a publishable key acts for; only the page that created it knows its id. */
function namedSession({ header, body }: ApiRequest): string | null {
  return header(SESSION_HEADER) ?? textOf(body, 'sessionId');
}

/** 128 bits in hex, with or without a UUID's dashes: nobody else will guess it. */
const UNGUESSABLE = /^"?[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}"?$/i;

/**
 * Lets a repeated request read only what it may see. A page without a session may have picked a stranger's Idempotency-Key: it is answered
 * where the key is as hard to guess as a session id, or where the first answer's session is named as well.
 * Throws: ServiceError idempotency_key_reused.
 */
export function assertMayRepeat(request: ApiRequest, made: MadeBy): void {
  if (isVisible(request, made)) return;
  const { header } = request;
  if (namedSession(request) === null && UNGUESSABLE.test(header('idempotency-key') ?? '')) return;
  const detail = `This Idempotency-Key was used for a session that the request does not name. Send its id in the header ${SESSION_HEADER}; a random UUID as the key needs none.`;
  throw new ServiceError('idempotency_key_reused', { detail, param: 'Idempotency-Key' });
}

/** Throws: ServiceError tryon_not_found, whatever the reason. */
export async function getVisible(db: Pick<Database, 'tryOns'>, request: ApiRequest): Promise<TryOnRow> {
  const row = await findVisible(db, request);
  if (row === null) throw new ServiceError('tryon_not_found');
  return row;
}

/**
 * Which try-ons the key may list: all of its owner; for a client token, those of its session; for a publishable key, its own in the named
 * session.
 * Throws: ServiceError missing_parameter where a publishable key names no session.
 */
export function viewOf(request: ApiRequest): TryOnView {
  const view = viewIfNamed(request);
  if (view !== null) return view;
  const detail = `A publishable key lists the try-ons of one session: name it in the header ${SESSION_HEADER}.`;
  throw new ServiceError('missing_parameter', { detail, param: SESSION_HEADER });
}

/** The same; null, which means none, where a publishable key names no session. */
export function viewIfNamed(request: ApiRequest): TryOnView | null {
  const { kind, keyFamily, clientToken } = principalOf(request);
  if (clientToken !== null) return { sessionId: clientToken.sessionId, apiKeyIds: null };
  if (kind !== 'pk') return { sessionId: null, apiKeyIds: null };
  const sessionId = request.header(SESSION_HEADER);
  return sessionId === undefined ? null : { sessionId, apiKeyIds: keyFamily };
}
