import { listPending } from './migrate';

/** The database's schema is older than this program. A newer one is fine: schemas are extended before anything is removed. */
export class NotMigratedError extends Error {
  override readonly name = 'NotMigratedError';
  constructor(readonly missing: readonly string[]) {
    const [first = '', ...others] = missing;
    const rest = others.length === 0 ? '' : ` and ${others.length} more`;
    super(
      `The database lacks the migration ${first}${rest}: run the migration of this version first (docs/upgrade.md).`,
    );
  }
}

/** Throws: NotMigratedError where a migration of this program is missing; what `migrate` throws; errors of the connection. */
export async function assertMigrated(url: string, options: { migrationsDir?: string } = {}): Promise<void> {
  const missing = await listPending(url, options);
  if (missing.length > 0) throw new NotMigratedError(missing);
}
