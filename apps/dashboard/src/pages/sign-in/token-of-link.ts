/** The token of a link stands behind the #; null where it is missing. */
export function tokenOfLink(): string | null {
  const token = location.hash.slice(1);
  return /^[\w-]{20,100}$/.test(token) ? token : null;
}
