import { createPlane, createRaster, mapClasses, type Point } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { bodyFrame } from '../../pose/joints';
import { reclaimColourful } from './colourful';
import type { CorrectionInput } from './correction-input';

const W = 160;
const H = 260;
const SKIN = [120, 80, 60] as const;
const ORANGE = [240, 150, 60] as const;
const TANNED = [150, 92, 58] as const;
const COAT = [30, 60, 120] as const;

interface Look {
  /** Colour of the skin below the neck, at the collar and on the hands. */
  readonly collar: readonly number[];
  readonly hand: readonly number[];
}

const OVAL: Point[] = [
  { x: 58, y: 20 },
  { x: 102, y: 20 },
  { x: 102, y: 75 },
  { x: 58, y: 75 },
];

/**
 * A dark face in rows 20–75, a neck, a blue coat that begins in row 90 whose opening (rows 85–130) and cuff are parsed as skin, and hands.
 */
function drawn({ collar, hand }: Look): CorrectionInput & { oval: Point[] } {
  const guide = createRaster(W, H, 3);
  const planes = mapClasses(() => createPlane(W, H));
  for (let y = 0, i = 0; y < H; y++) {
    for (let x = 0; x < W; x++, i++) {
      const isFace = y >= 20 && y < 75 && Math.abs(x - 80) < 22;
      const isNeck = y >= 75 && y < 90 && Math.abs(x - 80) < 14;
      const isCollar = y >= 90 && y < 130 && Math.abs(x - 80) < 14;
      const isHand = y >= 200 && y < 225 && Math.abs(Math.abs(x - 80) - 55) < 10;
      const isCoat = y >= 90 && y < 200 && Math.abs(x - 80) < 66 && !isCollar;
      const rgb = isCoat ? COAT : isCollar ? collar : isHand ? hand : SKIN;
      const grain = ((x * 3 + y * 5) % 7) - 3;
      guide.data.set(
        rgb.map((v) => v + grain),
        3 * i,
      );
      planes.skin.data[i] = isFace || isNeck || isCollar || isHand ? 1 : 0;
      for (const plane of [planes.upper, planes.outer]) plane.data[i] = isCoat ? 1 : 0;
    }
  }
  const at = (x: number, y: number): { x: number; y: number; visibility: number } => ({ x, y, visibility: 1 });
  return {
    guide,
    planes,
    oval: OVAL,
    workScale: 1,
    joints: { hands: [at(25, 212), at(135, 212)] } as unknown as CorrectionInput['joints'],
    frame: bodyFrame({ shoulders: [at(30, 100), at(130, 100)], hips: [at(50, 200), at(110, 200)] }),
  };
}

const at = (x: number, y: number): number => y * W + x;
const differ = (p: Float32Array, q: Float32Array): number => p.filter((v, i) => v !== q[i]).length;

describe('reclaimColourful', () => {
  it('gives an orange shirt that was parsed as skin to the top, under a coat too', () => {
    const input = drawn({ collar: ORANGE, hand: SKIN });
    reclaimColourful(input);
    const { skin, top, upper } = input.planes;
    expect(skin.data[at(80, 110)]).toBeLessThan(0.05);
    expect(top.data[at(80, 110)]).toBeGreaterThan(0.95);
    expect(upper.data[at(80, 110)]).toBeGreaterThan(0.95);
    for (const i of [at(80, 55), at(80, 80), at(25, 212)]) expect(skin.data[i]).toBe(1);
  });

  it('gives it to the bag that lies around it', () => {
    const input = drawn({ collar: ORANGE, hand: SKIN });
    const { upper, outer, bag, skin } = input.planes;
    bag.data.set(upper.data);
    for (const plane of [upper, outer]) plane.data.fill(0);
    reclaimColourful(input);
    expect(bag.data[at(80, 110)] + skin.data[at(80, 110)]).toBeCloseTo(1, 5);
    expect(bag.data[at(80, 110)]).toBeGreaterThan(0.95);
  });

  it('leaves a tanned chest', () => {
    const input = drawn({ collar: TANNED, hand: SKIN });
    const before = input.planes.skin.data.slice();
    reclaimColourful(input);
    expect(differ(input.planes.skin.data, before)).toBe(0);
  });

  it('leaves what the hands are as colourful as: their light is not the face’s', () => {
    const input = drawn({ collar: [205, 128, 62], hand: [205, 128, 62] });
    const before = input.planes.skin.data.slice();
    reclaimColourful(input);
    expect(differ(input.planes.skin.data, before)).toBe(0);
  });
});
