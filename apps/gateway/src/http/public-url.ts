import { isIPv6 } from 'node:net';

/** Where the host of the request stands in a URL that follows it. */
const HOST_MARK = '{host}';
/** Asked by nobody that we know: whoever reads it sits at this machine. */
const LOOPBACK = '127.0.0.1';
const NAME = /^[a-z0-9][a-z0-9._-]{0,252}$/i;

/** The address at which clients reach the service, without a slash at the end, for a request that came by this host. */
export type PublicUrl = (host: string | null) => string;

/** `template` as configured; without one the gateway is reached at its own port of this machine. */
export function createPublicUrl(template: string | undefined, port: () => number): PublicUrl {
  return (host) => {
    const url = template ?? `http://${LOOPBACK}:${port()}`;
    return url.replaceAll(HOST_MARK, host ?? LOOPBACK).replace(/\/+$/, '');
  };
}

/** The name or address of a Host header (without its port) as it may stand in a URL; null for anything else. */
export function toHost(hostname: string | undefined): string | null {
  if (hostname === undefined) return null;
  const [, address] = /^\[(.+)\]$/.exec(hostname) ?? [];
  if (address !== undefined) return isIPv6(address) && !address.includes('%') ? hostname : null;
  return NAME.test(hostname) ? hostname : null;
}
