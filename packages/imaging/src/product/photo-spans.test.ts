import { describe, expect, it } from '@jest/globals';
import { MIXED, SOLID } from './active-states';
import { photoSpans, spansOf } from './photo-spans';

const NOWHERE = { box: { x: 0, y: 0, width: 0, height: 0 }, data: new Float32Array(0) };

/** Two work rows of four pixels: nothing above; below a rim, two solid pixels, a rim. */
const active = {
  width: 4,
  height: 2,
  runs: [
    [],
    [
      { state: MIXED, from: 0, to: 1 },
      { state: SOLID, from: 1, to: 3 },
      { state: MIXED, from: 3, to: 4 },
    ],
  ],
} as const;

describe('spansOf', () => {
  it('spreads the runs of a work row over the photo rows it stands for', () => {
    const spans = photoSpans(active, NOWHERE, 12, 1 / 3);
    expect(spansOf(spans, 2)).toEqual([]);
    expect(spansOf(spans, 3)).toEqual([
      { isSolid: false, from: 0, to: 3 },
      { isSolid: true, from: 3, to: 9 },
      { isSolid: false, from: 9, to: 12 },
    ]);
  });

  it('leaves out what is kept', () => {
    const kept = { box: { x: 4, y: 4, width: 3, height: 1 }, data: Float32Array.of(0.1, 0, 1) };
    const spans = photoSpans(active, kept, 12, 1 / 3);
    expect(spansOf(spans, 4).filter(({ isSolid }) => isSolid)).toEqual([
      { isSolid: true, from: 3, to: 4 },
      { isSolid: true, from: 5, to: 6 },
      { isSolid: true, from: 7, to: 9 },
    ]);
    expect(spansOf(spans, 3)).toHaveLength(3);
  });
});
