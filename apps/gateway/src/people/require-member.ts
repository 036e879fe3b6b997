import { MEMBER_ROLES, ServiceError, type MemberRole } from '@drape/contracts';
import type { RequestHandler } from 'express';
import type { Member } from '../http/context';
import type { ApiRequest } from '../routes/route';
import { assertOwnPage } from './own-page';

/** Rejects requests of anybody but signed-in members with at least this role. */
export function requireMember(role: MemberRole): RequestHandler {
  return (req, _res, next) => {
    const { principal, authError } = req.context;
    const member = principal?.member ?? null;
    if (member === null) throw memberError(principal !== null, authError);
    assertOwnPage(req);
    assertRole(member.role, role);
    next();
  };
}

/** An invalid key is not the reason to give: no key would do. */
function memberError(hasKey: boolean, authError: ServiceError | null): ServiceError {
  if (hasKey) {
    const detail = 'This is for people who are signed in to the dashboard: API keys cannot do it.';
    return new ServiceError('not_signed_in', { detail });
  }
  return authError?.code === 'invalid_parameter' ? authError : new ServiceError('not_signed_in');
}

/** Throws: ServiceError role_too_low. */
function assertRole(role: MemberRole, least: MemberRole): void {
  if (MEMBER_ROLES.indexOf(role) <= MEMBER_ROLES.indexOf(least)) return;
  const detail = `This needs the role ${least}; yours is ${role}.`;
  throw new ServiceError('role_too_low', { detail });
}

/** The signed-in member; the pipeline lets nobody else reach such routes. */
export function memberOf({ principal }: Pick<ApiRequest, 'principal'>): Member & { readonly accountId: string } {
  if (principal === null || principal.member === null)
    throw new Error('a route for members was reached by somebody else');
  return { ...principal.member, accountId: principal.accountId };
}
