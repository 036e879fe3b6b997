/** Counts this gateway's running photo checks, by account. */
export interface ChecksInProgress {
  /** Counts one more and returns the account's number, including it. */
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
