import { describe, expect, it } from '@jest/globals';
import { createPlane, createRaster } from '@drape/imaging';
import { cylinderShade, limbField } from '../../scene/limb-field';
import { limbShade, shadesAt } from './limb-shade';
import type { LimbShade } from '../../../model/scene';

/** An arm that hangs straight down, 20 wide, lit from the left; its upper half is under a sleeve. */
const WIDTH = 80;
const HEIGHT = 240;
const TUBE = {
  centres: Array.from({ length: 24 }, (_, i) => ({ x: 40, y: 10 + i * 9 })),
  radii: Array.from({ length: 24 }, () => 10),
  visibility: 1,
};
const light = (x: number): number => 1.2 - 0.02 * (x - 30);

function scene() {
  const guide = createRaster(WIDTH, HEIGHT, 3);
  const skin = createPlane(WIDTH, HEIGHT);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 30; x < 50; x++) {
      if (y < 120) continue;
      skin.data[y * WIDTH + x] = 1;
      guide.data.set([150 * light(x), 110 * light(x), 90 * light(x)], 3 * (y * WIDTH + x));
    }
  }
  const field = limbField(TUBE, 1, WIDTH, HEIGHT);
  return limbShade(
    field,
    TUBE.centres.map(() => [150, 110, 90]),
    guide,
    skin,
    cylinderShade,
  );
}

function shadeAt(shade: LimbShade, t: number, u: number, channel: number): number {
  const out = new Float64Array(3);
  shadesAt(shade, t, u, out);
  return out[channel];
}

describe('limbShade', () => {
  it('reads the light across seen skin and carries it on above it', () => {
    const shade = scene();
    // whether image left of a hanging limb is u > 0 or u < 0 depends on the field: the brighter side must be the same everywhere
    const side = shadeAt(shade, 0.8, -0.7, 0) > shadeAt(shade, 0.8, 0.7, 0) ? -1 : 1;
    const difference = (t: number): number => shadeAt(shade, t, 0.7 * side, 0) - shadeAt(shade, t, -0.7 * side, 0);
    expect(difference(0.8)).toBeGreaterThan(0.2);
    expect(difference(0.42)).toBeGreaterThan(0.15);
  });

  it('is redder in the shade where no skin is seen', () => {
    const shade = scene();
    const warmth = (u: number): number => shadeAt(shade, 0, u, 0) / shadeAt(shade, 0, u, 2);
    expect(warmth(0.95)).toBeGreaterThan(warmth(0) + 0.04);
  });

  it('falls back to a plain cylinder far from any seen skin', () => {
    const shade = scene();
    expect(Math.abs(shadeAt(shade, 0, 0.6, 0) - shadeAt(shade, 0, -0.6, 0))).toBeLessThan(0.12);
    expect(shadeAt(shade, 0, 0, 1)).toBeGreaterThan(1);
  });
});
