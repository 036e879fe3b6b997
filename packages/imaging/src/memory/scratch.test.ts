import { describe, expect, it } from '@jest/globals';
import { boxBlur } from '../filter/filter';
import { createPlane, createRaster, type PlaneF32 } from '../core/raster';
import { clearScratch, giveBack, lasting, lend, withScratch } from './scratch';

const SIDE = 200;
const filled = (value: number): PlaneF32 => createPlane(SIDE, SIDE, value);
const isAll = ({ data }: PlaneF32, value: number): boolean => data.every((v) => v === value);

/** Where a plane lies. */
const place = ({ data }: PlaneF32): string => `${data.byteOffset} of ${data.buffer.byteLength}`;

describe('withScratch', () => {
  it('gives later work the memory of what earlier work has dropped, as zeros where it asks for them', () => {
    const dropped = withScratch(() => place(filled(3)));
    const seen = withScratch(() => {
      const plane = filled(0);
      const blurred = boxBlur(filled(2), 3);
      return { at: place(plane), isZero: isAll(plane, 0), isTwo: blurred.data.every((v) => Math.abs(v - 2) < 1e-6) };
    });
    expect(seen).toEqual({ at: dropped, isZero: true, isTwo: true });
  });

  it('leaves planes of one work beside each other, whatever their sizes', () => {
    for (let round = 0; round < 3; round++) {
      const sums = withScratch(() => {
        const sizes = Array.from({ length: 40 }, (_, n) => 100 + ((37 * n) % 200));
        const outer = sizes.map((side, n) => {
          if (n % 3 === 0) withScratch(() => void createPlane(2 * side, side, -1));
          return createPlane(side, side, n);
        });
        return outer.map((plane, n) => isAll(plane, n));
      });
      expect(sums.every(Boolean)).toBe(true);
    }
  });

  it('points results to memory of their own, however deep they hold it', () => {
    const held = withScratch(() => ({
      list: [new Map([['plane', { plane: filled(5) }]])],
      set: new Set([filled(4).data]),
    }));
    for (let n = 0; n < 5; n++) withScratch(() => [filled(7), filled(7)].length);
    const plane = held.list[0].get('plane')?.plane;
    expect(plane && isAll(plane, 5)).toBe(true);
    expect(plane?.data.buffer.byteLength).toBe(4 * SIDE * SIDE);
    expect([...held.set].map((data) => data.every((v) => v === 4))).toEqual([true]);
  });

  it('lets arrays of one memory share it afterwards', () => {
    const { plane, row } = withScratch(() => {
      const made = filled(1);
      return { plane: made, row: made.data.subarray(SIDE, 2 * SIDE) };
    });
    row[3] = 8;
    expect(plane.data[SIDE + 3]).toBe(8);
    expect(row).toHaveLength(SIDE);
  });

  it('returns an array itself, and rasters with their size', () => {
    expect(withScratch(() => filled(2).data).every((v) => v === 2)).toBe(true);
    const raster = withScratch(() => createRaster(300, 200, 3));
    withScratch(() => createRaster(300, 200, 3).data.fill(9).length);
    expect(raster.data).toHaveLength(180_000);
    expect(raster.data.every((v) => v === 0)).toBe(true);
  });

  it('gives what inner work returns back when the outer ends, not before', () => {
    let inner = '';
    const outer = withScratch(() => {
      const made = withScratch(() => filled(1));
      inner = place(made);
      const other = withScratch(() => filled(2));
      return made.data[0] + other.data[0];
    });
    expect(outer).toBe(3);
    expect(withScratch(() => place(filled(0)))).toBe(inner);
  });

  it('finds memory elsewhere when it has none left', () => {
    const large = withScratch(() => {
      const planes = Array.from({ length: 6 }, (_, n) => createPlane(1500, 1500, n));
      return planes.map((plane, n) => isAll(plane, n));
    });
    expect(large).toEqual(Array(6).fill(true));
    const kept = withScratch(() => Array.from({ length: 6 }, (_, n) => createPlane(1500, 1500, n)));
    withScratch(() => Array.from({ length: 6 }, () => createPlane(1500, 1500, 9)).length);
    expect(kept.map((plane, n) => isAll(plane, n))).toEqual(Array(6).fill(true));
  });

  it('takes nothing of it for what is small', () => {
    expect(withScratch(() => createPlane(3, 3)).data.buffer.byteLength).toBe(36);
  });

  it('leaves alone what lasts', () => {
    let kept: PlaneF32 | undefined;
    withScratch(() => void (kept = lasting(() => filled(6))));
    for (let n = 0; n < 3; n++) withScratch(() => filled(n).data[0]);
    expect(kept && isAll(kept, 6)).toBe(true);
  });

  it('takes back what crossed an await, once', () => {
    const lent = new Float32Array(lend(4 * SIDE * SIDE), 0, SIDE * SIDE).fill(3);
    giveBack(lent, lent);
    const [first, second] = lasting(() => [filled(0), filled(2)]);
    expect(first.data.buffer).toBe(lent.buffer);
    expect(isAll(first, 0)).toBe(true);
    expect(second.data.buffer).not.toBe(lent.buffer);
  });

  it('leaves no pixel of earlier work, nor its memory, and what is held as it is', () => {
    const dropped: PlaneF32[] = [];
    const lent = new Uint8Array(lend(100_000)).fill(9);
    const held = withScratch(() => {
      dropped.push(filled(3), filled(4));
      return filled(5);
    });
    giveBack(lent);
    clearScratch();
    for (const plane of dropped) expect(isAll(plane, 0)).toBe(true);
    expect(lent.every((v) => v === 0)).toBe(true);
    expect(isAll(held, 5)).toBe(true);
    withScratch(() => filled(1).data[0]);
    for (const plane of dropped) expect(isAll(plane, 0)).toBe(true);
  });

  it('takes the memory of work that fails, and stays usable', () => {
    let lost = '';
    const work = (): never => {
      lost = place(filled(9));
      throw new Error('no');
    };
    expect(() => withScratch(work)).toThrow('no');
    expect(withScratch(() => place(filled(4)))).toBe(lost);
    expect(createPlane(SIDE, SIDE).data.buffer.byteLength).toBe(4 * SIDE * SIDE);
  });
});
