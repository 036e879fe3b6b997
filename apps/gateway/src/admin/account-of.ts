import { Refused } from './refused';
import type { AdminService } from './admin-deps';

/** The named account, or the only one that exists. */
export async function accountOf({ db }: Pick<AdminService, 'db'>, named: string | undefined): Promise<string> {
  if (named !== undefined) {
    if ((await db.accounts.find(named)) === null) throw new Refused(`There is no account ${named}.`);
    return named;
  }
  const accounts = await db.accounts.list();
  const [only] = accounts;
  if (only === undefined) throw new Refused('There is no account yet: "drape account create" makes one.');
  if (accounts.length > 1)
    throw new Refused(`Name one of the accounts with --account: ${accounts.map((a) => a.id).join(', ')}.`);
  return only.id;
}
