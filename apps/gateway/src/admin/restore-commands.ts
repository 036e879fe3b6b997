import type { Command } from 'commander';
import { checkRestore } from '../restore/check-restore';
import { asText } from './as-text';
import { Refused } from './refused';
import type { AdminDeps } from './admin-deps';

/** `drape restore-check` */
export function addRestoreCheck(program: Command, { service, print }: AdminDeps): void {
  program
    .command('restore-check')
    .description(
      'after a restore, before anything runs: what was erased since the copy, and objects and rows that do not fit',
    )
    .option('--mend', 'erase again what was erased, and remove what no row needs', false)
    .action(async ({ mend }: { mend: boolean }, command: Command) => {
      const { db, openStore } = service();
      const findings = await checkRestore({ db, store: openStore() }, { mend });
      print(asText(findings, command));
      const count = Object.values(findings).reduce((sum: number, each: number) => sum + each, 0);
      if (count > 0 && !mend) throw new Refused('Not everything fits: run it again with --mend.');
    });
}
