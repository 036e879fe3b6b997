/**
 * What to look at where a browser says no more than "Failed to fetch": it says so of a service that cannot be reached, and of
 * one that does not let the page read its answer. Empty outside of pages.
 */
export function whereFrom(): string {
  const { location } = globalThis as { location?: { origin?: string } };
  const origin = location?.origin;
  if (origin === undefined) return '';
  return ` From a page, here ${origin}, a publishable key or a client token is needed (drp_pk_…, drp_ct_…): of other keys a page may read no answer.`;
}
