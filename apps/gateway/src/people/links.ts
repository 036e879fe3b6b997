import type { MemberRole } from '@drape/contracts';
import type { Database, InvitationRecord, SignUp } from '@drape/db';
import { hashToken, newToken } from './token';

/** How long a sign-in link works. */
export const LINK_MINUTES = 20;
/** Long enough to survive the invitee's holidays. */
export const INVITATION_DAYS = 14;

/** The service's address without a trailing slash. */
export type ServiceUrl = string;

/** A link that signs in once. The token follows the #, so that browsers do not send it to servers. */
export async function newSignInLink(
  { signIns }: Pick<Database, 'signIns'>,
  url: ServiceUrl,
  about: { readonly email: string; readonly signUp: SignUp | null },
): Promise<string> {
  const token = newToken();
  await signIns.addMailLink({ ...about, hash: hashToken(token), seconds: LINK_MINUTES * 60 });
  return `${url}/dashboard/link#${token}`;
}

export interface Invited {
  readonly invitation: InvitationRecord;
  readonly link: string;
}

/** Invites an address into an account; an earlier invitation of it ends. */
export async function newInvitation(
  { invitations }: Pick<Database, 'invitations'>,
  url: ServiceUrl,
  about: { readonly accountId: string; readonly email: string; readonly role: MemberRole },
): Promise<Invited> {
  const token = newToken();
  const invitation = await invitations.put({ ...about, hash: hashToken(token), days: INVITATION_DAYS });
  return { invitation, link: `${url}/dashboard/invitation#${token}` };
}
