/** Ways to lead a server to where only it can reach: in the URL's text, through a name, and through a redirect. */

/** Hosts of `http://HOST/a.png`, as an attacker would write them; none is public. */
const HOSTS = `
  127.0.0.1 127.0.0.1. 127.1 127.0.1 127.255.255.254 2130706433 017700000001 0x7f000001 0X7F.1 0177.0.0.1 0x7f.0x0.0x0.0x1
  0177.0x0.1 1２7.0.0.1 １２７．０．０．１ 127。0。0。1 ①②⑦.⓪.⓪.① %31%32%37.0.0.1 %6c%6f%63alhost
  0 0.0.0.0 0x0 00 10.0.0.1 10.255.255.255 012.0.0.1 167772161 100.64.0.1 100.100.100.200 100.127.255.254
  169.254.169.254 169.254.169.254. 2852039166 0xA9FEA9FE 0251.0376.0251.0376 169.254.43518 169.254.170.2 169.254.0.1
  168.63.129.16 0xa83f8110 172.16.0.1 172.31.255.255 192.168.0.1 192.168.257 192.0.0.192 192.0.2.1 192.88.99.1
  198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255 4294967295
  [::1] [0:0:0:0:0:0:0:1] [0000::0001] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [::FFFF:169.254.169.254] [::ffff:0:127.0.0.1]
  [::127.0.0.1] [::7f00:1] [::a00:1] [64:ff9b::127.0.0.1] [64:ff9b::a9fe:a9fe] [64:ff9b:1::7f00:1] [2002:7f00:1::]
  [2002:a9fe:a9fe::1] [2001::1] [2001:0:4136:e378:8000:63bf:80ff:fffe] [2001:2::1] [2001:20::1] [2001:db8::1] [3fff::1]
  [5f00::1] [4000::1] [100::1] [fc00::1] [fd00:ec2::254] [fd12:3456:789a::1] [fe80::1] [fe80::a9fe:a9fe] [fec0::1]
  [ff02::1] [ff0e::1] [fe80::1%25eth0] [::1%25lo] [fe80::1%eth0]
  localhost LOCALHOST localhost. a.localhost localhost.localdomain printer.local intranet metadata metadata.google.internal
  host.docker.internal nas.home.arpa router.lan payments.corp a.invalid a.onion
`
  .trim()
  .split(/\s+/);

/** Whole URLs: ports, credentials, schemes, and texts that parsers read differently. `PORT`: one on which something private listens. */
const URLS = [
  ...['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433'].map((host) => `http://${host}:PORT/a.png`),
  ...[22, 25, 2375, 5432, 6379, 8080, 9200, 0, 65535].map((port) => `http://93.184.216.34:${port}/a.png`),
  'https://93.184.216.34:8443/a.png',
  'http://user:password@93.184.216.34/a.png',
  'http://user@93.184.216.34/a.png',
  'http://93.184.216.34@127.0.0.1/a.png',
  'http://93.184.216.34:80@127.0.0.1:PORT/a.png',
  'http://127.0.0.1\\@93.184.216.34/a.png',
  'http://127.0.0.1#@93.184.216.34/a.png',
  'http://127.0.0.1?@93.184.216.34/a.png',
  'http:127.0.0.1/a.png',
  'http:/127.0.0.1/a.png',
  'http:///127.0.0.1/a.png',
  'http:\\\\127.0.0.1\\a.png',
  '\thttp://127.\n0.0.1/a.png ',
  'HTTP://127.0.0.1/a.png',
  'http://256.256.256.256/a.png',
  'http://127.0.0.1.1/a.png',
  'http://[::1/a.png',
  'http://[127.0.0.1]/a.png',
  'http:///a.png',
  '//127.0.0.1/a.png',
  ...[
    'file:///etc/passwd',
    'ftp://127.0.0.1/a.png',
    'gopher://127.0.0.1:PORT/_GET',
    'dict://127.0.0.1:PORT/',
    'about:blank',
  ],
  ...['data:image/png;base64,AAAA', 'javascript:alert(1)', 'ws://127.0.0.1:PORT/', 'unix:///run/docker.sock'],
  'http+unix://%2Frun%2Fdocker.sock/a.png',
  'blob:http://127.0.0.1/a.png',
];

export interface Named {
  readonly name: string;
  /** Addresses of each look-up in turn; the last stays. */
  readonly answers: readonly (readonly string[])[];
}

/** Stands for an address of the public Internet: it is let through, and dialled. */
export const PUBLIC = '9.9.9.9';

/** Names, and what their resolver says. Of those with two answers the first is public and dialled; never the second. */
const NAMES: readonly Named[] = [
  { name: 'loopback', answers: [['127.0.0.1']] },
  { name: 'loopback in IPv6', answers: [['::1']] },
  { name: 'no address at all', answers: [['0.0.0.0']] },
  { name: 'metadata', answers: [['169.254.169.254']] },
  { name: 'metadata in IPv6', answers: [['fd00:ec2::254']] },
  { name: 'metadata of Azure', answers: [['168.63.129.16']] },
  { name: 'the office', answers: [['10.1.2.3']] },
  { name: 'the provider', answers: [['100.64.0.1']] },
  { name: 'mapped', answers: [['::ffff:127.0.0.1']] },
  { name: 'compatible', answers: [['::127.0.0.1']] },
  { name: 'NAT64', answers: [['64:ff9b::7f00:1']] },
  { name: '6to4', answers: [['2002:7f00:1::1']] },
  { name: 'Teredo', answers: [['2001:0:7f00:1::1']] },
  { name: 'with a zone', answers: [['fe80::1%lo']] },
  { name: 'multicast', answers: [['224.0.0.1']] },
  { name: 'public, then private', answers: [[PUBLIC, '127.0.0.1']] },
  { name: 'private, then public', answers: [['127.0.0.1', PUBLIC]] },
  { name: 'both families, one private', answers: [['2620:fe::fe', '::1']] },
  { name: 'a hundred, the last private', answers: [[...Array<string>(99).fill(PUBLIC), '127.0.0.1']] },
  { name: 'nothing', answers: [[]] },
  { name: 'no address', answers: [['']] },
  { name: 'another name', answers: [['localhost']] },
  { name: 'an octal spelling', answers: [['0177.0.0.1']] },
];

/** Asked twice, they answer otherwise the second time. */
export const REBOUND: readonly Named[] = [
  { name: 'public and then private', answers: [[PUBLIC], ['127.0.0.1']] },
  { name: 'public and then metadata', answers: [[PUBLIC], ['169.254.169.254']] },
  { name: 'public and then mixed', answers: [[PUBLIC], [PUBLIC, '::1']] },
];

/** Where a public server sends to. `PORT` as above; `name.example` resolves to 127.0.0.1. */
const LOCATIONS = [
  ...[
    'http://127.0.0.1/',
    'http://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://[::1]:PORT/',
    '//127.0.0.1:PORT/',
  ],
  ...[
    '//0x7f000001:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://169.254.169.254/latest/meta-data/',
    'http://name.example/',
  ],
  ...[
    'https://name.example/',
    'http://u:p@93.184.216.34/',
    'http://93.184.216.34:22/',
    'file:///etc/passwd',
    'gopher://x/',
  ],
  ...[
    'http://[',
    'http://metadata.google.internal/',
    'https://127.0.0.1:PORT/',
    '\\\\127.0.0.1:PORT\\',
    'http:127.0.0.1:PORT',
  ],
];

export const ADDRESS_CASES = {
  urls: [...HOSTS.flatMap((host) => [`http://${host}/a.png`, `https://${host}/a.png`]), ...URLS],
  hosts: HOSTS.length,
  names: NAMES,
  locations: LOCATIONS,
} as const;

/** What must be let through: nothing of it is closed. */
export const OPEN_URLS = [
  'http://9.9.9.9/a.png',
  'http://9.9.9.9:80/a.png',
  'https://9.9.9.9/a.png',
  'https://9.9.9.9:443/a.png',
  'http://151587081/a.png',
  'http://0x09.0x09.0x09.0x09/a.png',
  'http://[2620:fe::fe]/a.png',
  'http://shop.example/a.png',
  'https://shop.example./a.png',
  'https://bücher.example/a.png',
];
