import type { MeView } from '@drape/contracts';
import type { Database } from '@drape/db';

export type PeopleStore = Pick<Database, 'people'>;

/** A signed-in person and the account in use, as the API shows them. */
export async function toMe({ people }: PeopleStore, userId: string, accountId: string): Promise<MeView> {
  const [person, memberships] = await Promise.all([people.find(userId), people.memberships(userId)]);
  const current = memberships.find((one) => one.accountId === accountId);
  if (person === null || current === undefined) throw new Error(`${userId} is no member of ${accountId} any more`);
  return {
    id: person.id,
    email: person.email,
    name: person.name,
    hasPassword: person.passwordHash !== null,
    role: current.role,
    accountId,
    accounts: memberships.map((one) => ({
      id: one.accountId,
      name: one.accountName,
      role: one.role,
    })),
  };
}
