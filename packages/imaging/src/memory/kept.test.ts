import { describe, expect, it } from '@jest/globals';
import type { PlaneF32, Point } from '../core/raster';
import { ARRAY, NO_PIXELS, PLANE, replaceArrays, type Kept } from './kept';

interface Found {
  readonly mask: PlaneF32;
  readonly extra?: PlaneF32;
  readonly colours: Uint8Array | null;
  readonly parts: readonly { readonly name: string; readonly field: { readonly u: Float32Array } }[];
  readonly outline: readonly Point[];
  readonly name: string;
  readonly toPhoto: (p: Point) => Point;
}

const FOUND: Kept<Found> = {
  mask: PLANE,
  extra: PLANE,
  colours: ARRAY,
  parts: [{ field: { u: ARRAY } }],
  toPhoto: NO_PIXELS,
};

describe('Kept', () => {
  it('asks for every member that holds an array or is a function, and for no other', () => {
    const names: Record<keyof Kept<Found>, true> = {
      mask: true,
      extra: true,
      colours: true,
      parts: true,
      toPhoto: true,
    };
    expect(Object.keys(FOUND)).toEqual(Object.keys(names));
  });

  it('is nothing for what holds no array', () => {
    type IsNever<T> = [T] extends [never] ? true : false;
    const plain: readonly [
      IsNever<Kept<void>>,
      IsNever<Kept<number | null>>,
      IsNever<Kept<readonly Point[]>>,
      IsNever<Kept<{ readonly at: Point; readonly name: string }>>,
    ] = [true, true, true, true];
    expect(plain).toHaveLength(4);
  });
});

describe('replaceArrays', () => {
  const found: Found = {
    mask: { width: 1, height: 1, data: Float32Array.of(1) },
    colours: null,
    parts: [{ name: 'sleeve', field: { u: Float32Array.of(2) } }],
    outline: [{ x: 1, y: 2 }],
    name: 'top',
    toPhoto: (p) => p,
  };

  it('replaces what is described, in copies of what holds it', () => {
    const twice = (view: ArrayBufferView): ArrayBufferView =>
      view instanceof Float32Array ? view.map((v) => 2 * v) : view;
    const replaced = replaceArrays(found, FOUND, twice);
    expect(replaced).toEqual({
      ...found,
      mask: { width: 1, height: 1, data: Float32Array.of(2) },
      parts: [{ name: 'sleeve', field: { u: Float32Array.of(4) } }],
    });
    expect(found.mask.data[0]).toBe(1);
  });

  it('returns the value itself where nothing is replaced', () => {
    expect(replaceArrays(found, FOUND, (view) => view)).toBe(found);
  });
});
