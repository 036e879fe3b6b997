import { describe, expect, it } from '@jest/globals';
import { createPlane, createRaster } from '@drape/imaging';
import { cylinderShade, limbEdge, limbField, limbTones } from './limb-field';

const upright = {
  centres: [0, 1, 2, 3, 4].map((i) => ({ x: 20, y: 10 + 10 * i })),
  radii: [5, 5, 5, 5, 5],
  visibility: 1,
};

describe('limbField of an upright limb', () => {
  const field = limbField(upright, 1, 60, 60);
  const at = (x: number, y: number): number => (y - field.box.y) * field.box.width + x - field.box.x;

  it('runs from 0 at the first station to 1 at the last', () => {
    expect(field.t[at(20, 10)]).toBeCloseTo(0.0125, 3);
    expect(field.t[at(20, 30)]).toBeCloseTo(0.5125, 3);
    expect(field.t[at(20, 50)]).toBeCloseTo(1, 3);
  });

  it('is signed across: negative to the image left, 1 radius at the edge', () => {
    expect(field.u[at(15, 30)]).toBeCloseTo(-0.9, 3);
    expect(field.u[at(24, 30)]).toBeCloseTo(0.9, 3);
  });

  it('leaves far pixels out', () => {
    expect(field.u[at(29, 30)]).toBe(9);
  });
});

it('cylinderShade is brightest left of the middle and darker at the right edge than at the left', () => {
  expect(cylinderShade(-0.12)).toBeGreaterThan(cylinderShade(0));
  expect(cylinderShade(1)).toBeLessThan(cylinderShade(-1));
});

describe('limbEdge of a slanting limb', () => {
  const slanting = {
    centres: [0, 1, 2, 3].map((i) => ({ x: 20 + 4 * i, y: 5 + 16 * i })),
    radii: [8, 8, 8, 8],
    visibility: 1,
  };
  const { box, u, r } = limbField(slanting, 1, 60, 60);
  const edge = (x: number, y: number): number => {
    const i = (y - box.y) * box.width + x - box.x;
    return u[i] > 8 ? 0 : limbEdge(u[i], r[i]);
  };

  it('puts the outline, read between pixels, on one line: no stairs where it is enlarged', () => {
    // right outline of each row: where the coverage passes one half
    const outline = Array.from({ length: 20 }, (_, n) => {
      const y = 20 + n;
      let x = 44;
      while (edge(x - 1, y) < 0.5) x--;
      return x - (0.5 - edge(x, y)) / (edge(x - 1, y) - edge(x, y));
    });
    const steps = outline.slice(1).map((x, i) => x - outline[i]);
    for (const step of steps) expect(step).toBeCloseTo(0.25, 2);
  });
});

describe('limbTones of an arm whose lower half is seen', () => {
  const centres = Array.from({ length: 24 }, (_, i) => ({ x: 20, y: 8 + 6 * i }));
  const arm = { centres, radii: centres.map(() => 8), visibility: 1 };
  const TONE = [130, 100, 86] as const;
  const redAbove = (seen: readonly number[]): number => {
    const guide = createRaster(40, 160, 3);
    const skin = createPlane(40, 160);
    for (let i = 0; i < skin.data.length; i++) {
      guide.data.set(seen, 3 * i);
      skin.data[i] = Math.floor(i / 40) < 80 ? 0 : 1;
    }
    return limbTones(arm, guide, skin, 1, TONE)[6][0];
  };

  it('carries what is seen on, but not the gloss of the sun', () => {
    expect(redAbove([150, 115, 99])).toBeGreaterThan(138);
    expect(redAbove([225, 190, 172])).toBeLessThan(142);
  });
});
