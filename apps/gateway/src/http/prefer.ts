import { LIMITS } from './limits';

/** What `Prefer` (RFC 7240) asks for. */
export interface Preference {
  /** Seconds that the client is willing to wait, capped at our maximum; null where it did not say. */
  readonly waitSec: number | null;
  readonly respondAsync: boolean;
}

/** Preferences that are unknown or make no sense are ignored, as the RFC asks. */
export function parsePrefer(header: string | undefined): Preference {
  let waitSec: number | null = null;
  let respondAsync = false;
  for (const part of (header ?? '').split(',')) {
    const [name = '', value = ''] = (part.split(';')[0] ?? '').split('=').map((text) => text.trim().toLowerCase());
    if (name === 'respond-async') respondAsync = true;
    const seconds = value.replaceAll('"', '');
    if (name === 'wait' && waitSec === null && /^\d{1,9}$/.test(seconds)) {
      waitSec = Math.min(Number(seconds), LIMITS.preferWaitSecMax);
    }
  }
  return { waitSec, respondAsync };
}

/** How long a response may wait for the result: as asked; not at all for `respond-async`; otherwise the default. */
export function waitBudgetMs({ waitSec, respondAsync }: Preference, usualMs: number): number {
  if (waitSec !== null) return waitSec * 1000;
  return respondAsync ? 0 : usualMs;
}

/** How the preferences were applied. */
export interface Applied {
  /** The answer is a 202. */
  readonly isAsync: boolean;
  /** How long the request waited for a result that it does not have after all; null where it has it. */
  readonly inVainMs: number | null;
}

/**
 * The header that names the applied preferences; none where nothing was applied. A wait that was cut short, by a gateway that shuts down or
 * a queue that did not take the job, is reported with its real length.
 */
export function preferenceApplied(
  { waitSec, respondAsync }: Preference,
  { isAsync, inVainMs }: Applied,
): Record<string, string> {
  const applied = respondAsync && isAsync ? ['respond-async'] : [];
  if (waitSec !== null) {
    const waitedSec = inVainMs === null ? waitSec : Math.floor(inVainMs / 1000);
    applied.push(`wait=${Math.min(waitSec, waitedSec)}`);
  }
  return applied.length === 0 ? {} : { 'Preference-Applied': applied.join(', ') };
}
