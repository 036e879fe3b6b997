import { ServiceError } from '@drape/contracts';
import type { Database } from '@drape/db';
import type { Answer } from '../http/respond';
import type { ApiRequest } from '../routes/route';
import { writeCookie } from './cookie';
import { toMe } from './me';
import { hashToken, newToken } from './token';

export type SessionStore = Pick<Database, 'people' | 'signIns' | 'auditLog'>;

interface NewSession {
  readonly userId: string;
  readonly email: string;
  /** How the person signed in; goes into the audit log. */
  readonly by: string;
  /** Default: the first of the person's accounts. */
  readonly accountId?: string;
}

/** Signs a person in: the answer sets the cookie and shows the person. Throws: ServiceError not_signed_in for people without an account. */
export async function startSession(
  db: SessionStore,
  { isSecure }: Pick<ApiRequest, 'isSecure'>,
  { userId, email, by, accountId: wanted }: NewSession,
): Promise<Answer> {
  const [first] = await db.people.memberships(userId);
  const accountId = wanted ?? first?.accountId;
  if (accountId === undefined) {
    throw new ServiceError('not_signed_in', { detail: 'You are no longer a member of any account.' });
  }
  const cookie = newToken();
  await db.signIns.startSession({
    hash: hashToken(cookie),
    userId,
    accountId,
  });
  await db.people.noteSignIn(userId);
  await db.auditLog.write({
    accountId,
    userId,
    email,
    env: null,
    action: by,
    target: null,
  });
  return {
    status: 200,
    headers: { 'Set-Cookie': writeCookie(cookie, isSecure) },
    data: await toMe(db, userId, accountId),
  };
}
