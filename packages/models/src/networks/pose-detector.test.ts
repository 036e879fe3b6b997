import { describe, expect, it } from '@jest/globals';
import { ANCHORS, decodeCandidates, mergeCandidates } from './pose-detector';

describe('anchors', () => {
  it('are 2,254 cells in the order of the layers', () => {
    expect(ANCHORS).toHaveLength(2254);
    expect(ANCHORS[0]).toEqual({ x: 4, y: 4 });
    expect(ANCHORS[1]).toEqual({ x: 4, y: 4 });
    expect(ANCHORS[2]).toEqual({ x: 12, y: 4 });
    expect(ANCHORS[2 * 28 * 28]).toEqual({ x: 8, y: 8 });
    expect(ANCHORS[2 * 28 * 28 + 2 * 14 * 14]).toEqual({ x: 16, y: 16 });
    expect(ANCHORS[2253]).toEqual({ x: 208, y: 208 });
  });
});

describe('decodeCandidates', () => {
  const logits = new Float32Array(2254).fill(-1000);
  const offsets = new Float32Array(2254 * 12);

  it('adds offsets to the anchor and keeps only cells above one half', () => {
    logits[2] = 1000;
    offsets.set([1, 2, 10, 20, 3, 4, 5, 6, 7, 8, 9, 10], 2 * 12);
    expect(decodeCandidates(offsets, logits)).toEqual([
      { score: 1, values: [8, -4, 18, 16, 15, 8, 17, 10, 19, 12, 21, 14] },
    ]);
  });

  it('finds nothing where every logit is low', () => {
    expect(decodeCandidates(offsets, new Float32Array(2254).fill(-0.01))).toEqual([]);
  });
});

describe('mergeCandidates', () => {
  const box = (left: number, score: number) => ({ score, values: [left, 0, left + 10, 10, left, 0, 0, 0, 0, 0, 0, 0] });

  it('averages overlapping boxes by their scores and keeps the best score', () => {
    const [merged, ...rest] = mergeCandidates([box(4, 0.5), box(0, 1)]);
    expect(rest).toEqual([]);
    expect(merged.score).toBe(1);
    expect(merged.values[0]).toBeCloseTo(4 / 3);
  });

  it('keeps boxes apart that overlap by less than 0.3', () => {
    expect(mergeCandidates([box(6, 0.6), box(0, 0.9)]).map(({ score }) => score)).toEqual([0.9, 0.6]);
  });

  it('takes boxes without area', () => {
    const empty = () => ({ score: 0.7, values: Array.from({ length: 12 }, () => 3) });
    expect(mergeCandidates([empty(), empty()])).toHaveLength(2);
  });
});
