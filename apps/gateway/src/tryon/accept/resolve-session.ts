import { ServiceError } from '@drape/contracts';
import type { Database } from '@drape/db';
import type { Principal } from '../../http/context';

/**
 * Finds or creates the session of a request. A client token has exactly one. A publishable key is readable by everybody in the page, so it
 * may name only sessions that it created: their ids are known to that page alone.
 *
 * Throws: ServiceError session_not_found, both for missing sessions and for those of others.
 */
export async function resolveSession(
  sessions: Pick<Database['sessions'], 'getOrCreate' | 'touch'>,
  principal: Principal,
  wanted: string | null,
): Promise<string> {
  const { owner, kind, keyId, keyFamily, clientToken } = principal;
  if (clientToken !== null) {
    if (wanted !== null && wanted !== clientToken.sessionId) throw notFound('The client token is for another session.');
    if (!(await sessions.touch(owner, clientToken.sessionId))) throw new ServiceError('revoked_client_token');
    return clientToken.sessionId;
  }
  if (kind !== 'pk') return (await sessions.getOrCreate(owner, wanted)).id;
  if (wanted === null) return (await sessions.getOrCreate(owner, null, { apiKeyId: keyId })).id;
  if (!(await sessions.touch(owner, wanted, keyFamily))) throw notFound(OWN_ONLY);
  return wanted;
}

const OWN_ONLY =
  'A publishable key may name only a session that it made itself: leave sessionId out of the first request and send the one of its answer from then on.';

function notFound(detail: string): ServiceError {
  return new ServiceError('session_not_found', { detail, param: 'sessionId' });
}
