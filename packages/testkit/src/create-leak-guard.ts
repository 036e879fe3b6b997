import { waitFor } from './wait-for';

/** What keeps a process alive; immediates and file reads come and go by themselves. */
const KINDS = ['TCPSocketWrap', 'TCPServerWrap', 'TLSWrap', 'ProcessWrap', 'MessagePort', 'Timeout'];

export interface LeakGuard {
  /** Throws unless everything opened since the guard was made is closed, within the grace that sockets need. */
  check: (graceMs?: number) => Promise<void>;
}

/** Remembers which sockets, servers, children, worker threads and timers live now. Make it before, check it after a test. */
export function createLeakGuard(): LeakGuard {
  const before = countResources();
  const grown = (): string[] =>
    KINDS.filter((kind) => (countResources().get(kind) ?? 0) > (before.get(kind) ?? 0) + (kind === 'Timeout' ? 1 : 0));
  return {
    async check(graceMs = 2_000) {
      await waitFor(() => grown().length === 0, { timeoutMs: graceMs }).catch(() => {
        throw new Error(`left open: ${grown().join(', ')}`);
      });
    },
  };
}

function countResources(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}
