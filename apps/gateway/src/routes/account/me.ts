import type { RateLimiter } from '@drape/access';
import {
  createValidator,
  meSchema,
  requestError,
  ServiceError,
  successEnvelope,
  updateMeSchema,
  type UpdateMeBody,
} from '@drape/contracts';
import type { Database } from '@drape/db';
import { toMe } from '../../people/me';
import { hashPassword, isPassword } from '../../people/passwords';
import { memberOf } from '../../people/require-member';
import { countSignIn } from '../../people/sign-in-limits';
import type { ApiRequest, Route } from '../route';

export interface MeDeps {
  readonly db: Pick<Database, 'people' | 'signIns'>;
  readonly limiter: Pick<RateLimiter, 'take'>;
}

const ROUTE = {
  tag: 'Accounts',
  scope: null,
  member: 'viewer',
  path: '/v1/me',
} as const;
const RESPONSES = { 200: { description: 'The person.', schema: successEnvelope(meSchema) } };

export function getMeRoute({ db }: MeDeps): Route {
  return {
    ...ROUTE,
    method: 'get',
    operationId: 'getMe',
    summary: 'Get who is signed in',
    responses: RESPONSES,
    errors: [],
    async handle(request) {
      const { userId, accountId } = memberOf(request);
      return { status: 200, data: await toMe(db, userId, accountId) };
    },
  };
}

export function updateMeRoute({ db, limiter }: MeDeps): Route {
  const validate = createValidator<UpdateMeBody>(updateMeSchema);
  return {
    ...ROUTE,
    method: 'patch',
    operationId: 'updateMe',
    summary: 'Change name, password or the account that is looked at',
    body: updateMeSchema,
    responses: RESPONSES,
    errors: ['invalid_password', 'sign_in_failed', 'member_not_found'],
    async handle(request) {
      const checked = validate(request.body);
      if (!checked.ok) throw requestError(checked.details);
      const { name, password, currentPassword = '', accountId: wanted } = checked.value;
      const { userId, accountId, sessionHash } = memberOf(request);
      if (wanted !== undefined) await assertMember(db, userId, wanted);
      if (password !== undefined) await assertCurrent({ db, limiter }, request, currentPassword);
      const passwordHash = password === undefined ? undefined : await hashPassword(password);
      await db.people.update(userId, {
        ...(name === undefined ? {} : { name }),
        ...(passwordHash === undefined ? {} : { passwordHash }),
      });
      if (passwordHash !== undefined) await db.signIns.endOtherSessions(userId, sessionHash);
      if (wanted !== undefined) await db.signIns.moveSession(sessionHash, wanted);
      return { status: 200, data: await toMe(db, userId, wanted ?? accountId) };
    },
  };
}

async function assertMember(
  { people }: Pick<MeDeps['db'], 'people'>,
  userId: string,
  accountId: string,
): Promise<void> {
  const memberships = await people.memberships(userId);
  if (!memberships.some((one) => one.accountId === accountId)) {
    throw new ServiceError('member_not_found', { detail: 'You are no member of this account.', param: 'accountId' });
  }
}

/** Somebody at an unlocked dashboard must not be able to lock its owner out. Throws: ServiceError sign_in_failed. */
async function assertCurrent({ db, limiter }: MeDeps, request: ApiRequest, password: string): Promise<void> {
  const { userId, email } = memberOf(request);
  const person = await db.people.find(userId);
  if (person === null || person.passwordHash === null) return;
  await countSignIn(limiter, email, request);
  if (await isPassword(person.passwordHash, password)) return;
  throw new ServiceError('sign_in_failed', { detail: 'The current password is wrong.', param: 'currentPassword' });
}
