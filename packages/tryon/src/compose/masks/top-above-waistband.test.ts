import { createPlane, createRaster } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { isOnePiece, sameFabric, TOP_ABOVE_WAISTBAND } from './top-above-waistband';
import { follow } from '../../rules/rule';
import type { Scene } from '../../model/scene';

const [WIDTH, HEIGHT, SW] = [60, 80, 40];

/** A red top down to y 30; below it fabric of another colour. */
function clothes(below: readonly number[]) {
  const [upper, lower] = [createPlane(WIDTH, HEIGHT), createPlane(WIDTH, HEIGHT)];
  const guide = createRaster(WIDTH, HEIGHT, 3);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const i = y * WIDTH + x;
      (y < 30 ? upper : lower).data[i] = 1;
      guide.data.set(y < 30 ? [170, 90, 30] : below, 3 * i);
    }
  }
  return { upper, lower, guide };
}

/** New trousers below y 40 between x 10 and 50, whose hips begin at y 60 on both sides. */
function scene(tucked: boolean, strap = false): Scene {
  const garment = createPlane(WIDTH, HEIGHT);
  for (let y = 40; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) if ((x >= 10 && x < 50) || y >= 60) garment.data[y * WIDTH + x] = 1;
  }
  if (strap) for (let y = 25; y < 40; y++) garment.data[y * WIDTH + 14] = 1;
  return { category: 'pants', garment, sw: SW, placement: { region: { kind: 'pants', tucked } } } as unknown as Scene;
}

describe('TOP_ABOVE_WAISTBAND', () => {
  it('lies above the new waistband and not above the hips beside it', () => {
    const zone = follow(TOP_ABOVE_WAISTBAND, scene(true));
    expect(zone?.data[36 * WIDTH + 30]).toBeCloseTo(1);
    expect(zone?.data[36 * WIDTH + 5]).toBe(0);
    expect(zone?.data[55 * WIDTH + 3]).toBe(0);
    expect(zone?.data[50 * WIDTH + 30]).toBe(0);
  });

  it('takes no strap that sticks out above the band for the band', () => {
    expect(follow(TOP_ABOVE_WAISTBAND, scene(true, true))?.data[36 * WIDTH + 30]).toBeCloseTo(1);
  });

  it('is none under a top that hangs over the band', () => {
    expect(follow(TOP_ABOVE_WAISTBAND, scene(false))).toBeNull();
  });
});

describe('sameFabric', () => {
  const zone = follow(TOP_ABOVE_WAISTBAND, scene(true)) ?? createPlane(WIDTH, HEIGHT);

  it('keeps a dress whole, folds and all', () => {
    const { upper, lower, guide } = clothes([150, 80, 27]);
    expect(isOnePiece(upper, lower, guide)).toBe(true);
    expect(sameFabric(zone, upper, guide, SW).data[36 * WIDTH + 30]).toBeGreaterThan(0.95);
  });

  it('knows trousers under a top by their colour', () => {
    const { upper, lower, guide } = clothes([40, 60, 150]);
    expect(isOnePiece(upper, lower, guide)).toBe(false);
    expect(sameFabric(zone, upper, guide, SW).data[36 * WIDTH + 30]).toBe(0);
  });
});
