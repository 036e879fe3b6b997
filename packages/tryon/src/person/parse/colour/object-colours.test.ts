import { describe, expect, it } from '@jest/globals';
import { createPlane, createRaster, rgbToLab, type PlaneF32 } from '@drape/imaging';
import { colourCost, learnClusters } from './colour-clusters';
import { isApart, modelAt, objectsOf, type CarriedObjects } from './object-colours';

const W = 100;
const H = 60;
const FABRIC = [90, 100, 70];
const at = (x: number, y: number): number => y * W + x;

/** Green fabric with an object of another colour in columns 20…39, rows 10…29, with this belief. */
function partsWith(colour: readonly number[], belief: number, width = 20): CarriedObjects | null {
  const photo = createRaster(W, H, 3);
  const plane: PlaneF32 = createPlane(W, H);
  const fabric: number[] = [];
  for (let y = 0, i = 0; y < H; y++) {
    for (let x = 0; x < W; x++, i++) {
      const isThing = x >= 20 && x < 20 + width && y >= 10 && y < 10 + width;
      photo.data.set(
        (isThing ? colour : FABRIC).map((v) => v + (x % 4)),
        3 * i,
      );
      if (isThing) plane.data[i] = belief;
      else fabric.push(i);
    }
  }
  const lab = rgbToLab(photo);
  return objectsOf(lab, plane, [learnClusters(lab, fabric, 6), null]);
}

describe('objectsOf', () => {
  it('learns a vague thing of other colours than the clothes, and lets them count a little beyond it', () => {
    const parts = partsWith([190, 40, 40], 0.55);
    if (parts === null) throw new Error('no thing');
    expect(modelAt(parts, at(30, 20))).not.toBeNull();
    expect(modelAt(parts, at(45, 20))).not.toBeNull();
    expect(modelAt(parts, at(52, 20))).toBeNull();
    expect(isApart(parts, at(42, 20))).toBe(true);
    expect(isApart(parts, at(60, 20))).toBe(false);
  });

  it('does not learn the arm around which it is parsed, too', () => {
    const photo = createRaster(W, H, 3);
    const plane: PlaneF32 = createPlane(W, H);
    for (let y = 10; y < 30; y++) {
      for (let x = 20; x < 40; x++) {
        photo.data.set(x < 35 ? [40 + (x % 4), 30, 28] : [240, 210, 190], 3 * at(x, y));
        plane.data[at(x, y)] = x < 35 ? 0.95 : 0.6;
      }
    }
    const lab = rgbToLab(photo);
    const parts = objectsOf(lab, plane, []);
    if (parts === null) throw new Error('no thing');
    const cost = (x: number): number =>
      colourCost(modelAt(parts, at(x, 20)), lab[3 * at(x, 20)], lab[3 * at(x, 20) + 1], lab[3 * at(x, 20) + 2]);
    expect(cost(25)).toBeLessThan(8);
    expect(cost(37)).toBe(14);
  });

  it('takes a thing of the clothes’ colours for a flap of them, and a small one for a pocket', () => {
    expect(partsWith(FABRIC, 0.9)).toBeNull();
    expect(partsWith([190, 40, 40], 0.9, 3)).toBeNull();
  });
});
