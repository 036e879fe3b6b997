/** How many checks of photos this gateway has under way, by account. */
export interface ChecksInProgress {
  /** Counts one more; how many the account has now, this one included. */
  enter(accountId: string): number;
  leave(accountId: string): void;
}

export function createChecksInProgress(): ChecksInProgress {
  const counts = new Map<string, number>();
  return {
    enter(accountId) {
      const count = (counts.get(accountId) ?? 0) + 1;
      counts.set(accountId, count);
      return count;
    },
    leave(accountId) {
      const count = (counts.get(accountId) ?? 0) - 1;
      if (count > 0) counts.set(accountId, count);
      else counts.delete(accountId);
    },
  };
}
