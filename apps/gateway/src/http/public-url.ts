import { isIPv6 } from 'node:net';

/** Placeholder for the host of the request. */
const HOST_MARK = '{host}';
/** Without a request the reader is assumed to be on this machine. */
const LOOPBACK = '127.0.0.1';
const NAME = /^[a-z0-9][a-z0-9._-]{0,252}$/i;

/** The service's public address without a trailing slash, for a request that came by this host. */
export type PublicUrl = (host: string | null) => string;

/** `template` as configured; without one, the gateway's own port on this machine. */
export function createPublicUrl(template: string | undefined, port: () => number): PublicUrl {
  return (host) => {
    const url = template ?? `http://${LOOPBACK}:${port()}`;
    return url.replaceAll(HOST_MARK, host ?? LOOPBACK).replace(/\/+$/, '');
  };
}

/** The host name or address of a Host header, without its port, if it may stand in a URL; otherwise null. */
export function toHost(hostname: string | undefined): string | null {
  if (hostname === undefined) return null;
  const [, address] = /^\[(.+)\]$/.exec(hostname) ?? [];
  if (address !== undefined) return isIPv6(address) && !address.includes('%') ? hostname : null;
  return NAME.test(hostname) ? hostname : null;
}
