import { KEY_ENVS, scopesOfRole, ServiceError, type KeyEnv } from '@drape/contracts';
import type { Database } from '@drape/db';
import type { Request } from 'express';
import type { Principal } from '../http/context';
import { readCookie } from './cookie';
import { hashToken } from './token';

/** Sent by the dashboard with every request: live or test data. Pages of other sites cannot send it. */
export const MODE_HEADER = 'Drape-Mode';

export type SignInStore = Pick<Database['signIns'], 'findSession'>;

/** Whether a request claims to come from the dashboard. */
export function isOfDashboard(req: Request): boolean {
  return req.get('authorization') === undefined && req.get(MODE_HEADER) !== undefined;
}

/** Whether this request uses the cookies of HTTPS. */
export function isSecure(req: Request): boolean {
  return req.secure || req.context.publicUrl.startsWith('https:');
}

/** The member of the dashboard's cookie. Throws: ServiceError not_signed_in or invalid_parameter. */
export async function identifyMember(req: Request, signIns: SignInStore): Promise<Principal> {
  const env = modeOf(req.get(MODE_HEADER));
  const cookie = readCookie(req.get('cookie'), isSecure(req));
  const sessionHash = cookie === null ? null : hashToken(cookie);
  const session = sessionHash === null ? null : await signIns.findSession(sessionHash);
  if (session === null || sessionHash === null) throw new ServiceError('not_signed_in');
  const { userId, email, name, role, accountId, plan } = session;
  return {
    keyId: userId,
    keyFamily: [userId],
    accountId,
    owner: { accountId, env },
    kind: 'member',
    env,
    scopes: scopesOfRole(role),
    suspended: session.accountStatus === 'suspended',
    allowedOrigins: [],
    plan: plan.name,
    limitPerHour: plan.limitPerHour,
    inFlightMax: plan.inFlightMax,
    pinnedVersion: session.drapeVersion,
    clientToken: null,
    minQuality: session.minQuality,
    retentionSeconds: session.retentionSeconds,
    member: { userId, email, name, role, sessionHash },
  };
}

function modeOf(text: string | undefined): KeyEnv {
  const env = KEY_ENVS.find((known) => known === text);
  if (env !== undefined) return env;
  const detail = `${MODE_HEADER} must be one of ${KEY_ENVS.join(', ')}; got ${JSON.stringify(text?.slice(0, 20))}.`;
  throw new ServiceError('invalid_parameter', { detail, param: MODE_HEADER });
}
