import { MEMBER_ROLES, type MemberRole } from '@drape/contracts';
import { Option, type Command } from 'commander';
import { INVITATION_DAYS, LINK_MINUTES, newInvitation, newSignInLink } from '../people/links';
import { accountOf } from './account-of';
import { asText } from './as-text';
import { Refused } from './refused';
import type { AdminDeps } from './admin-deps';

/** `drape member …` */
export function addMembers(member: Command, { service, print }: AdminDeps): void {
  member
    .command('invite <email>')
    .description(`invite somebody into the dashboard; the link works once, for ${INVITATION_DAYS} days`)
    .option('--account <accountId>', 'the only account where missing')
    .addOption(new Option('--role <role>', 'what the person may do').choices(MEMBER_ROLES).default('owner'))
    .action(async (typed: string, o: { account?: string; role: MemberRole }, command: Command) => {
      const { db, url } = service();
      const email = toEmail(typed);
      const accountId = await accountOf(service(), o.account);
      const { invitation, link } = await newInvitation(db, url, { accountId, email, role: o.role });
      print(asText({ ...invitation, link }, command));
    });
  member
    .command('link <email>')
    .description(`make a link that signs a member in once, within ${LINK_MINUTES} minutes`)
    .action(async (typed: string, _: unknown, command: Command) => {
      const { db, url } = service();
      const email = toEmail(typed);
      const person = await db.people.findByEmail(email);
      if (person === null) throw new Refused(`Nobody here has the address ${email}: invite the person first.`);
      const link = await newSignInLink(db, url, { email, signUp: null });
      print(asText({ id: person.id, email, link }, command));
    });
  member
    .command('list')
    .description('list the members of an account')
    .option('--account <accountId>', 'the only account where missing')
    .action(async (o: { account?: string }, command: Command) => {
      const { db } = service();
      const members = await db.people.members(await accountOf(service(), o.account));
      for (const record of members) print(asText(record, command));
    });
}

function toEmail(text: string): string {
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text)) throw new Refused(`"${text}" is no e-mail address.`);
  return text.toLowerCase();
}
