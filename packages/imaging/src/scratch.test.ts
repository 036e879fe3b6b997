import { describe, expect, it } from '@jest/globals';
import { boxBlur } from './filter';
import { createPlane, createRaster, unsetPlane, type PlaneF32 } from './raster';
import { clearScratch, giveBack, lasting, lend, withScratch } from './scratch';

const SIDE = 200;
const filled = (value: number): PlaneF32 => createPlane(SIDE, SIDE, value);

/** What is left of the memory that planes of earlier work had. */
const memory = ({ data }: PlaneF32): ArrayBufferLike => data.buffer;

describe('withScratch', () => {
  it('gives later work the memory of what earlier work has dropped, as zeros where it asks for them', () => {
    let dropped: PlaneF32 | undefined;
    withScratch(() => void (dropped = filled(3)));
    const [zeros, blurred] = withScratch(() => {
      const plane = filled(0);
      return [plane, boxBlur(filled(2), 3)];
    });
    expect(dropped && memory(zeros)).toBe(dropped && memory(dropped));
    expect(zeros.data).toHaveLength(SIDE * SIDE);
    expect(zeros.data.every((v) => v === 0)).toBe(true);
    expect(blurred.data.every((v) => Math.abs(v - 2) < 1e-6)).toBe(true);
  });

  it('leaves alone what results hold, however deep', () => {
    const held = withScratch(() => ({ list: [new Map([['plane', { plane: filled(5) }]])], size: 1 }));
    for (let n = 0; n < 5; n++) withScratch(() => void filled(7));
    expect(held.list[0].get('plane')?.plane.data.every((v) => v === 5)).toBe(true);
  });

  it('gives what inner work returns back when the outer ends, not before', () => {
    let inner: PlaneF32 | undefined;
    const outer = withScratch(() => {
      const made = withScratch(() => (inner = filled(1)));
      const other = withScratch(() => filled(2));
      return made.data[0] + other.data[0];
    });
    expect(outer).toBe(3);
    const later = withScratch(() => [unsetPlane(SIDE, SIDE), unsetPlane(SIDE, SIDE)]);
    expect(later.map(memory)).toContain(inner && memory(inner));
  });

  it('takes memory of about the size that is asked for', () => {
    withScratch(() => void createRaster(1000, 1000, 3));
    const small = withScratch(() => createPlane(100, 100));
    expect(small.data.buffer.byteLength).toBeLessThanOrEqual(2 * 40_000);
    expect(withScratch(() => createPlane(3, 3)).data.buffer.byteLength).toBe(36);
  });

  it('leaves alone what lasts', () => {
    let kept: PlaneF32 | undefined;
    withScratch(() => void (kept = lasting(() => filled(6))));
    for (let n = 0; n < 3; n++) withScratch(() => void filled(n));
    expect(kept?.data.every((v) => v === 6)).toBe(true);
  });

  it('takes back what crossed an await, once', () => {
    const lent = new Float32Array(lend(4 * SIDE * SIDE), 0, SIDE * SIDE);
    giveBack(lent, lent);
    const [first, second] = withScratch(() => [filled(1), filled(2)]);
    expect(memory(first)).toBe(lent.buffer);
    expect(memory(second)).not.toBe(lent.buffer);
  });

  it('leaves no pixel of earlier work, nor its memory, and what is held as it is', () => {
    const dropped: PlaneF32[] = [];
    const held = withScratch(() => {
      dropped.push(filled(3), filled(4));
      return filled(5);
    });
    clearScratch();
    for (const plane of dropped) expect(plane.data.every((v) => v === 0)).toBe(true);
    expect(held.data.every((v) => v === 5)).toBe(true);
    const later = withScratch(() => [filled(1), filled(2)].map(memory));
    for (const plane of dropped) expect(later).not.toContain(memory(plane));
  });

  it('forgets work that fails, and stays usable', () => {
    let lost: PlaneF32 | undefined;
    const work = (): never => {
      lost = filled(9);
      throw new Error('no');
    };
    expect(() => withScratch(work)).toThrow('no');
    withScratch(() => void filled(4));
    expect(lost?.data.every((v) => v === 9)).toBe(true);
    expect(createPlane(SIDE, SIDE).data.buffer.byteLength).toBe(4 * SIDE * SIDE);
  });
});
