import { isId, ServiceError } from '@drape/contracts';
import type { Database, TryOnRow, TryOnView } from '@drape/db';
import { principalOf, type ApiRequest } from '../routes/route';

/** The header by which a publishable key names the session that it acts for. */
export const SESSION_HEADER = 'X-Drape-Session';

/** What the document says about it. */
export const SESSION_HEADER_DOC = {
  [SESSION_HEADER]: { type: 'string', description: 'With publishable keys: the sessionId of the try-on.' },
} as const;

/**
 * The try-on of the path, or null where there is none that the key may see: of another account, for a client token of another
 * session, or, for a publishable key, which lies open in a page, of another key or session.
 */
export async function findVisible(db: Pick<Database, 'tryOns'>, request: ApiRequest): Promise<TryOnRow | null> {
  const { owner, kind, keyId, clientToken } = principalOf(request);
  const id = request.params['id'] ?? '';
  const row = isId('try', id) ? await db.tryOns.findForAccount(owner, id) : null;
  if (row === null) return null;
  if (clientToken !== null) return row.sessionId === clientToken.sessionId ? row : null;
  if (kind !== 'pk') return row;
  return row.apiKeyId === keyId && row.sessionId === request.header(SESSION_HEADER) ? row : null;
}

/** Throws: ServiceError tryon_not_found, the same for all reasons. */
export async function getVisible(db: Pick<Database, 'tryOns'>, request: ApiRequest): Promise<TryOnRow> {
  const row = await findVisible(db, request);
  if (row === null) throw new ServiceError('tryon_not_found');
  return row;
}

/**
 * What the key may see of a list of try-ons: all of its owner; for a client token its session's; for a publishable key its own of the
 * session that it acts for.
 * Throws: ServiceError missing_parameter where such a key does not name the session.
 */
export function viewOf(request: ApiRequest): TryOnView {
  const { kind, keyId, clientToken } = principalOf(request);
  if (clientToken !== null) return { sessionId: clientToken.sessionId, apiKeyId: null };
  if (kind !== 'pk') return { sessionId: null, apiKeyId: null };
  const sessionId = request.header(SESSION_HEADER);
  if (sessionId !== undefined) return { sessionId, apiKeyId: keyId };
  const detail = `A publishable key lists the try-ons of one session: name it in the header ${SESSION_HEADER}.`;
  throw new ServiceError('missing_parameter', { detail, param: SESSION_HEADER });
}
