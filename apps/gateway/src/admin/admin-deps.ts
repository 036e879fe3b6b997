import type { Database } from '@drape/db';
import type { ObjectStore } from '@drape/storage';
import type { DoctorDeps } from '../doctor/examine';
import type { CheckRestoreDeps } from '../restore/check-restore';

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
