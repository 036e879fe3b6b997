import { describe, expect, it } from '@jest/globals';
import { createPublicUrl, toHost } from './public-url';

describe('createPublicUrl', () => {
  it.each([
    [undefined, 'shop.example', 'http://127.0.0.1:8080'],
    ['https://api.shop.example/', null, 'https://api.shop.example'],
    ['https://api.shop.example/drape', '127.0.0.2', 'https://api.shop.example/drape'],
    ['http://{host}:8080', '192.168.1.7', 'http://192.168.1.7:8080'],
    ['http://{host}:8080', '[fd00::7]', 'http://[fd00::7]:8080'],
    ['http://{host}:8080', null, 'http://127.0.0.1:8080'],
  ])('%s, asked by %s, is %s', (template, host, expected) => {
    expect(createPublicUrl(template, () => 8080)(host)).toBe(expected);
  });
});

describe('toHost', () => {
  it.each(['localhost', '127.0.0.2', 'shop-1.example', 'drape_gateway', '[::1]'])('takes %s', (host) => {
    expect(toHost(host)).toBe(host);
  });

  it.each([undefined, '', 'a b', 'a/b', 'evil.example#', 'x@y', '[evil]', '[fe80::1%eth0]', '-x', 'a'.repeat(254)])(
    'refuses %j',
    (host) => expect(toHost(host)).toBeNull(),
  );
});
