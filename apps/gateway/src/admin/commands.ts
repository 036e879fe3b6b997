import { Command } from 'commander';
import { addAccounts } from './account-commands';
import { addDoctor } from './doctor-command';
import { addKeys } from './key-commands';
import { addMembers } from './member-commands';
import { addRestoreCheck } from './restore-commands';
import type { AdminDeps } from './admin-deps';

/** The command line `drape`: accounts, plans and keys, and what an operator does after a restore. */
export function createProgram(deps: AdminDeps): Command {
  const program = new Command('drape').description(
    'Accounts, plans, API keys and members of a Drape service, its restore and its doctor.',
  );
  program.option('--json', 'print records as JSON').showHelpAfterError().exitOverride();
  addAccounts(program.command('account').description('accounts and their plans'), deps);
  addKeys(program.command('key').description('API keys'), deps);
  addMembers(program.command('member').description('people who use the dashboard'), deps);
  addRestoreCheck(program, deps);
  addDoctor(program, deps);
  return program;
}
