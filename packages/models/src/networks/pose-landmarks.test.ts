import { describe, expect, it } from '@jest/globals';
import { refineByHeatmap, regionOfCandidate } from './pose-landmarks';

const CELLS = 64;

/** All landmarks at (x, y) of 256, and heatmaps without any confidence. */
function blankAnswer(x: number, y: number) {
  const raw = new Float32Array(195);
  for (let i = 0; i < 39; i++) raw.set([x, y, 1, 2, 3], i * 5);
  return { raw, heatmaps: new Float32Array(39 * CELLS * CELLS).fill(-100) };
}

describe('refineByHeatmap', () => {
  it('moves a landmark to the centre of mass of its sure cells', () => {
    const { raw, heatmaps } = blankAnswer(128, 128);
    heatmaps[30 * CELLS + 34] = 100;
    heatmaps[30 * CELLS + 35] = 100;
    const refined = refineByHeatmap(raw, heatmaps);
    expect(refined[0]).toBeCloseTo((34.5 / 64) * 256, 4);
    expect(refined[1]).toBeCloseTo((30 / 64) * 256, 4);
    expect([...refined.subarray(2, 10)]).toEqual([1, 2, 3, 128, 128, 1, 2, 3]);
  });

  it('looks no farther than three cells', () => {
    const { raw, heatmaps } = blankAnswer(128, 128);
    heatmaps[32 * CELLS + 36] = 100;
    expect(refineByHeatmap(raw, heatmaps)[0]).toBe(128);
    heatmaps[32 * CELLS + 35] = 100;
    expect(refineByHeatmap(raw, heatmaps)[0]).toBeCloseTo(140, 4);
  });

  it('leaves a landmark alone whose heatmap is below one half', () => {
    const { raw, heatmaps } = blankAnswer(128, 128);
    heatmaps[31 * CELLS + 31] = -0.01;
    expect(refineByHeatmap(raw, heatmaps)).toEqual(raw);
  });

  it('takes landmarks at the edge and outside', () => {
    const { raw, heatmaps } = blankAnswer(255.9, 0);
    heatmaps[0 * CELLS + 63] = 100;
    expect(refineByHeatmap(raw, heatmaps)[0]).toBeCloseTo(252, 4);
    const outside = blankAnswer(-1, 300);
    expect(refineByHeatmap(outside.raw, heatmaps)).toEqual(outside.raw);
  });

  it('does not write into its input', () => {
    const { raw, heatmaps } = blankAnswer(128, 128);
    heatmaps[30 * CELLS + 34] = 100;
    refineByHeatmap(raw, heatmaps);
    expect(raw[0]).toBe(128);
  });
});

describe('regionOfCandidate', () => {
  it('is 2.5 times the distance from hips to crown and upright for a standing person', () => {
    const candidate = { score: 1, head: [0, 0, 1, 1] as const, hips: { x: 50, y: 80 }, crown: { x: 50, y: 40 } };
    expect(regionOfCandidate(candidate)).toEqual({ centre: candidate.hips, width: 100, height: 100, angleRad: 0 });
  });
});
