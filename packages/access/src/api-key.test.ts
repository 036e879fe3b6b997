import { describe, expect, it } from '@jest/globals';
import { KEY_ENVS, KEY_KINDS } from '@drape/contracts';
import { generateApiKey, hashApiKey, parseApiKey } from './api-key';

describe('API keys', () => {
  it.each(KEY_KINDS.flatMap((kind) => KEY_ENVS.map((env) => ({ kind, env }))))('of %j parse back', (parts) => {
    const { key, hash, last4 } = generateApiKey(parts);
    expect(key).toMatch(new RegExp(`^drp_${parts.kind}_${parts.env}_[0-9A-Za-z]{32}$`));
    expect(parseApiKey(key)).toEqual(parts);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(hash).toBe(hashApiKey(key));
    expect(key.endsWith(last4)).toBe(true);
  });

  it('are never generated twice', () => {
    const keys = Array.from({ length: 500 }, () => generateApiKey({ kind: 'sk', env: 'live' }).key);
    expect(new Set(keys).size).toBe(500);
  });

  it('are rejected when any one character differs', () => {
    const { key } = generateApiKey({ kind: 'sk', env: 'live' }, () => 7);
    for (let i = 'drp_sk_live_'.length; i < key.length; i++) {
      const other = key.charAt(i) === 'x' ? 'y' : 'x';
      expect(parseApiKey(key.slice(0, i) + other + key.slice(i + 1))).toBeNull();
    }
  });

  it('are rejected in any other form', () => {
    const { key } = generateApiKey({ kind: 'sk', env: 'live' });
    for (const text of [
      '',
      'drp_',
      ` ${key}`,
      `${key}\n`,
      key.slice(0, -1),
      key.replace('_sk_', '_xk_'),
      'x'.repeat(9999),
    ]) {
      expect(parseApiKey(text)).toBeNull();
    }
  });
});
