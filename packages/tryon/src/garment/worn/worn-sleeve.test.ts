import { describe, expect, it } from '@jest/globals';
import { createPlane, createRaster, type PlaneF32, type Point } from '@drape/imaging';
import { drawBar } from '../../../test/drawn-shapes';
import { nameJoints } from '../../person/pose/joints';
import { wornView, type WornView } from './worn-body';
import { followSleeve } from './worn-sleeve';

const SIZE = 300;
/** Half width of the sleeves, pixels. */
const HALF = 14;

/** A body whose arms are away from it and whose hands are in the pockets of its jacket, image left; it is symmetric. */
const SHOULDER: Point = { x: 100, y: 60 };
const ELBOW: Point = { x: 55, y: 150 };
const WRIST: Point = { x: 105, y: 225 };
/** The sleeve ends here; the hand shows from there to past the wrist. */
const CUFF: Point = { x: 90, y: 202.5 };
const FINGERS: Point = { x: 113, y: 237 };

const mirrored = (p: Point): Point => ({ x: SIZE - p.x, y: p.y });

function seen(fabric: PlaneF32, filled: PlaneF32 | null): WornView {
  const landmarks = Array.from({ length: 33 }, () => ({ x: 150, y: 20, z: 0, visibility: 1, presence: 1 }));
  const places: readonly [number, Point][] = [
    [11, SHOULDER],
    [13, ELBOW],
    [15, WRIST],
    [19, WRIST],
    [23, { x: 120, y: 230 }],
  ];
  for (const [index, p] of places) {
    landmarks[index] = { ...landmarks[index], ...mirrored(p) };
    landmarks[index + 1] = { ...landmarks[index + 1], ...p };
  }
  const rgba = createRaster(SIZE, SIZE, 4);
  fabric.data.forEach((v, i) => (rgba.data[i * 4 + 3] = v * 255));
  return wornView(rgba, nameJoints(landmarks), null, filled);
}

/** The sleeve as far as the cuff, `off` pixels outside the bone, and the jacket's body from the pocket inwards. */
function jacket(off = 0): PlaneF32 {
  const fabric = createPlane(SIZE, SIZE);
  const elbow = { x: ELBOW.x - off, y: ELBOW.y };
  drawBar(fabric, SHOULDER, elbow, HALF);
  drawBar(fabric, elbow, { x: CUFF.x - off - 0.55 * HALF, y: CUFF.y - 0.83 * HALF }, HALF);
  for (let y = 60; y < 280; y++) fabric.data.fill(1, y * SIZE + 106, y * SIZE + 194);
  return fabric;
}

const last = (points: readonly Point[]): Point => points[points.length - 1];

describe('the sleeve of a model whose hand is in a pocket', () => {
  it('ends at the cuff where the hand was filled with fabric', () => {
    const fabric = jacket();
    const filled = createPlane(SIZE, SIZE);
    drawBar(filled, CUFF, FINGERS, 12);
    for (let i = 0; i < filled.data.length; i++) {
      if (fabric.data[i] > 0) filled.data[i] = 0;
      else fabric.data[i] = filled.data[i];
    }
    const sleeve = followSleeve(seen(fabric, filled), 0, 40);
    expect(sleeve.length).toBe('long');
    expect(last(sleeve.outer).y).toBeGreaterThan(CUFF.y - HALF);
    expect(last(sleeve.outer).y).toBeLessThan(CUFF.y + HALF);
  });

  it('does not hold the fabric that was put into the gap beside the body', () => {
    const fabric = jacket(9);
    const filled = createPlane(SIZE, SIZE);
    for (let y = 100; y < 190; y++) {
      for (let x = 60; x < 106; x++) {
        const i = y * SIZE + x;
        if (fabric.data[i] === 0) filled.data[i] = fabric.data[i] = 1;
      }
    }
    const reach = (plane: PlaneF32 | null): number => {
      const { inner } = followSleeve(seen(fabric, plane), 0, 40);
      return Math.max(...inner.filter((p) => p.y > 110 && p.y < 185).map((p) => p.x));
    };
    expect(reach(filled)).toBeLessThan(reach(null) - 3);
  });
});
