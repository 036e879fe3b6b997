import type { KeyEnv } from './access-model';

/**
 * Whose data it is: an account's live data or its test data. The two never see each other; every statement of the database
 * package compares both.
 */
export interface Owner {
  readonly accountId: string;
  readonly env: KeyEnv;
}
