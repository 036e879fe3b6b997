import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * IPv4 blocks that are not the public internet: RFC 6890 and its successors, multicast, reserved, and the one public-looking address that a
 * cloud uses for its own metadata (168.63.129.16, Azure).
 */
const CLOSED_V4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** Special blocks inside 2000::/3: protocol assignments with Teredo and ORCHID, documentation, 6to4, AS112. */
const CLOSED_V6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const closedV4 = new BlockList();
for (const [network, prefix] of CLOSED_V4) closedV4.addSubnet(network, prefix, 'ipv4');
const closedV6 = new BlockList();
for (const [network, prefix] of CLOSED_V6) closedV6.addSubnet(network, prefix, 'ipv6');
const globalV6 = new BlockList();
globalV6.addSubnet('2000::', 3, 'ipv6');

/**
 * Whether an address, as written by the resolver or the socket, belongs to the public internet.
 *
 * An allow-list: unknown means not public. So IPv6 forms that carry an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo) are all
 * refused, and so is anything with a zone, and any text that is not an address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closedV4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return globalV6.check(address, 'ipv6') && !closedV6.check(address, 'ipv6');
}
