import { describe, expect, it } from '@jest/globals';
import { waitFor } from '@drape/testkit';
import { createLruCache } from './lru-cache';

const value = (bytes: number) => ({ plane: new Uint8Array(bytes) });

describe('createLruCache', () => {
  it('keeps what was used last, within its budget', () => {
    const cache = createLruCache<{ plane: Uint8Array }>({ bytesMax: 250, now: () => 0 });
    cache.set('a', value(100));
    cache.set('b', value(100));
    expect(cache.get('a')).toBeDefined();
    cache.set('c', value(100));
    expect(['a', 'b', 'c'].map((key) => cache.get(key) !== undefined)).toEqual([true, false, true]);
    expect(cache.bytes).toBe(200);
  });

  it('reports what it forgets, once', () => {
    const forgotten: string[] = [];
    const onForgotten = ({ name }: { name: string }) => void forgotten.push(name);
    const cache = createLruCache<{ name: string; plane: Uint8Array }>({ bytesMax: 250, now: () => 0, onForgotten });
    for (const name of ['a', 'b', 'c']) cache.set(name, { name, ...value(100) });
    cache.set('b', { name: 'second b', ...value(100) });
    cache.set('d', { name: 'd', ...value(100) });
    expect(forgotten).toEqual(['a', 'b', 'c']);
  });

  it('forgets what is old although nobody asks: a person does not stay in an idle process', async () => {
    const cache = createLruCache<{ plane: Uint8Array }>({ bytesMax: 1000, ageMsMax: 30, now: () => performance.now() });
    cache.set('a', value(100));
    expect(cache.bytes).toBe(100);
    await waitFor(() => cache.bytes === 0);
  });
});
