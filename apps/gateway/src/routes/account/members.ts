import {
  createValidator,
  invitationSchema,
  inviteSchema,
  memberSchema,
  newInvitationSchema,
  requestError,
  ServiceError,
  successEnvelope,
  updateMemberSchema,
  type InviteBody,
  type UpdateMemberBody,
} from '@drape/contracts';
import type { Database, InvitationRecord, MemberOutcome, MemberRecord } from '@drape/db';
import { mailText } from '../../people/mail-texts';
import type { Mailer } from '../../people/mailer';
import { memberOf } from '../../people/require-member';
import { INVITATION_DAYS, newInvitation } from '../../people/links';
import type { Route } from '../route';

export interface MembersDeps {
  readonly db: Pick<Database, 'accounts' | 'invitations' | 'people'>;
  readonly mailer: Pick<Mailer, 'isOn' | 'send'>;
}

const ROUTE = { tag: 'Accounts', scope: null } as const;
const ID = { id: { type: 'string' } } as const;

export function listMembersRoute({ db }: MembersDeps): Route {
  return {
    ...ROUTE,
    member: 'viewer',
    method: 'get',
    path: '/v1/members',
    operationId: 'listMembers',
    summary: 'List the members of the account',
    responses: {
      200: { description: 'The members.', schema: successEnvelope({ type: 'array', items: memberSchema }) },
    },
    errors: [],
    async handle(request) {
      const members = await db.people.members(memberOf(request).accountId);
      return { status: 200, data: members.map(toMember) };
    },
  };
}

export function updateMemberRoute({ db }: MembersDeps): Route {
  const validate = createValidator<UpdateMemberBody>(updateMemberSchema);
  return {
    ...ROUTE,
    member: 'owner',
    method: 'patch',
    path: '/v1/members/{id}',
    operationId: 'updateMember',
    summary: 'Change a member’s role',
    params: ID,
    body: updateMemberSchema,
    responses: { 200: { description: 'The member.', schema: successEnvelope(memberSchema) } },
    errors: ['member_not_found', 'last_owner', 'invalid_role'],
    async handle(request) {
      const checked = validate(request.body);
      if (!checked.ok) throw requestError(checked.details);
      const { accountId } = memberOf(request);
      const id = request.params['id'] ?? '';
      assertDone(await db.people.changeRole(accountId, id, checked.value.role));
      return { status: 200, data: toMember(await findMember(db, accountId, id)) };
    },
  };
}

export function removeMemberRoute({ db }: MembersDeps): Route {
  return {
    ...ROUTE,
    member: 'owner',
    method: 'delete',
    path: '/v1/members/{id}',
    operationId: 'removeMember',
    summary: 'Take a member out of the account',
    description:
      'Ends the person’s dashboard sessions of this account. Keys that the person made go on: revoke those that should not.',
    params: ID,
    responses: { 200: { description: 'Who it was.', schema: successEnvelope(memberSchema) } },
    errors: ['member_not_found', 'last_owner'],
    async handle(request) {
      const { accountId } = memberOf(request);
      const id = request.params['id'] ?? '';
      const member = await findMember(db, accountId, id);
      assertDone(await db.people.removeMember(accountId, id));
      return { status: 200, data: toMember(member) };
    },
  };
}

export function inviteRoute({ db, mailer }: MembersDeps): Route {
  const validate = createValidator<InviteBody>(inviteSchema);
  return {
    ...ROUTE,
    member: 'owner',
    method: 'post',
    path: '/v1/invitations',
    operationId: 'invite',
    summary: 'Invite somebody into the account',
    description: `By mail where mails are sent; the link is in the answer too. It works once, for ${INVITATION_DAYS} days. An earlier one to the same address ends.`,
    body: inviteSchema,
    responses: { 200: { description: 'The invitation.', schema: successEnvelope(newInvitationSchema) } },
    errors: ['invalid_email', 'invalid_role', 'already_member'],
    async handle(request) {
      const checked = validate(request.body);
      if (!checked.ok) throw requestError(checked.details);
      const { role, language = 'en' } = checked.value;
      const email = checked.value.email.toLowerCase();
      const { accountId } = memberOf(request);
      const members = await db.people.members(accountId);
      if (members.some((one) => one.email === email)) throw new ServiceError('already_member', { param: 'email' });
      const { invitation, link } = await newInvitation(db, request.publicUrl, { accountId, email, role });
      const account = await db.accounts.find(accountId);
      mailer.send(
        email,
        mailText(language, 'invitation', { link, lasts: INVITATION_DAYS, accountName: account?.name ?? '' }),
      );
      return { status: 200, data: { ...toInvitation(invitation), sent: mailer.isOn, link } };
    },
  };
}

export function listInvitationsRoute({ db }: MembersDeps): Route {
  return {
    ...ROUTE,
    member: 'owner',
    method: 'get',
    path: '/v1/invitations',
    operationId: 'listInvitations',
    summary: 'List the open invitations',
    responses: {
      200: {
        description: 'The invitations, the latest first.',
        schema: successEnvelope({ type: 'array', items: invitationSchema }),
      },
    },
    errors: [],
    async handle(request) {
      const invitations = await db.invitations.list(memberOf(request).accountId);
      return { status: 200, data: invitations.map(toInvitation) };
    },
  };
}

export function removeInvitationRoute({ db }: MembersDeps): Route {
  return {
    ...ROUTE,
    member: 'owner',
    method: 'delete',
    path: '/v1/invitations/{id}',
    operationId: 'removeInvitation',
    summary: 'Take an invitation back',
    params: ID,
    responses: { 200: { description: 'What it was.', schema: successEnvelope(invitationSchema) } },
    errors: ['invitation_not_found'],
    async handle(request) {
      const { accountId } = memberOf(request);
      const id = request.params['id'] ?? '';
      const open = await db.invitations.list(accountId);
      const invitation = open.find((one) => one.id === id);
      if (invitation === undefined || !(await db.invitations.remove(accountId, id))) {
        throw new ServiceError('invitation_not_found');
      }
      return { status: 200, data: toInvitation(invitation) };
    },
  };
}

async function findMember(db: Pick<Database, 'people'>, accountId: string, id: string): Promise<MemberRecord> {
  const members = await db.people.members(accountId);
  const member = members.find(({ userId }) => userId === id);
  if (member === undefined) throw new ServiceError('member_not_found');
  return member;
}

function assertDone(outcome: MemberOutcome): void {
  if (outcome === 'missing') throw new ServiceError('member_not_found');
  if (outcome === 'last_owner') throw new ServiceError('last_owner');
}

function toMember({ userId, email, name, role, createdAt, lastSignInAt }: MemberRecord) {
  return {
    id: userId,
    email,
    name,
    role,
    createdAt: createdAt.toISOString(),
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
  };
}

function toInvitation({ id, email, role, createdAt, expiresAt }: InvitationRecord) {
  return {
    id,
    email,
    role,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
