import { describe, expect, it } from '@jest/globals';
import { listBoxes, readUint } from './iso-boxes';

const be32 = (n: number): number[] => [(n >>> 24) & 255, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];
const box = (size: number, type: string, ...rest: number[]): number[] => [
  ...be32(size),
  ...[...type].map((c) => c.charCodeAt(0)),
  ...rest,
];
const list = (bytes: readonly number[], left = 100): unknown =>
  listBoxes(Uint8Array.from(bytes), 0, bytes.length, { left });

describe('listBoxes', () => {
  it('reads sizes of 32 and 64 bits, and the one that reaches to the end', () => {
    const bytes = [...box(10, 'aaaa', 1, 2), ...box(1, 'bbbb', ...be32(0), ...be32(17), 9), ...box(0, 'cccc', 7, 7, 7)];
    expect(list(bytes)).toEqual([
      { type: 'aaaa', start: 8, end: 10 },
      { type: 'bbbb', start: 26, end: 27 },
      { type: 'cccc', start: 35, end: 38 },
    ]);
    expect(list([])).toEqual([]);
  });

  it.each([
    ['is smaller than its header', box(7, 'aaaa')],
    ['is smaller than its long header', box(1, 'aaaa', ...be32(0), ...be32(15))],
    ['reaches beyond the end', box(9, 'aaaa')],
    ['reaches 2^53 bytes beyond the end', box(1, 'aaaa', ...be32(0x200000), ...be32(0))],
    ['is cut in its header', [0, 0, 0, 8, 0x61]],
    ['is cut in its long header', box(1, 'aaaa', 0, 0, 0, 0)],
  ])('gives null where a box %s', (_name, bytes) => expect(list(bytes)).toBeNull());

  it('stops when the budget is used up', () => {
    const bytes = [...box(8, 'aaaa'), ...box(8, 'bbbb'), ...box(8, 'cccc')];
    expect([list(bytes, 3), list(bytes, 2)]).toEqual([expect.any(Array), null]);
  });
});

it('readUint reads big endian, and nothing past the end', () => {
  const bytes = Uint8Array.from([255, 255, 255, 254]);
  expect([readUint(bytes, 0, 4), readUint(bytes, 2, 2), readUint(bytes, 2, 3)]).toEqual([4294967294, 65534, NaN]);
});
