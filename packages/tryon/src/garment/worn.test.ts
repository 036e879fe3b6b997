import { describe, expect, it } from '@jest/globals';
import { createRaster } from '@drape/imaging';
import type { RasterU8 } from '@drape/imaging';
import type { PoseDetection, PoseLandmark } from '../ports';
import { TryOnRefusal } from '../refusal';
import { refuseWorn } from './worn';

const SKIN = [205, 150, 120] as const;
const DARK_SKIN = [92, 60, 46] as const;
const CLOTH = [60, 90, 160] as const;

function landmarks(): PoseLandmark[] {
  const at = (x: number, y: number): PoseLandmark => ({ x, y, z: 0, visibility: 1, presence: 1 });
  const all = Array.from({ length: 33 }, () => at(100, 30));
  all[11] = at(130, 70);
  all[12] = at(70, 70);
  all[13] = at(150, 110);
  all[14] = at(50, 110);
  for (const i of [15, 17, 19]) all[i] = at(155, 160);
  for (const i of [16, 18, 20]) all[i] = at(45, 160);
  all[23] = at(118, 160);
  all[24] = at(82, 160);
  return all;
}

function picture(
  regions: readonly { y: readonly [number, number]; colour: readonly [number, number, number] }[],
): RasterU8 {
  const rgb = createRaster(200, 200, 3);
  for (let y = 0; y < 200; y++) {
    const colour = regions.find((r) => y >= r.y[0] && y < r.y[1])?.colour ?? CLOTH;
    for (let x = 0; x < 200; x++) for (let c = 0; c < 3; c++) rgb.data[(y * 200 + x) * 3 + c] = colour[c];
  }
  return rgb;
}

function seen(score: number): { detectPose: () => Promise<PoseDetection> } {
  const mask = { width: 1, height: 1, data: new Float32Array(1) };
  return { detectPose: () => Promise.resolve({ person: { score, landmarks: landmarks(), mask }, others: [] }) };
}

describe('refuseWorn', () => {
  it.each([
    ['a light face', SKIN],
    ['a dark face', DARK_SKIN],
  ])('refuses a product picture with %s', async (_, colour) => {
    await expect(refuseWorn(picture([{ y: [0, 50], colour }]), seen(0.95))).rejects.toThrow(TryOnRefusal);
  });

  it('refuses a wearer whose head is cropped away but whose arms are bare', async () => {
    const rgb = picture([{ y: [104, 200], colour: SKIN }]);
    await expect(refuseWorn(rgb, seen(0.95))).rejects.toThrow('worn by a person');
  });

  it('passes a garment of skin colour in which the network sees a body', async () => {
    const rgb = picture([
      { y: [0, 40], colour: CLOTH },
      { y: [40, 140], colour: SKIN },
    ]);
    await expect(refuseWorn(rgb, seen(0.95))).resolves.toBeUndefined();
  });

  it('passes a flat garment, whatever the network believes', async () => {
    await expect(refuseWorn(picture([]), seen(0.99))).resolves.toBeUndefined();
    await expect(refuseWorn(picture([{ y: [0, 50], colour: SKIN }]), seen(0.3))).resolves.toBeUndefined();
  });
});
