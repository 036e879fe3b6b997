import type { Database } from '@drape/db';
import type { ObjectStore } from '@drape/storage';
import { Command } from 'commander';
import type { DoctorDeps } from '../doctor/examine';
import { addAccounts } from './account-commands';
import type { CheckRestoreDeps } from '../restore/check-restore';
import { addDoctor } from './doctor-command';
import { addKeys } from './key-commands';
import { addMembers } from './member-commands';
import { addRestoreCheck } from './restore-commands';

/** The service that the commands work on. */
export interface AdminService {
  readonly db: Pick<Database, 'accounts' | 'apiKeys' | 'invitations' | 'people' | 'signIns'> & CheckRestoreDeps['db'];
  /** Where people reach the dashboard. */
  readonly url: string;
  /** Throws: ConfigurationError that says what is missing. */
  readonly openStore: () => ObjectStore;
  /** Notifies the gateways that keys have changed; false where Redis is unknown or away. */
  readonly announce: () => Promise<boolean>;
}

export interface AdminDeps {
  /** Opened only by the commands that need it, not by help or wrong calls. Throws: Error that says what is missing. */
  readonly service: () => AdminService;
  /** The same, for the command that examines all rows and objects. */
  readonly doctor: () => DoctorDeps;
  readonly print: (text: string) => void;
}

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
