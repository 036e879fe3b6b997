import { parseUrl } from '@drape/contracts';

/** A web origin on this machine, with or without a port: that of a page under development. */
const LOOPBACK = /^(https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?$/;
/** The same with `*` for the port. */
const LOOPBACK_ANY_PORT = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\]):\*$/;

/** Whether pages of the origin may use a key with this allow-list. An entry with `*` allows any port, or none. */
export function isOriginAllowed(origin: string, allowList: readonly string[]): boolean {
  if (LOOPBACK_ANY_PORT.test(origin)) return false;
  const host = LOOPBACK.exec(origin)?.[1];
  return allowList.includes(origin) || (host !== undefined && allowList.includes(`${host}:*`));
}

/** Whether the entry is valid in an allow-list: an origin as browsers send it, or `http://localhost:*` and the like. */
export function isOriginEntry(text: string): boolean {
  if (LOOPBACK_ANY_PORT.test(text)) return true;
  return !text.includes('*') && parseUrl(text)?.origin === text;
}
