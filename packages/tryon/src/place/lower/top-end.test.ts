import { createPlane, createRaster, type RasterU8 } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { drawnPerson, FIGURE } from '../../../test/drawn-person';
import { frameOf } from '../body/placement-frame';
import { endsInOwnFabric } from './top-end';
import { placeWaistband } from './waistband';

const RED = [180, 40, 40];
const BLACK = [25, 25, 25];
const BLUE = [60, 80, 190];
/** Shoulders at y 150, hips at y 310. */
const row = (v: number): number => Math.round(150 + 160 * v);

/** The figure in a red top above blue trousers below a given height; between them a band of `strip`, which the parser takes for the top. */
function dressed(from: number, strip: readonly number[], beside = 0): ReturnType<typeof frameOf> {
  const body = drawnPerson();
  const { width, height } = FIGURE;
  const planes = { ...body.planes, top: createPlane(width, height), lower: createPlane(width, height) };
  const guide: RasterU8 = createRaster(width, height, 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const isLower = y >= row(from);
      // `beside`: columns at the left that a hanging scarf hides
      (isLower ? planes.lower : planes.top).data[i] = x < beside ? 0 : 1;
      guide.data.set(isLower ? BLUE : y >= row(from - 0.07) ? strip : RED, 3 * i);
    }
  }
  return frameOf({ ...body, planes, guide });
}

describe('endsInOwnFabric', () => {
  it('tells a hem from an old waistband that was taken for the top', () => {
    expect(endsInOwnFabric(dressed(0.8, RED), 0.8)).toBe(true);
    // a fold's shadow along the hem
    expect(endsInOwnFabric(dressed(0.8, [125, 28, 28]), 0.8)).toBe(true);
    expect(endsInOwnFabric(dressed(0.8, BLACK), 0.8)).toBe(false);
  });

  it('tells nothing where little of the waist is seen, or no picture is known', () => {
    expect(endsInOwnFabric(dressed(0.8, RED, FIGURE.width), 0.8)).toBe(false);
    expect(endsInOwnFabric(frameOf(drawnPerson()), 0.8)).toBe(false);
  });
});

describe('placeWaistband', () => {
  it('leaves a top that ends in its own hem before the new band, which begins behind it', () => {
    const band = placeWaistband(dressed(0.8, RED), 1);
    expect(band.tucked).toBe(false);
    expect(band.v).toBeLessThan(0.75);
    expect(band.hidden).toBeCloseTo(0.8, 1);
    expect(placeWaistband(dressed(0.8, BLACK), 1).tucked).toBe(true);
  });

  it('still draws a band over the top that begins below the old one, or a strip of that would show', () => {
    expect(placeWaistband(dressed(0.5, RED), 1).tucked).toBe(true);
  });
});
