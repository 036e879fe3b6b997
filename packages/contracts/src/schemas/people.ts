import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { KEY_ENVS, MEMBER_ROLES } from '../access-model';
import { QUALITY_LEVELS } from '../quality-level';

/** Languages that the dashboard and its mails speak. */
export const DASHBOARD_LANGUAGES = ['en', 'de', 'fr'] as const;
export type DashboardLanguage = (typeof DASHBOARD_LANGUAGES)[number];

export const PASSWORD_LENGTH = { min: 12, max: 200 } as const;
const RETENTION_SECONDS_MAX = 2_592_000;

const timestamp = { type: 'string', format: 'date-time' } as const;
const timestampOrNull = { type: ['string', 'null'], format: 'date-time' } as const;
const text = { type: 'string' } as const;
const role = {
  type: 'string',
  enum: MEMBER_ROLES,
  description: 'owner: everything; developer: all but members and settings; viewer: reads.',
} as const;
const email = {
  type: 'string',
  minLength: 3,
  maxLength: 254,
  pattern: '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$',
  'x-expected': 'an e-mail address',
  examples: ['jo@shop.example'],
} as const;
const password = {
  type: 'string',
  minLength: PASSWORD_LENGTH.min,
  maxLength: PASSWORD_LENGTH.max,
  examples: ['a long sentence is best'],
} as const;
const name = { type: 'string', maxLength: 100, description: 'What the others call the person.' } as const;
const accountName = { type: 'string', minLength: 1, maxLength: 100, description: 'What the shop is called.' } as const;
const token = { type: 'string', minLength: 20, maxLength: 100, description: 'Out of the link.' } as const;
const language = {
  type: 'string',
  enum: DASHBOARD_LANGUAGES,
  description: 'Of the mail; en where missing.',
} as const;
const object = { type: 'object', additionalProperties: true } as const;

/** How somebody can sign in here. */
export const signInWaysSchema = {
  title: 'SignInWays',
  type: 'object',
  required: ['signUp', 'mail'],
  additionalProperties: false,
  properties: {
    signUp: { type: 'boolean', description: 'Whoever comes may open an account.' },
    mail: { type: 'boolean', description: 'Links can be sent by mail.' },
  },
} as const satisfies JSONSchema;

/** Body of POST /v1/auth/sign-up. */
export const signUpSchema = {
  title: 'SignUp',
  type: 'object',
  required: ['email', 'accountName'],
  additionalProperties: false,
  properties: {
    email,
    accountName,
    name,
    password: { ...password, description: 'Needed where no mail is sent.' },
    language,
  },
} as const;
export interface SignUpBody {
  readonly email: string;
  readonly accountName: string;
  readonly name?: string;
  readonly password?: string;
  readonly language?: DashboardLanguage;
}

/** Body of POST /v1/auth/link. */
export const sendLinkSchema = {
  title: 'SendSignInLink',
  type: 'object',
  required: ['email'],
  additionalProperties: false,
  properties: { email, language },
} as const;
export interface SendLinkBody {
  readonly email: string;
  readonly language?: DashboardLanguage;
}

export const linkSentSchema = {
  title: 'SignInLinkSent',
  type: 'object',
  required: ['sent', 'minutes'],
  additionalProperties: false,
  properties: {
    sent: { type: 'boolean', description: 'Also where nobody has the address: it is told to nobody who does.' },
    minutes: { type: 'integer', description: 'How long the link works.' },
  },
} as const satisfies JSONSchema;

/** Body of POST /v1/auth/link/redeem. */
export const redeemLinkSchema = {
  title: 'RedeemSignInLink',
  type: 'object',
  required: ['token'],
  additionalProperties: false,
  properties: { token },
} as const;
export interface RedeemLinkBody {
  readonly token: string;
}

/** Body of POST /v1/auth/password. */
export const passwordSignInSchema = {
  title: 'PasswordSignIn',
  type: 'object',
  required: ['email', 'password'],
  additionalProperties: false,
  properties: { email, password: { type: 'string', minLength: 1, maxLength: PASSWORD_LENGTH.max } },
} as const;
export interface PasswordSignInBody {
  readonly email: string;
  readonly password: string;
}

/** What the browser's `navigator.credentials` is asked with. */
export const passkeyOptionsSchema = {
  title: 'PasskeyOptions',
  type: 'object',
  required: ['challengeId', 'options'],
  additionalProperties: false,
  properties: {
    challengeId: text,
    options: { ...object, description: 'As WebAuthn writes them in JSON.' },
  },
} as const satisfies JSONSchema;

/** Body of POST /v1/auth/passkey. */
export const passkeySignInSchema = {
  title: 'PasskeySignIn',
  type: 'object',
  required: ['challengeId', 'response'],
  additionalProperties: false,
  properties: {
    challengeId: { type: 'string', maxLength: 60 },
    response: { ...object, description: 'What the browser answered, in JSON.' },
  },
} as const;
export interface PasskeyAnswerBody {
  readonly challengeId: string;
  readonly response: Readonly<Record<string, unknown>>;
}

/** Body of POST /v1/me/passkeys. */
export const addPasskeySchema = {
  ...passkeySignInSchema,
  title: 'AddPasskey',
  properties: {
    ...passkeySignInSchema.properties,
    name: { type: 'string', minLength: 1, maxLength: 60, description: 'What the device is called.' },
  },
} as const;
export interface AddPasskeyBody extends PasskeyAnswerBody {
  readonly name?: string;
}

export const passkeySchema = {
  title: 'Passkey',
  type: 'object',
  required: ['id', 'name', 'createdAt', 'lastUsedAt'],
  additionalProperties: false,
  properties: { id: text, name: text, createdAt: timestamp, lastUsedAt: timestampOrNull },
} as const satisfies JSONSchema;

/** Body of POST /v1/auth/invitation. */
export const acceptInvitationSchema = {
  title: 'AcceptInvitation',
  type: 'object',
  required: ['token'],
  additionalProperties: false,
  properties: { token, name, password },
} as const;
export interface AcceptInvitationBody {
  readonly token: string;
  readonly name?: string;
  readonly password?: string;
}

const membership = {
  type: 'object',
  required: ['id', 'name', 'role'],
  additionalProperties: false,
  properties: { id: text, name: text, role },
} as const;

/** The person who is signed in. */
export const meSchema = {
  title: 'Me',
  type: 'object',
  required: ['id', 'email', 'name', 'hasPassword', 'role', 'accountId', 'accounts'],
  additionalProperties: false,
  properties: {
    id: text,
    email: text,
    name: text,
    hasPassword: { type: 'boolean' },
    role: { ...role, description: 'In the account that is looked at.' },
    accountId: { type: 'string', description: 'The account that is looked at.' },
    accounts: { type: 'array', items: membership },
  },
} as const satisfies JSONSchema;
export type MeView = FromSchema<typeof meSchema>;

/** Body of PATCH /v1/me. */
export const updateMeSchema = {
  title: 'UpdateMe',
  type: 'object',
  additionalProperties: false,
  properties: {
    name,
    password: { ...password, description: 'The new one; ends the person’s other sessions.' },
    currentPassword: { type: 'string', maxLength: PASSWORD_LENGTH.max, description: 'Where there is one already.' },
    accountId: { type: 'string', maxLength: 40, description: 'Look at another of the person’s accounts.' },
  },
} as const;
export interface UpdateMeBody {
  readonly name?: string;
  readonly password?: string;
  readonly currentPassword?: string;
  readonly accountId?: string;
}

/** The account and its settings. */
export const accountSchema = {
  title: 'Account',
  type: 'object',
  required: [
    ...(['id', 'name', 'status', 'plan', 'limitPerHour', 'inFlightMax', 'minQuality', 'retentionSeconds'] as const),
    ...(['drapeVersion', 'createdAt'] as const),
  ],
  additionalProperties: false,
  properties: {
    id: text,
    name: text,
    status: { type: 'string', enum: ['active', 'suspended'] },
    plan: text,
    limitPerHour: { type: 'integer', description: 'Requests in a rolling hour.' },
    inFlightMax: { type: 'integer', description: 'Try-ons that may be unfinished at the same time.' },
    minQuality: { type: 'string', enum: QUALITY_LEVELS },
    retentionSeconds: { type: 'integer', description: 'How long results are kept whose try-on does not say so.' },
    drapeVersion: text,
    createdAt: timestamp,
  },
} as const satisfies JSONSchema;
export type AccountView = FromSchema<typeof accountSchema>;

/** Body of PATCH /v1/account. */
export const updateAccountSchema = {
  title: 'UpdateAccount',
  type: 'object',
  additionalProperties: false,
  properties: {
    name: accountName,
    minQuality: { type: 'string', enum: QUALITY_LEVELS },
    retentionSeconds: { type: 'integer', minimum: 0, maximum: RETENTION_SECONDS_MAX },
  },
} as const satisfies JSONSchema;
export type UpdateAccountBody = FromSchema<typeof updateAccountSchema>;

export const memberSchema = {
  title: 'Member',
  type: 'object',
  required: ['id', 'email', 'name', 'role', 'createdAt', 'lastSignInAt'],
  additionalProperties: false,
  properties: { id: text, email: text, name: text, role, createdAt: timestamp, lastSignInAt: timestampOrNull },
} as const satisfies JSONSchema;

/** Body of PATCH /v1/members/{id}. */
export const updateMemberSchema = {
  title: 'UpdateMember',
  type: 'object',
  required: ['role'],
  additionalProperties: false,
  properties: { role },
} as const satisfies JSONSchema;
export type UpdateMemberBody = FromSchema<typeof updateMemberSchema>;

const invitationProperties = { id: text, email: text, role, createdAt: timestamp, expiresAt: timestamp } as const;

export const invitationSchema = {
  title: 'Invitation',
  type: 'object',
  required: ['id', 'email', 'role', 'createdAt', 'expiresAt'],
  additionalProperties: false,
  properties: invitationProperties,
} as const satisfies JSONSchema;

export const newInvitationSchema = {
  title: 'NewInvitation',
  type: 'object',
  required: ['id', 'email', 'role', 'createdAt', 'expiresAt', 'sent', 'link'],
  additionalProperties: false,
  properties: {
    ...invitationProperties,
    sent: { type: 'boolean', description: 'A mail is on its way.' },
    link: { type: 'string', description: 'To give to the person; shown only now.' },
  },
} as const satisfies JSONSchema;

/** Body of POST /v1/invitations. */
export const inviteSchema = {
  title: 'Invite',
  type: 'object',
  required: ['email', 'role'],
  additionalProperties: false,
  properties: { email, role, language },
} as const;
export interface InviteBody {
  readonly email: string;
  readonly role: (typeof MEMBER_ROLES)[number];
  readonly language?: DashboardLanguage;
}

export const auditEntrySchema = {
  title: 'AuditEntry',
  type: 'object',
  required: ['id', 'userId', 'email', 'env', 'action', 'target', 'createdAt'],
  additionalProperties: false,
  properties: {
    id: text,
    userId: text,
    email: text,
    env: { type: ['string', 'null'], enum: [...KEY_ENVS, null], description: 'null: of the account as a whole.' },
    action: { type: 'string', description: 'The operation of this document, or how the person signed in.' },
    target: { type: ['string', 'null'], description: 'The id of what was changed.' },
    createdAt: timestamp,
  },
} as const satisfies JSONSchema;
