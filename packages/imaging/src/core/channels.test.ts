import { describe, expect, it } from '@jest/globals';
import { alphaPlane, dropAlpha } from './channels';

const rgba = { width: 2, height: 1, channels: 4 as const, data: Uint8Array.of(1, 2, 3, 0, 4, 5, 6, 51) };

describe('channels', () => {
  it('keeps the colours of RGBA, and spreads grey over three channels', () => {
    expect([...dropAlpha(rgba).data]).toEqual([1, 2, 3, 4, 5, 6]);
    expect([...dropAlpha({ ...rgba, channels: 1, data: Uint8Array.of(7, 8) }).data]).toEqual([7, 7, 7, 8, 8, 8]);
  });

  it('returns RGB as it is', () => {
    const rgb = dropAlpha(rgba);
    expect(dropAlpha(rgb)).toBe(rgb);
  });

  it('reads alpha as a share', () => {
    expect([...alphaPlane(rgba).data]).toEqual([0, Math.fround(0.2)]);
  });
});
