import { describe, expect, it } from '@jest/globals';
import {
  deriveTokenKey,
  isClientToken,
  signClientToken,
  signingKeyOf,
  verifyClientToken,
  type ClientTokenClaims,
} from './client-token';

const KEY = deriveTokenKey('k1', 'material');
const CLAIMS: ClientTokenClaims = {
  id: 'ctk_1',
  env: 'live',
  accountId: 'acc_1',
  keyId: 'key_1',
  sessionId: 'cart-7',
  sessionCreatedAt: 1,
  expiresAt: 2,
  origins: ['https://shop.example'],
  maxTryOns: 5,
};

describe('a client token', () => {
  const token = signClientToken(CLAIMS, KEY);

  it('returns what it was signed with, and names its key', () => {
    expect(isClientToken(token)).toBe(true);
    expect(signingKeyOf(token)).toBe('k1');
    expect(verifyClientToken(token, KEY)).toEqual(CLAIMS);
  });

  it('is rejected under another key', () => {
    expect(verifyClientToken(token, deriveTokenKey('k1', 'other material'))).toBeNull();
  });

  it('is rejected if any of its characters has changed', () => {
    for (let at = 'drp_ct_'.length; at < token.length; at++) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      // The last digit of a signature carries two bits that mean nothing.
      if (at === token.length - 1) continue;
      expect(verifyClientToken(changed, KEY)).toBeNull();
    }
  });

  it('cannot be carried from test to live', () => {
    const test = signClientToken({ ...CLAIMS, env: 'test' }, KEY);
    expect(verifyClientToken(test.replace('drp_ct_test_', 'drp_ct_live_'), KEY)).toBeNull();
  });

  it('that is not a token is recognised at once', () => {
    for (const text of ['', 'drp_ct_', 'drp_ct_live_x.y', 'drp_sk_live_abc']) {
      expect([signingKeyOf(text), verifyClientToken(text, KEY)]).toEqual([null, null]);
    }
  });
});
