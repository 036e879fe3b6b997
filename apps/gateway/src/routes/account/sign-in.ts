import type { RateLimiter } from '@drape/access';
import {
  acceptInvitationSchema,
  createValidator,
  linkSentSchema,
  meSchema,
  passwordSignInSchema,
  redeemLinkSchema,
  requestError,
  sendLinkSchema,
  ServiceError,
  signInWaysSchema,
  signUpSchema,
  successEnvelope,
  type AcceptInvitationBody,
  type PasswordSignInBody,
  type RedeemLinkBody,
  type SendLinkBody,
  type SignUpBody,
} from '@drape/contracts';
import type { Database, SignUp } from '@drape/db';
import { clearCookie } from '../../people/cookie';
import { mailText } from '../../people/mail-texts';
import type { Mailer } from '../../people/mailer';
import { toMe } from '../../people/me';
import { hashPassword, isPassword } from '../../people/passwords';
import { countSignIn } from '../../people/sign-in-limits';
import { startSession } from '../../people/start-session';
import { LINK_MINUTES, newSignInLink } from '../../people/links';
import { hashToken } from '../../people/token';
import type { Route } from '../route';

export interface SignInDeps {
  readonly db: Pick<Database, 'accounts' | 'auditLog' | 'invitations' | 'people' | 'signIns'>;
  readonly limiter: Pick<RateLimiter, 'take'>;
  readonly mailer: Pick<Mailer, 'isOn' | 'send'>;
  /** Anybody may open an account. */
  readonly signUpIsOpen: boolean;
}

const ROUTE = {
  tag: 'Accounts',
  scope: null,
  ownPage: true,
} as const;
const SIGNED_IN = { description: 'Signed in: the answer sets the cookie.', schema: successEnvelope(meSchema) } as const;
const SENT = { description: 'A link is on its way.', schema: successEnvelope(linkSentSchema) } as const;
const SETS_COOKIE = ['Set-Cookie'] as const;

export function signInWaysRoute({ mailer, signUpIsOpen }: SignInDeps): Route {
  return {
    tag: 'Accounts',
    scope: null,
    method: 'get',
    path: '/v1/auth',
    operationId: 'getSignInWays',
    summary: 'Tell how one can sign in',
    responses: { 200: { description: 'The ways.', schema: successEnvelope(signInWaysSchema) } },
    errors: [],
    handle: async () => ({ status: 200, data: { signUp: signUpIsOpen, mail: mailer.isOn } }),
  };
}

export function signUpRoute(deps: SignInDeps): Route {
  const { db, limiter, mailer, signUpIsOpen } = deps;
  const validate = createValidator<SignUpBody>(signUpSchema);
  return {
    ...ROUTE,
    method: 'post',
    path: '/v1/auth/sign-up',
    operationId: 'signUp',
    summary: 'Open an account',
    description:
      'Where mails are sent, by a link that proves the address; else at once, with a password. The plan is free until the operator changes it.',
    body: signUpSchema,
    responses: {
      200: {
        description: 'A link is on its way; or, where no mail is sent, signed in.',
        schema: successEnvelope({ anyOf: [linkSentSchema, meSchema] }),
      },
    },
    sends: SETS_COOKIE,
    errors: ['sign_up_closed', 'invalid_email', 'invalid_password', 'invalid_account_name', 'sign_in_failed'],
    async handle(request) {
      if (!signUpIsOpen) throw new ServiceError('sign_up_closed');
      const checked = validate(request.body);
      if (!checked.ok) throw requestError(checked.details);
      const { accountName, name = '', password, language = 'en' } = checked.value;
      const email = checked.value.email.toLowerCase();
      await countSignIn(limiter, email, request);
      const passwordHash = password === undefined ? null : await hashPassword(password);
      const wanted: SignUp = {
        accountName,
        name,
        passwordHash,
      };
      if (mailer.isOn) {
        const link = await newSignInLink(db, request.publicUrl, { email, signUp: wanted });
        mailer.send(email, mailText(language, 'sign_up', { link, lasts: LINK_MINUTES, accountName }));
        return { status: 200, data: { sent: true, minutes: LINK_MINUTES } };
      }
      if (passwordHash === null) {
        throw requestError([
          { param: 'password', code: 'required', message: 'password is required: this service sends no mail.' },
        ]);
      }
      // The address is not verified here, so it must be a new one.
      if ((await db.people.findByEmail(email)) !== null) throw new ServiceError('sign_in_failed');
      return startSession(db, request, { ...(await openAccount(db, email, wanted)), by: 'signUp' });
    },
  };
}

export function sendLinkRoute({ db, limiter, mailer }: SignInDeps): Route {
  const validate = createValidator<SendLinkBody>(sendLinkSchema);
  return {
    ...ROUTE,
    method: 'post',
    path: '/v1/auth/link',
    operationId: 'sendSignInLink',
    summary: 'Send a link to sign in',
    description: 'The answer is the same whether anybody has the address.',
    body: sendLinkSchema,
    responses: { 200: SENT },
    errors: ['invalid_email', 'mail_is_off'],
    async handle(request) {
      const checked = validate(request.body);
      if (!checked.ok) throw requestError(checked.details);
      if (!mailer.isOn) throw new ServiceError('mail_is_off');
      const { language = 'en' } = checked.value;
      const email = checked.value.email.toLowerCase();
      await countSignIn(limiter, email, request);
      const person = await db.people.findByEmail(email);
      if (person !== null) {
        const link = await newSignInLink(db, request.publicUrl, { email, signUp: null });
        mailer.send(email, mailText(language, 'sign_in', { link, lasts: LINK_MINUTES, accountName: '' }));
      }
      return { status: 200, data: { sent: true, minutes: LINK_MINUTES } };
    },
  };
}

export function redeemLinkRoute({ db, limiter }: SignInDeps): Route {
  const validate = createValidator<RedeemLinkBody>(redeemLinkSchema);
  return {
    ...ROUTE,
    method: 'post',
    path: '/v1/auth/link/redeem',
    operationId: 'redeemSignInLink',
    summary: 'Sign in by a link',
    body: redeemLinkSchema,
    responses: { 200: SIGNED_IN },
    sends: SETS_COOKIE,
    errors: ['link_not_valid'],
    async handle(request) {
      const checked = validate(request.body);
      if (!checked.ok) throw requestError(checked.details);
      await countSignIn(limiter, null, request);
      const link = await db.signIns.takeMailLink(hashToken(checked.value.token));
      if (link === null) throw new ServiceError('link_not_valid');
      const { email, signUp } = link;
      if (signUp !== null) {
        return startSession(db, request, { ...(await openAccount(db, email, signUp)), by: 'signUp' });
      }
      const person = await db.people.findByEmail(email);
      if (person === null) throw new ServiceError('link_not_valid');
      return startSession(db, request, { userId: person.id, email, by: 'signInByLink' });
    },
  };
}

export function passwordSignInRoute({ db, limiter }: SignInDeps): Route {
  const validate = createValidator<PasswordSignInBody>(passwordSignInSchema);
  return {
    ...ROUTE,
    method: 'post',
    path: '/v1/auth/password',
    operationId: 'signInByPassword',
    summary: 'Sign in by password',
    body: passwordSignInSchema,
    responses: { 200: SIGNED_IN },
    sends: SETS_COOKIE,
    errors: ['sign_in_failed', 'invalid_email', 'invalid_password'],
    async handle(request) {
      const checked = validate(request.body);
      if (!checked.ok) throw requestError(checked.details);
      const email = checked.value.email.toLowerCase();
      await countSignIn(limiter, email, request);
      const person = await db.people.findByEmail(email);
      const isRight = await isPassword(person?.passwordHash ?? null, checked.value.password);
      if (person === null || !isRight) throw new ServiceError('sign_in_failed');
      return startSession(db, request, { userId: person.id, email, by: 'signInByPassword' });
    },
  };
}

export function acceptInvitationRoute({ db, limiter }: SignInDeps): Route {
  const validate = createValidator<AcceptInvitationBody>(acceptInvitationSchema);
  return {
    ...ROUTE,
    method: 'post',
    path: '/v1/auth/invitation',
    operationId: 'acceptInvitation',
    summary: 'Accept an invitation, and sign in',
    description: 'Name and password are those of somebody who is new here.',
    body: acceptInvitationSchema,
    responses: { 200: SIGNED_IN },
    sends: SETS_COOKIE,
    errors: ['link_not_valid', 'invalid_password'],
    async handle(request) {
      const checked = validate(request.body);
      if (!checked.ok) throw requestError(checked.details);
      const { token, name = '', password } = checked.value;
      await countSignIn(limiter, null, request);
      const passwordHash = password === undefined ? null : await hashPassword(password);
      const invitation = await db.invitations.take(hashToken(token));
      if (invitation === null) throw new ServiceError('link_not_valid');
      const { email, accountId, role } = invitation;
      const { id: userId } = await db.people.ensure({
        email,
        name,
        passwordHash,
      });
      await db.people.addMember(accountId, userId, role);
      return startSession(db, request, { userId, email, accountId, by: 'acceptInvitation' });
    },
  };
}

export function signOutRoute({ db }: SignInDeps): Route {
  return {
    tag: 'Accounts',
    scope: null,
    member: 'viewer',
    method: 'delete',
    path: '/v1/auth/session',
    operationId: 'signOut',
    summary: 'Sign out',
    responses: { 200: { description: 'Signed out; this is who it was.', schema: successEnvelope(meSchema) } },
    sends: SETS_COOKIE,
    errors: [],
    async handle({ principal, isSecure }) {
      const member = principal?.member ?? null;
      if (principal === null || member === null) throw new ServiceError('not_signed_in');
      const data = await toMe(db, member.userId, principal.accountId);
      await db.signIns.endSession(member.sessionHash);
      return {
        status: 200,
        headers: { 'Set-Cookie': clearCookie(isSecure) },
        data,
      };
    },
  };
}

/** Opens the account of a sign-up and makes the person its owner. A known person keeps name and password. */
async function openAccount(
  { accounts, people }: Pick<SignInDeps['db'], 'accounts' | 'people'>,
  email: string,
  { accountName, name, passwordHash }: SignUp,
): Promise<{ userId: string; email: string; accountId: string }> {
  const { id: accountId } = await accounts.create({ name: accountName, plan: 'free' });
  const { id: userId } = await people.ensure({
    email,
    name,
    passwordHash,
  });
  await people.addMember(accountId, userId, 'owner');
  return {
    userId,
    email,
    accountId,
  };
}
