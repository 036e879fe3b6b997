import { createHash } from 'node:crypto';

/**
 * Signed URLs change with every answer and are valid for a day; a tag is stable for half of that, so that a 304 never keeps an expired one
 * alive.
 */
const URL_FRESH_MS = 12 * 3_600_000;

/** An entity tag of an answer's data. `requestId` and URL signatures do not count. */
export function entityTag(data: unknown, nowMs: number): string {
  let signed = false;
  const text = JSON.stringify(data, (key, value: unknown) => {
    if (key !== 'resultImageUrl' || value === null) return value;
    signed = true;
    return true;
  });
  const epoch = signed ? `@${Math.floor(nowMs / URL_FRESH_MS)}` : '';
  return `"${createHash('sha256').update(`${text}${epoch}`).digest('base64url').slice(0, 27)}"`;
}

/** Whether If-None-Match names the tag (RFC 9110, weak comparison). */
export function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === tag);
}
