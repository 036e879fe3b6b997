import { createPlane, createRandom, createRaster, type PlaneF32, type RasterU8 } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { fillMatch } from './fill';

const SIDE = 160;
const inFill = (i: number): boolean => Math.abs((i % SIDE) - 80) < 25 && Math.abs(Math.floor(i / SIDE) - 80) < 25;

/** Sky above, street below: a fill must follow the change. */
const background = (i: number): number[] => {
  const t = Math.floor(i / SIDE) / SIDE;
  return [130 - 20 * t, 160 - 55 * t, 210 - 110 * t];
};

/** The background with grain. */
function scene(): RasterU8 {
  const picture = createRaster(SIDE, SIDE, 3);
  const random = createRandom(3);
  for (let i = 0; i < SIDE * SIDE; i++) {
    const grain = 24 * (random() - 0.5);
    for (let c = 0; c < 3; c++) picture.data[3 * i + c] = background(i)[c] + grain;
  }
  return picture;
}

function masks(): { fill: PlaneF32; ring: PlaneF32 } {
  const [fill, ring] = [createPlane(SIDE, SIDE), createPlane(SIDE, SIDE)];
  for (let i = 0; i < fill.data.length; i++) {
    fill.data[i] = inFill(i) ? 1 : 0;
    ring.data[i] = inFill(i) ? 0 : 1;
  }
  return { fill, ring };
}

function filledWith(colour: (i: number) => readonly number[]): ReturnType<typeof fillMatch> {
  const picture = scene();
  for (let i = 0; i < SIDE * SIDE; i++) {
    if (inFill(i)) for (let c = 0; c < 3; c++) picture.data[3 * i + c] = colour(i)[c];
  }
  const { fill, ring } = masks();
  return fillMatch(picture, fill, ring, 20);
}

describe('fillMatch', () => {
  it('finds the untouched picture perfect', () => {
    const { fill, ring } = masks();
    const found = fillMatch(scene(), fill, ring, 20);
    expect(found?.energy).toBeGreaterThan(0.9);
    expect(found?.energy).toBeLessThan(1.1);
    expect(found?.score).toBeLessThan(0.4);
  });

  it('sees a smear: colour right, texture gone', () => {
    const found = filledWith(background);
    expect(found?.energy).toBeLessThan(0.5);
    expect(found?.score).toBeGreaterThan(1);
  });

  it('sees a wrong colour, and one colour for sky and street', () => {
    expect(filledWith(() => [200, 60, 60])?.deltaE).toBeGreaterThan(20);
    expect(filledWith(() => [130, 160, 210])?.deltaE).toBeGreaterThan(6);
  });

  it('says nothing about a fill of a few pixels', () => {
    const { ring } = masks();
    const fill = createPlane(SIDE, SIDE);
    fill.data[80 * SIDE + 80] = 1;
    expect(fillMatch(scene(), fill, ring, 20)).toBeNull();
  });
});
