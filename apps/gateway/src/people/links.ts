import type { MemberRole } from '@drape/contracts';
import type { Database, InvitationRecord, SignUp } from '@drape/db';
import { hashToken, newToken } from './token';

/** How long a sign-in link works. */
export const LINK_MINUTES = 20;
/** An invitation waits for somebody's holidays to end. */
export const INVITATION_DAYS = 14;

/** Where the dashboard is, without a slash at the end. */
export type ServiceUrl = string;

/** A link that signs in once. Its token stands behind the #, which browsers send to nobody. */
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

/** An invitation into an account; an earlier one to the same address ends. */
export async function newInvitation(
  { invitations }: Pick<Database, 'invitations'>,
  url: ServiceUrl,
  about: { readonly accountId: string; readonly email: string; readonly role: MemberRole },
): Promise<Invited> {
  const token = newToken();
  const invitation = await invitations.put({ ...about, hash: hashToken(token), days: INVITATION_DAYS });
  return { invitation, link: `${url}/dashboard/invitation#${token}` };
}
