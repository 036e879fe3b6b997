import { createPlane, type PlaneF32 } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import type { LimbTube } from '../types';
import { coveredRun, layForward, partOf } from './covered-forearm';
import { limbField } from './limb-field';

const [W, H, STATIONS] = [60, 140, 24];
const stationY = (s: number): number => 10 + 5 * s;
const arm: LimbTube = {
  centres: Array.from({ length: STATIONS }, (_, s) => ({ x: 30, y: stationY(s) })),
  radii: Array.from({ length: STATIONS }, () => 8),
  visibility: 1,
};

function rows(from: number, to: number): PlaneF32 {
  const plane = createPlane(W, H);
  plane.data.fill(1, from * W, to * W);
  return plane;
}

/** A bare arm down to row 130 with a peplum over its rows 80…94. */
const [skin, peplum] = [rows(5, 130), rows(80, 95)];
skin.data.fill(0, 80 * W, 95 * W);

describe('coveredRun', () => {
  it('is the piece of a bare forearm that cloth hung over', () => {
    const run = coveredRun(arm, { skin }, peplum, 1);
    expect(run).not.toBeNull();
    expect(stationY((run?.[0] ?? 0) * (STATIONS - 1))).toBeLessThan(80);
    expect(stationY((run?.[1] ?? 0) * (STATIONS - 1))).toBeGreaterThan(95);
  });

  it('is none for a hand in a pocket, an arm in a sleeve, or an arm beside the cloth', () => {
    expect(coveredRun(arm, { skin: rows(5, 100) }, rows(100, 140), 1)).toBeNull();
    expect(coveredRun(arm, { skin: rows(95, 130) }, peplum, 1)).toBeNull();
    expect(coveredRun(arm, { skin }, createPlane(W, H), 1)).toBeNull();
  });
});

describe('layForward', () => {
  it('lays that piece before the garment, and nothing of the hand', () => {
    const front = createPlane(W, H);
    layForward(createPlane(W, H), partOf(limbField(arm, 1, W, H), [0.55, 0.8]), rows(0, H), front);
    expect([front.data[87 * W + 30], front.data[125 * W + 30], front.data[87 * W + 45]]).toEqual([1, 0, 0]);
  });
});
