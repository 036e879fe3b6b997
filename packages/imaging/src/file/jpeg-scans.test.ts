import { expect, it } from '@jest/globals';
import { countJpegScans } from './jpeg-scans';

const START = [0xff, 0xd8];
const END = [0xff, 0xd9];
/** A scan of one component: its header, data with a stuffed byte, and a restart marker. */
const SCAN = [0xff, 0xda, 0, 8, 1, 1, 0, 1, 63, 0, 0x12, 0xff, 0, 0x34, 0xff, 0xd0, 0x56];
const repeat = (part: readonly number[], times: number): number[] => Array<readonly number[]>(times).fill(part).flat();
const file = (...parts: readonly (readonly number[])[]): Uint8Array => Uint8Array.from(parts.flat());

it('counts the scans of the image itself', () => {
  const preview = [0xff, 0xe1, 0, 2 + SCAN.length, ...SCAN];
  expect(countJpegScans(file(START, SCAN, END), 64)).toBe(1);
  expect(countJpegScans(file(START, preview, repeat(SCAN, 10), [0xff, 0xff, 0xff], END), 64)).toBe(10);
  expect(countJpegScans(file(START, SCAN, END, START, repeat(SCAN, 99), END), 64)).toBe(1);
});

it('stops counting one beyond the limit', () => {
  expect(countJpegScans(file(START, repeat(SCAN, 500), END), 64)).toBe(65);
});

it('finds none in other bytes, and an end in all', () => {
  expect(countJpegScans(file(SCAN), 64)).toBe(0);
  expect(countJpegScans(new Uint8Array(), 64)).toBe(0);
  expect(countJpegScans(new Uint8Array(100_000).fill(0xff, 1).fill(0xd8, 1, 2).fill(0xff, 0, 1), 64)).toBe(0);
  for (let length = 0; length < 60; length++) {
    expect(countJpegScans(file(START, repeat(SCAN, 3)).subarray(0, length), 64)).toBeLessThanOrEqual(3);
  }
});
