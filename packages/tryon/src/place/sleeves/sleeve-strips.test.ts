import { describe, expect, it } from '@jest/globals';
import { createRaster } from '@drape/imaging';
import { drawnPerson } from '../../../test/drawn-person';
import type { Garment } from '../../model/garment';
import type { PlacementBody } from '../../model/body';
import { frameOf } from '../body/placement-frame';
import { drawnLabels } from './sleeve-strips';
import { SHARED, SHEETS } from '../../garment/mesh/sheets';

const W = 12;
const H = 20;
const STRIP = SHARED + SHEETS.sleeve0;

/** Columns 2…5 are the strip between the left sleeve and the body; the armpit is in row 4. */
function garment(): Garment {
  const sheetLabels = new Uint8Array(W * H);
  for (let y = 0; y < H; y++) sheetLabels.fill(STRIP, y * W + 2, y * W + 6);
  const armpit = { x: 6, y: 4 };
  const landmarks = { kind: 'upper', armpit: [armpit, armpit] };
  return { sheetLabels, rgba: createRaster(W, H, 4), landmarks } as unknown as Garment;
}

/** The drawn figure with its left forearm turned up to the shoulder. */
function handAtShoulder(): PlacementBody {
  const body = drawnPerson();
  const [shoulder, elbow] = body.arms[0].joints;
  const lifted = { ...body.arms[0], joints: [shoulder, elbow, { x: shoulder.x + 30, y: shoulder.y + 20 }] as const };
  return { ...body, arms: [lifted, body.arms[1]] };
}

const row = (labels: Uint8Array | null, y: number): number[] => [...(labels ?? []).slice(y * W + 2, y * W + 6)];

describe('drawnLabels', () => {
  it('lets body and sleeve share their strip while the arm hangs', () => {
    const labels = drawnLabels(garment(), frameOf(drawnPerson()));
    expect(row(labels, 2)).toEqual([0, 0, 0, 0]);
    expect(row(labels, 19)).toEqual([0, 0, 0, 0]);
  });

  it('takes it from the body, from the armpit on, where the arm is bent away', () => {
    const labels = drawnLabels(garment(), frameOf(handAtShoulder()));
    expect(row(labels, 2)).toEqual([0, 0, 0, 0]);
    expect(row(labels, 9)).toEqual([SHEETS.sleeve0, SHEETS.sleeve0, 0, 0]);
    expect(row(labels, 19)).toEqual([1, 1, 1, 1]);
  });

  it('says the same of a garment that was on another body before', () => {
    const worn = garment();
    const first = drawnLabels(worn, frameOf(drawnPerson()));
    expect(drawnLabels(worn, frameOf(handAtShoulder()))).toEqual(drawnLabels(garment(), frameOf(handAtShoulder())));
    expect(drawnLabels(worn, frameOf(drawnPerson()))).toEqual(first);
  });
});
