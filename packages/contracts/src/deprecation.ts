/** What goes: from when it is announced, and when it is gone. Days of UTC, `2026-11-01`. */
export interface Deprecation {
  readonly since: string;
  readonly sunset: string;
}

/** What is announced stays for so long at least (docs/changelog.md). */
export const DEPRECATION_MONTHS_MIN = 12;

const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** `Deprecation` as RFC 9745 has it, `Sunset` as RFC 8594. */
export function deprecationHeaders({ since, sunset }: Deprecation): Record<string, string> {
  return { Deprecation: `@${startOf(since).getTime() / 1000}`, Sunset: startOf(sunset).toUTCString() };
}

/** Whether the time between is as long as was promised. */
export function isLongEnough({ since, sunset }: Deprecation): boolean {
  const earliest = startOf(since);
  earliest.setUTCMonth(earliest.getUTCMonth() + DEPRECATION_MONTHS_MIN);
  return startOf(sunset).getTime() >= earliest.getTime();
}
