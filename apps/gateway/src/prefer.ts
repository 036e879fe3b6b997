import { LIMITS } from './limits';

/** What `Prefer` (RFC 7240) asks for. */
export interface Preference {
  /** Seconds that the client is ready to wait, 0…30; null where it did not say. */
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

/** The value of Preference-Applied, or null where nothing was asked. */
export function preferenceApplied({ waitSec, respondAsync }: Preference): string | null {
  const parts = [...(respondAsync ? ['respond-async'] : []), ...(waitSec === null ? [] : [`wait=${waitSec}`])];
  return parts.length === 0 ? null : parts.join(', ');
}
