/** What the reference shows of accounts and their members, by the title of the schema. */
const AT = '2026-11-21T12:00:00.000Z';
const LATER = '2026-11-21T12:00:01.000Z';
const IN_A_FORTNIGHT = '2026-12-05T12:00:00.000Z';
const USER = 'usr_01KAJZ6T2M4P6R8T0V2X4Z6B8D';
const ACCOUNT = 'acc_01KAJZ6S1K3M5P7R9T1V3X5Z7B';
const EMAIL = 'jo@shop.example';
const INVITED = 'kim@shop.example';
const PASSWORD = 'a long sentence is best';
const TOKEN = 'm3V4hXk9Qw2sT7uYpLcR8dNfGzB1aJ6eKiOxWvUtSrQ';
const CHALLENGE = 'w1Xo5b9uQ3kZt7Rj2mVh8LyPc4Ns6FgDaEiBxCzUvWk';

const PASSKEY_ANSWER = {
  challengeId: CHALLENGE,
  response: {
    id: 'q83vEjRWeJA',
    rawId: 'q83vEjRWeJA',
    type: 'public-key',
    response: {},
    clientExtensionResults: {},
  },
} as const;

const INVITATION = {
  id: 'inv_01KAJZ6V4P6R8T0V2X4Z6B8D0F',
  email: INVITED,
  role: 'developer',
  createdAt: AT,
  expiresAt: IN_A_FORTNIGHT,
} as const;

export const PEOPLE_EXAMPLES: Readonly<Record<string, unknown>> = {
  SignInWays: { signUp: false, mail: true },
  SignUp: { email: EMAIL, accountName: 'Shop', name: 'Jo', language: 'en' },
  SendSignInLink: { email: EMAIL, language: 'en' },
  SignInLinkSent: { sent: true, minutes: 20 },
  RedeemSignInLink: { token: TOKEN },
  PasswordSignIn: { email: EMAIL, password: PASSWORD },
  PasskeyOptions: {
    challengeId: CHALLENGE,
    options: {
      challenge: 'kq1T5w9Xz3B7dF1h',
      rpId: 'drape.shop.example',
      userVerification: 'preferred',
      timeout: 60_000,
    },
  },
  PasskeySignIn: PASSKEY_ANSWER,
  AddPasskey: { ...PASSKEY_ANSWER, name: 'Laptop' },
  Passkey: {
    id: 'q83vEjRWeJA',
    name: 'Laptop',
    createdAt: AT,
    lastUsedAt: null,
  },
  AcceptInvitation: { token: TOKEN, name: 'Kim' },
  Me: {
    id: USER,
    email: EMAIL,
    name: 'Jo',
    hasPassword: false,
    role: 'owner',
    accountId: ACCOUNT,
    accounts: [{ id: ACCOUNT, name: 'Shop', role: 'owner' }],
  },
  UpdateMe: { name: 'Jo' },
  Account: {
    id: ACCOUNT,
    name: 'Shop',
    status: 'active',
    plan: 'business',
    limitPerHour: 2000,
    inFlightMax: 20,
    minQuality: 'fair',
    retentionSeconds: 604_800,
    drapeVersion: '2026-11-01',
    createdAt: AT,
  },
  UpdateAccount: { minQuality: 'good', retentionSeconds: 86_400 },
  Member: {
    id: USER,
    email: EMAIL,
    name: 'Jo',
    role: 'owner',
    createdAt: AT,
    lastSignInAt: LATER,
  },
  UpdateMember: { role: 'viewer' },
  Invite: { email: INVITED, role: 'developer', language: 'en' },
  Invitation: INVITATION,
  NewInvitation: {
    ...INVITATION,
    sent: true,
    link: `https://drape.shop.example/dashboard/invitation#${TOKEN}`,
  },
  AuditEntry: {
    id: 'aud_01KAJZ6W5Q7S9T1V3X5Z7B9D1F',
    userId: USER,
    email: EMAIL,
    env: 'live',
    action: 'createKey',
    target: 'key_01KAJZ9D2N4Q6S8V0X2Z4B6D8F',
    createdAt: LATER,
  },
};
