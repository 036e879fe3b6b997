import { isId, ServiceError } from '@drape/contracts';
import type { Database, TryOnRow, TryOnView } from '@drape/db';
import { principalOf, type ApiRequest } from '../../routes/route';
import { textOf } from '../request/text-of';
import { SESSION_HEADER } from './session-header';

/** What the document says about it. */
export const SESSION_HEADER_DOC = {
  [SESSION_HEADER]: {
    type: 'string',
    description: 'With publishable keys: the session that the page acts for, as the first answer named it.',
  },
} as const;

/**
 * The try-on of the path, or null where there is none that the key may see: of another account, for a client token of another
 * session, or, for a publishable key, which lies open in a page, of another key or session.
 */
export async function findVisible(db: Pick<Database, 'tryOns'>, request: ApiRequest): Promise<TryOnRow | null> {
  const { owner } = principalOf(request);
  const id = request.params['id'] ?? '';
  const row = isId('try', id) ? await db.tryOns.findForAccount(owner, id) : null;
  return row !== null && isVisible(request, row) ? row : null;
}

/** What is known of who made something. */
interface MadeBy {
  readonly sessionId: string;
  /** Left out where it is nobody else's for another reason. */
  readonly apiKeyId?: string | null;
}

function isVisible(request: ApiRequest, { sessionId, apiKeyId }: MadeBy): boolean {
  const { kind, keyFamily, clientToken } = principalOf(request);
  if (clientToken !== null) return sessionId === clientToken.sessionId;
  if (kind !== 'pk') return true;
  return sessionId === namedSession(request) && (apiKeyId === undefined || keyFamily.some((id) => id === apiKeyId));
}

/** The session that a publishable key acts for; its id was told to the page that made it alone. */
function namedSession({ header, body }: ApiRequest): string | null {
  return header(SESSION_HEADER) ?? textOf(body, 'sessionId');
}

/** 128 bits in hex, with or without the dashes of a UUID: nobody else comes upon it. */
const UNGUESSABLE = /^"?[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}"?$/i;

/**
 * Lets a repeated request be told again only what it might read. A page that named no session may have met a stranger's key: it is
 * answered where the key is as hard to guess as a session's id, or where the session of the first answer is named besides.
 * Throws: ServiceError idempotency_key_reused.
 */
export function assertMayRepeat(request: ApiRequest, made: MadeBy): void {
  if (isVisible(request, made)) return;
  const { header } = request;
  if (namedSession(request) === null && UNGUESSABLE.test(header('idempotency-key') ?? '')) return;
  const detail = `This Idempotency-Key was used for a session that the request does not name. Send its id in the header ${SESSION_HEADER}; a random UUID as the key needs none.`;
  throw new ServiceError('idempotency_key_reused', { detail, param: 'Idempotency-Key' });
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
  const view = viewIfNamed(request);
  if (view !== null) return view;
  const detail = `A publishable key lists the try-ons of one session: name it in the header ${SESSION_HEADER}.`;
  throw new ServiceError('missing_parameter', { detail, param: SESSION_HEADER });
}

/** The same; null, for nothing, where such a key does not name the session. */
export function viewIfNamed(request: ApiRequest): TryOnView | null {
  const { kind, keyFamily, clientToken } = principalOf(request);
  if (clientToken !== null) return { sessionId: clientToken.sessionId, apiKeyIds: null };
  if (kind !== 'pk') return { sessionId: null, apiKeyIds: null };
  const sessionId = request.header(SESSION_HEADER);
  return sessionId === undefined ? null : { sessionId, apiKeyIds: keyFamily };
}
