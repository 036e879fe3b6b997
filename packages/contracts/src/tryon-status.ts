/**
 * The states of a try-on.
 *
 * ```
 *            claim                 finish (only the attempt that holds the row)
 *  queued ──────────▶ processing ──────────▶ completed | failed
 *    │ ▲                 │ │ │
 *    │ └─────────────────┘ │ └──────────────▶ canceled   (client; also straight from queued)
 *    │   crash, stall or   │
 *    │   release: attempts + 1, at most MAX_ATTEMPTS
 *    └─────────────────────┴────────────────▶ expired    (deadline)
 * ```
 *
 * Invariants: a terminal state never changes; `processing` has a lease and an attempt number, and only that attempt may
 * finish the row; a row whose attempts are used up fails with `render_failed`. Stage and progress are hints within
 * `processing` and decide nothing.
 */
export const TRYON_STATUSES = ['queued', 'processing', 'completed', 'failed', 'canceled', 'expired'] as const;
export type TryOnStatus = (typeof TRYON_STATUSES)[number];

export type TerminalStatus = Exclude<TryOnStatus, 'queued' | 'processing'>;

/** How often a try-on may be claimed before it fails. */
export const MAX_ATTEMPTS = 3;

const NEXT: Readonly<Record<TryOnStatus, readonly TryOnStatus[]>> = {
  queued: ['processing', 'failed', 'canceled', 'expired'],
  processing: ['queued', 'completed', 'failed', 'canceled', 'expired'],
  completed: [],
  failed: [],
  canceled: [],
  expired: [],
};

export function canTransition(from: TryOnStatus, to: TryOnStatus): boolean {
  return NEXT[from].includes(to);
}

export function isTerminal(status: TryOnStatus): status is TerminalStatus {
  return NEXT[status].length === 0;
}
