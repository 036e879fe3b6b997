import { describe, expect, it } from '@jest/globals';
import { boxBlur } from '../filter/filter';
import { createPlane, createRaster, type PlaneF32 } from '../core/raster';
import { dropArena, wipeArena } from './arena';
import { ARRAY, NO_PIXELS, PLANE } from './kept';
import { acquireBuffer, outsideScratch, releaseBuffers, withScratch, type KeptOf } from './scratch';

const SIDE = 200;
const filled = (value: number): PlaneF32 => createPlane(SIDE, SIDE, value);
const isAll = ({ data }: PlaneF32, value: number): boolean => data.every((v) => v === value);

/** Where a plane is stored. */
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

  it('gives what is described memory of its own, however deep the result holds it', () => {
    const none: PlaneF32 | null = null;
    const held = withScratch(() => ({ list: [{ plane: filled(5) }], area: filled(4).data, none, size: SIDE }), {
      list: [{ plane: PLANE }],
      area: ARRAY,
    });
    for (let n = 0; n < 5; n++) withScratch(() => [filled(7), filled(7)].length);
    const [{ plane }] = held.list;
    expect(isAll(plane, 5)).toBe(true);
    expect(plane.data.buffer.byteLength).toBe(4 * SIDE * SIDE);
    expect(held.area.every((v) => v === 4)).toBe(true);
    expect(held).toMatchObject({ none: null, size: SIDE });
  });

  it('changes no object that the work has made', () => {
    const made: PlaneF32[] = [];
    const kept = withScratch(() => (made.push(filled(5)), made[0]), PLANE);
    expect(kept).not.toBe(made[0]);
    expect(made[0].data.buffer).not.toBe(kept.data.buffer);
    const small = withScratch(() => createPlane(3, 3, 2), PLANE);
    expect(isAll(small, 2)).toBe(true);
  });

  it('lets arrays of one memory share it afterwards', () => {
    const { plane, row } = withScratch(
      () => {
        const made = filled(1);
        return { plane: made, row: made.data.subarray(SIDE, 2 * SIDE) };
      },
      { plane: PLANE, row: ARRAY },
    );
    row[3] = 8;
    expect(plane.data[SIDE + 3]).toBe(8);
    expect(row).toHaveLength(SIDE);
  });

  it('returns an array itself, and rasters with their size', () => {
    expect(withScratch(() => filled(2).data, ARRAY).every((v) => v === 2)).toBe(true);
    const raster = withScratch(() => createRaster(300, 200, 3), PLANE);
    withScratch(() => createRaster(300, 200, 3).data.fill(9).length);
    expect(raster.data).toHaveLength(180_000);
    expect(raster.data.every((v) => v === 0)).toBe(true);
  });

  it('gives what inner work returns back when the outer ends, not before', () => {
    let inner = '';
    const outer = withScratch(() => {
      const made = withScratch(() => filled(1), PLANE);
      inner = place(made);
      const other = withScratch(() => filled(2), PLANE);
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
    const kept = withScratch(() => Array.from({ length: 6 }, (_, n) => createPlane(1500, 1500, n)), [PLANE]);
    withScratch(() => Array.from({ length: 6 }, () => createPlane(1500, 1500, 9)).length);
    expect(kept.map((plane, n) => isAll(plane, n))).toEqual(Array(6).fill(true));
  });

  it('asks what is kept of each result that may hold an array, and takes no promise', () => {
    type IsNever<T> = [T] extends [never] ? true : false;
    const asked: readonly [
      KeptOf<PlaneF32>['length'],
      KeptOf<PlaneF32 | null>['length'],
      KeptOf<readonly PlaneF32[] | undefined>['length'],
      KeptOf<() => number>['length'],
      KeptOf<number | null>['length'],
      KeptOf<readonly string[]>['length'],
      IsNever<KeptOf<Promise<PlaneF32>>[0]>,
      IsNever<KeptOf<PlaneF32 | Promise<number>>[0]>,
    ] = [1, 1, 1, 1, 0, 0, true, true];
    expect(asked).toHaveLength(8);
  });

  it('takes nothing of it for what is small', () => {
    expect(withScratch(() => createPlane(3, 3), PLANE).data.buffer.byteLength).toBe(36);
  });

  it('leaves alone what lasts', () => {
    let kept: PlaneF32 | undefined;
    withScratch(() => void (kept = outsideScratch(() => filled(6))));
    for (let n = 0; n < 3; n++) withScratch(() => filled(n).data[0]);
    expect(kept && isAll(kept, 6)).toBe(true);
  });

  it('takes back what crossed an await, once', () => {
    const lent = new Float32Array(acquireBuffer(4 * SIDE * SIDE), 0, SIDE * SIDE).fill(3);
    releaseBuffers(lent, lent);
    const [first, second] = outsideScratch(() => [filled(0), filled(2)]);
    expect(first.data.buffer).toBe(lent.buffer);
    expect(isAll(first, 0)).toBe(true);
    expect(second.data.buffer).not.toBe(lent.buffer);
  });

  it('copies no instance of a class, which would lose its methods', () => {
    class Mask {
      readonly plane = filled(1);
      first(): number {
        return this.plane.data[0];
      }
    }
    const make = (): number => withScratch(() => new Mask(), { plane: PLANE, first: NO_PIXELS }).first();
    expect(make).toThrow('plain objects');
    expect(withScratch(() => make())).toBe(1);
  });

  it('hands the memory of a function that reads pixels to later work: why a result may hold none', () => {
    const reads: (() => number)[] = [];
    withScratch(() => {
      const plane = filled(3);
      reads.push(() => plane.data[7]);
    });
    withScratch(() => void filled(8));
    expect(reads[0]()).toBe(8);
    wipeArena();
    expect(reads[0]()).toBe(0);
  });

  it('has no pixel of earlier work once it is wiped, and leaves what is held as it is', () => {
    const dropped: PlaneF32[] = [];
    const lent = new Uint8Array(acquireBuffer(100_000)).fill(9);
    const held = withScratch(() => {
      dropped.push(filled(3), filled(4));
      return filled(5);
    }, PLANE);
    releaseBuffers(lent);
    wipeArena();
    for (const plane of dropped) expect(isAll(plane, 0)).toBe(true);
    expect(lent.every((v) => v === 0)).toBe(true);
    expect(isAll(held, 5)).toBe(true);
    const again = withScratch(() => place(filled(1)));
    expect(again).toBe(place(dropped[0]));
    expect(isAll(dropped[0], 1)).toBe(true);
  });

  it('wipes what work has touched since it was wiped last, again and again', () => {
    for (let n = 1; n < 4; n++) {
      const dropped = withScratch(
        () => Array.from({ length: n }, () => filled(n)).map(({ data }) => data.subarray(0)),
        [ARRAY],
      );
      expect(dropped).toHaveLength(n);
      const seen: PlaneF32[] = [];
      withScratch(() => void seen.push(filled(n), filled(n)));
      wipeArena();
      for (const plane of seen) expect(isAll(plane, 0)).toBe(true);
    }
  });

  it('gives its memory back when it is dropped', () => {
    const dropped: PlaneF32[] = [];
    withScratch(() => void dropped.push(filled(3)));
    dropArena();
    withScratch(() => filled(1).data[0]);
    expect(isAll(dropped[0], 0)).toBe(true);
  });

  it('wipes buffers that it no longer keeps for others', () => {
    const large = Array.from({ length: 4 }, () => new Uint8Array(acquireBuffer(8 << 20)).fill(9));
    releaseBuffers(...large);
    expect(large.filter((buffer) => buffer.every((v) => v === 0))).toHaveLength(1);
    dropArena();
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
