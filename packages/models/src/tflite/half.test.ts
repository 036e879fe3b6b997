import { describe, expect, it } from '@jest/globals';
import { halfToFloat } from './half';

describe('halfToFloat', () => {
  it.each([
    ['one', 0x3c00, 1],
    ['minus two', 0xc000, -2],
    ['a third', 0x3555, 0.333251953125],
    ['the largest', 0x7bff, 65504],
    ['the smallest subnormal', 0x0001, 2 ** -24],
    ['the largest subnormal', 0x03ff, 1023 * 2 ** -24],
    ['minus zero', 0x8000, -0],
    ['infinity', 0x7c00, Infinity],
    ['minus infinity', 0xfc00, -Infinity],
    ['not a number', 0x7e00, NaN],
  ])('widens %s exactly', (_, bits, expected) => {
    expect(halfToFloat(Uint8Array.of(bits & 255, bits >> 8))[0]).toBe(expected);
  });
});
