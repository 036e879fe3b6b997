import { describe, expect, it } from '@jest/globals';
import { isLocalName } from './local-name';

describe('isLocalName', () => {
  it.each(['localhost', 'LOCALHOST.', 'a.localhost', 'intranet', 'printer.local', 'nas.home.arpa', 'x.internal.', ''])(
    '%j is local',
    (name) => expect(isLocalName(name)).toBe(true),
  );

  it.each(['shop.example', 'localhost.shop.example', 'internal.example.', 'homelan.example'])(
    '%j may be public',
    (name) => expect(isLocalName(name)).toBe(false),
  );
});
