import { createPlane, type PlaneF32 } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { addKeptSleeves } from './kept-sleeves';
import { limbField } from '../scene/limb-field';

const [W, H, STATIONS] = [200, 140, 24];
const HIP_ROW = 90;

/** A tucked-in top in columns 80…119 with sleeves of half width 10 at 60 and 140 down to row 115; the hands below are not sleeved. */
function kept(
  change: {
    readonly visibility?: number;
    readonly bareFrom?: number;
    readonly peplum?: boolean;
    readonly isFar?: boolean;
  } = {},
): PlaneF32 {
  const { visibility = 1, bareFrom = 115, peplum = false, isFar = false } = change;
  const upper = createPlane(W, H);
  for (let y = 5; y < H; y++) {
    if (y < 100) upper.data.fill(1, y * W + 70, y * W + 130);
    const isSleeved = y < bareFrom || (peplum && y > 80 && y < 100);
    for (const x of [60, 140]) upper.data.fill(isSleeved ? 1 : 0, y * W + x - 10, y * W + x + 10);
  }
  const tube = (x: number) => ({
    centres: Array.from({ length: STATIONS }, (_, s) => ({ x, y: 10 + 5 * s })),
    radii: Array.from({ length: STATIONS }, () => 8),
    visibility,
  });
  const armTubes = [tube(60), tube(140)] as const;
  const person = {
    armTubes,
    planes: { upper, skin: createPlane(W, H) },
    body: { shoulderWidth: 80, torsoLength: 110 },
  };
  const arms = armTubes.map((t) => limbField(t, 1, W, H));
  const stays = createPlane(W, H);
  addKeptSleeves(
    { person, arms, armStates: [{ isFar }, { isFar }], k: 1, garment: stays } as unknown as Parameters<
      typeof addKeptSleeves
    >[0],
    stays,
  );
  return stays;
}

describe('addKeptSleeves', () => {
  it('leaves both sleeves before a new waistband, and nothing of the tucked-in top between them', () => {
    const { data } = kept();
    for (const x of [55, 60, 140, 145]) expect(data[HIP_ROW * W + x]).toBe(1);
    for (const x of [85, 100, 115]) expect(data[HIP_ROW * W + x]).toBe(0);
    expect(data[120 * W + 60]).toBe(0);
  });

  it('takes a peplum over a bare arm for no sleeve', () => {
    expect(kept({ bareFrom: 50, peplum: true }).data[HIP_ROW * W + 60]).toBe(0);
  });

  it('leaves nothing beside a bare forearm, or where nobody knows the arm', () => {
    expect(kept({ bareFrom: 60 }).data[HIP_ROW * W + 60]).toBe(0);
    expect(kept({ visibility: 0.1 }).data[HIP_ROW * W + 60]).toBe(0);
  });
});
