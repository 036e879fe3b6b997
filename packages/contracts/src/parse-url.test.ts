import { expect, it } from '@jest/globals';
import { parseUrl } from './parse-url';

/** Enough calls for V8 to optimise what they call. */
const WARM_CALLS = 20_000;

it.each(['https://bücher.example/a.png', 'https://shop.example/kleid-grün.png', 'https://shop.example/?q=é'])(
  'reads %s as well after thousands of calls as at first',
  (text) => {
    const { href } = new URL(text);
    let read = 0;
    for (let call = 0; call < WARM_CALLS; call++) if (parseUrl(text)?.href === href) read += 1;
    expect(read).toBe(WARM_CALLS);
  },
);

it('resolves a text against a base', () => {
  expect(parseUrl('/grün.png', 'https://bücher.example/a/')?.href).toBe('https://xn--bcher-kva.example/gr%C3%BCn.png');
});

it.each(['', 'shop.example/a.png', 'https://', 'http://a b/'])('is null for %j', (text) => {
  expect(parseUrl(text)).toBeNull();
});
