/** A web origin on this machine, with or without a port: what a page has while it is being made. */
const LOOPBACK = /^(https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?$/;
/** The same with a star for the port. */
const LOOPBACK_ANY_PORT = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\]):\*$/;

/** Whether a page of the origin may use a key with this allow-list. An entry with a star allows any port, or none. */
export function isOriginAllowed(origin: string, allowList: readonly string[]): boolean {
  if (LOOPBACK_ANY_PORT.test(origin)) return false;
  const host = LOOPBACK.exec(origin)?.[1];
  return allowList.includes(origin) || (host !== undefined && allowList.includes(`${host}:*`));
}

/** Whether an allow-list may have the entry: an origin as browsers send it, or `http://localhost:*` and its like. */
export function isOriginEntry(text: string): boolean {
  if (LOOPBACK_ANY_PORT.test(text)) return true;
  return !text.includes('*') && URL.canParse(text) && new URL(text).origin === text;
}
