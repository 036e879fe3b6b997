import { BlockList, isIP } from 'node:net';
import { isLocalName } from '@drape/contracts';

/** IPv4 that is not the public Internet. Source: IANA IPv4 Special-Purpose Address Registry, and 168.63.129.16 of Azure. */
const IPV4_SPECIAL = [
  ...(['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'] as const),
  ...(['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'] as const),
  ...(['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', '168.63.129.16/32'] as const),
];
/** Within 2000::/3, all of IPv6 that is public at all: Teredo, benchmarking, ORCHID, documentation, 6to4. */
const IPV6_SPECIAL = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const special = new BlockList();
for (const range of IPV4_SPECIAL) addRange(special, range, 'ipv4');
for (const range of IPV6_SPECIAL) addRange(special, range, 'ipv6');
const globalUnicast = new BlockList();
addRange(globalUnicast, '2000::/3', 'ipv6');

function addRange(list: BlockList, range: string, family: 'ipv4' | 'ipv6'): void {
  const [network = '', prefix = ''] = range.split('/');
  list.addSubnet(network, Number(prefix), family);
}

/**
 * Whether a URL's host may be public, judged by its text. Literal addresses are checked; names pass unless they are local by definition,
 * because their addresses are checked when the worker connects. The host must come from WHATWG `URL.hostname`, which has already normalised
 * 2130706433, 0x7f.1 and full-width digits.
 */
export function mayBePublic(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  switch (isIP(host)) {
    case 4:
      return !special.check(host, 'ipv4');
    case 6:
      return globalUnicast.check(host, 'ipv6') && !special.check(host, 'ipv6');
    default:
      return !isLocalName(host);
  }
}
