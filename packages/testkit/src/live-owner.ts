import type { Owner } from '@drape/contracts';

/** An account's live data, where a test has no key to take it from. */
export function liveOwner(accountId: string): Owner {
  return { accountId, env: 'live' };
}
