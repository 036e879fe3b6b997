import type { RateLimiter } from '@drape/access';
import {
  addPasskeySchema,
  createValidator,
  meSchema,
  passkeyOptionsSchema,
  passkeySchema,
  passkeySignInSchema,
  requestError,
  ServiceError,
  successEnvelope,
  type AddPasskeyBody,
  type PasskeyAnswerBody,
} from '@drape/contracts';
import type { Database, PasskeyRecord } from '@drape/db';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { memberOf } from '../../people/require-member';
import { countSignIn } from '../../people/sign-in-limits';
import { startSession } from '../../people/start-session';
import { newToken } from '../../people/token';
import type { ApiRequest, Route } from '../route';

export interface PasskeysDeps {
  readonly db: Pick<Database, 'auditLog' | 'passkeys' | 'people' | 'signIns'>;
  readonly limiter: Pick<RateLimiter, 'take'>;
}

const SIGN_IN = {
  tag: 'Accounts',
  scope: null,
  ownPage: true,
} as const;
const OWN = {
  tag: 'Accounts',
  scope: null,
  member: 'viewer',
} as const;
const OPTIONS = {
  200: { description: 'What to ask the browser with.', schema: successEnvelope(passkeyOptionsSchema) },
};
const SERVICE_NAME = 'Drape';

export function passkeySignInOptionsRoute({ db, limiter }: PasskeysDeps): Route {
  return {
    ...SIGN_IN,
    method: 'post',
    path: '/v1/auth/passkey/options',
    operationId: 'startPasskeySignIn',
    summary: 'Begin to sign in by passkey',
    responses: OPTIONS,
    errors: [],
    async handle(request) {
      await countSignIn(limiter, null, request);
      const options = await generateAuthenticationOptions({ rpID: siteOf(request).id, userVerification: 'preferred' });
      return answerOptions(db, options, null);
    },
  };
}

export function passkeySignInRoute({ db, limiter }: PasskeysDeps): Route {
  const validate = createValidator<PasskeyAnswerBody>(passkeySignInSchema);
  return {
    ...SIGN_IN,
    method: 'post',
    path: '/v1/auth/passkey',
    operationId: 'signInByPasskey',
    summary: 'Sign in by passkey',
    body: passkeySignInSchema,
    responses: { 200: { description: 'Signed in: the answer sets the cookie.', schema: successEnvelope(meSchema) } },
    sends: ['Set-Cookie'],
    errors: ['passkey_refused'],
    async handle(request) {
      const checked = validate(request.body);
      if (!checked.ok) throw requestError(checked.details);
      await countSignIn(limiter, null, request);
      const { challengeId, response } = checked.value;
      const asked = await db.signIns.takeChallenge(challengeId);
      const passkey = await findPasskey(db, response['id']);
      if (asked === null || asked.userId !== null || passkey === null) throw new ServiceError('passkey_refused');
      const counter = await verifySignIn(request, passkey, { challenge: asked.challenge, response });
      await db.passkeys.noteUse(passkey.id, counter);
      const person = await db.people.find(passkey.userId);
      if (person === null) throw new ServiceError('passkey_refused');
      return startSession(db, request, { userId: person.id, email: person.email, by: 'signInByPasskey' });
    },
  };
}

export function addPasskeyOptionsRoute({ db }: PasskeysDeps): Route {
  return {
    ...OWN,
    method: 'post',
    path: '/v1/me/passkeys/options',
    operationId: 'startAddPasskey',
    summary: 'Begin to add a passkey',
    responses: OPTIONS,
    errors: [],
    async handle(request) {
      const { userId, email, name } = memberOf(request);
      const known = await db.passkeys.list(userId);
      const options = await generateRegistrationOptions({
        rpName: SERVICE_NAME,
        rpID: siteOf(request).id,
        userID: Uint8Array.from(Buffer.from(userId)),
        userName: email,
        userDisplayName: name === '' ? email : name,
        attestationType: 'none',
        excludeCredentials: known.map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
      });
      return answerOptions(db, options, userId);
    },
  };
}

export function addPasskeyRoute({ db }: PasskeysDeps): Route {
  const validate = createValidator<AddPasskeyBody>(addPasskeySchema);
  return {
    ...OWN,
    method: 'post',
    path: '/v1/me/passkeys',
    operationId: 'addPasskey',
    summary: 'Add a passkey',
    body: addPasskeySchema,
    responses: { 200: { description: 'The passkey.', schema: successEnvelope(passkeySchema) } },
    errors: ['passkey_refused'],
    async handle(request) {
      const checked = validate(request.body);
      if (!checked.ok) throw requestError(checked.details);
      const { userId } = memberOf(request);
      const { challengeId, response, name = 'Passkey' } = checked.value;
      const asked = await db.signIns.takeChallenge(challengeId);
      if (asked === null || asked.userId !== userId) throw new ServiceError('passkey_refused');
      const {
        id,
        publicKey,
        counter,
        transports = [],
      } = await verifyNew(request, { challenge: asked.challenge, response });
      const isNew = await db.passkeys.add({
        id,
        userId,
        name,
        publicKey: Uint8Array.from(publicKey),
        counter,
        transports,
      });
      const added = isNew ? await db.passkeys.find(id) : null;
      if (added === null) throw new ServiceError('passkey_refused', { detail: 'This passkey is registered already.' });
      return { status: 200, data: toPasskey(added) };
    },
  };
}

export function listPasskeysRoute({ db }: PasskeysDeps): Route {
  return {
    ...OWN,
    method: 'get',
    path: '/v1/me/passkeys',
    operationId: 'listPasskeys',
    summary: 'List the person’s passkeys',
    responses: {
      200: { description: 'The passkeys.', schema: successEnvelope({ type: 'array', items: passkeySchema }) },
    },
    errors: [],
    async handle(request) {
      const passkeys = await db.passkeys.list(memberOf(request).userId);
      return { status: 200, data: passkeys.map(toPasskey) };
    },
  };
}

export function removePasskeyRoute({ db }: PasskeysDeps): Route {
  return {
    ...OWN,
    method: 'delete',
    path: '/v1/me/passkeys/{id}',
    operationId: 'removePasskey',
    summary: 'Remove a passkey',
    params: { id: { type: 'string' } },
    responses: { 200: { description: 'What it was.', schema: successEnvelope(passkeySchema) } },
    errors: ['passkey_not_found'],
    async handle(request) {
      const { userId } = memberOf(request);
      const id = request.params['id'] ?? '';
      const passkey = await db.passkeys.find(id);
      if (passkey === null || !(await db.passkeys.remove(userId, id))) throw new ServiceError('passkey_not_found');
      return { status: 200, data: toPasskey(passkey) };
    },
  };
}

/** A WebAuthn credential id has at most 1,023 bytes. */
const ID_LENGTH_MAX = 1_400;

async function findPasskey(
  { passkeys }: Pick<PasskeysDeps['db'], 'passkeys'>,
  id: unknown,
): Promise<PasskeyRecord | null> {
  return typeof id === 'string' && id.length <= ID_LENGTH_MAX ? passkeys.find(id) : null;
}

function toPasskey({ id, name, createdAt, lastUsedAt }: PasskeyRecord) {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

/** The requesting page; it was already checked to be our own. Passkeys belong to its host. */
function siteOf({ header, publicUrl }: Pick<ApiRequest, 'header' | 'publicUrl'>): { id: string; origin: string } {
  const { origin, hostname } = new URL(header('origin') ?? publicUrl);
  return { id: hostname, origin };
}

async function answerOptions(
  { signIns }: Pick<PasskeysDeps['db'], 'signIns'>,
  options: { readonly challenge: string },
  userId: string | null,
) {
  const challengeId = newToken();
  await signIns.addChallenge(challengeId, { challenge: options.challenge, userId });
  return { status: 200, data: { challengeId, options } };
}

interface Answered {
  readonly challenge: string;
  readonly response: Readonly<Record<string, unknown>>;
}

/** The signature counter. Throws: ServiceError passkey_refused. */
async function verifySignIn(
  request: ApiRequest,
  passkey: PasskeyRecord,
  { challenge, response }: Answered,
): Promise<number> {
  const { id: expectedRPID, origin: expectedOrigin } = siteOf(request);
  const { verified, authenticationInfo } = await orRefused(
    verifyAuthenticationResponse({
      // The library validates every member, and throws where one is missing.
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: false,
      credential: {
        id: passkey.id,
        publicKey: passkey.publicKey,
        counter: passkey.counter,
        transports: toTransports(passkey.transports),
      },
    }),
  );
  if (!verified) throw new ServiceError('passkey_refused');
  return authenticationInfo.newCounter;
}

async function verifyNew(request: ApiRequest, { challenge, response }: Answered) {
  const { id: expectedRPID, origin: expectedOrigin } = siteOf(request);
  const { verified, registrationInfo } = await orRefused(
    verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: false,
    }),
  );
  if (!verified || registrationInfo === undefined) throw new ServiceError('passkey_refused');
  return registrationInfo.credential;
}

/** The library throws for everything that is wrong with a response, whether from a browser or from an attacker. */
async function orRefused<T>(verification: Promise<T>): Promise<T> {
  try {
    return await verification;
  } catch (cause) {
    throw new ServiceError('passkey_refused', { cause });
  }
}

const TRANSPORTS: readonly AuthenticatorTransport[] = ['ble', 'hybrid', 'internal', 'nfc', 'usb'];

function toTransports(names: readonly string[]): AuthenticatorTransport[] {
  return TRANSPORTS.filter((known) => names.includes(known));
}
