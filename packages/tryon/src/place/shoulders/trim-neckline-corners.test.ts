import { createRaster } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { strapRise, trimNecklineCorners } from './trim-neckline-corners';

const SW = 100;
const BOX = { x: 20, y: 30, width: 160, height: 80 };
/** Neck ends at y 60, shoulders falling by .3 to the tips. */
const EDGE = {
  neck: [
    { x: 75, y: 60 },
    { x: 125, y: 60 },
  ],
  tips: [
    { x: 35, y: 72 },
    { x: 165, y: 72 },
  ],
  sw: SW,
  bare: false,
} as const;

/** Fabric on the shoulders, and `above` more pixels above it within 5 pixels of the neck's ends. */
function shirt(above: number) {
  const rgba = createRaster(BOX.width, BOX.height, 4);
  for (let x = 0; x < BOX.width; x++) {
    const out = Math.abs(x + BOX.x - 100) - 25;
    if (out < 0) continue;
    const top = 60 + 0.3 * out - (out < 5 ? above : 0) - BOX.y;
    for (let y = Math.round(top); y < BOX.height; y++) rgba.data[4 * (y * BOX.width + x) + 3] = 255;
  }
  trimNecklineCorners(rgba, BOX, EDGE);
  return (x: number, y: number): number => rgba.data[4 * ((y - BOX.y) * BOX.width + x - BOX.x) + 3];
}

describe('trimNecklineCorners', () => {
  it('lays the ends of a neckline on the shoulders, on both sides', () => {
    const alpha = shirt(6);
    for (const x of [73, 127]) expect([alpha(x, 57), alpha(x, 61)]).toEqual([0, 255]);
  });

  it('leaves a collar that stands high, and shoulders that lie where they should', () => {
    const collar = shirt(20);
    for (const x of [73, 127]) expect(collar(x, 50)).toBe(255);
    const flat = shirt(0);
    for (const x of [45, 60, 73, 127, 140, 155])
      expect(flat(x, Math.ceil(60.5 + 0.3 * (Math.abs(x - 100) - 25)))).toBe(255);
  });
});

it('trimNecklineCorners cuts straps off along the line of the shoulders, however far they reach over it', () => {
  const rgba = createRaster(BOX.width, BOX.height, 4);
  for (let i = 3; i < rgba.data.length; i += 4) rgba.data[i] = 255;
  const tips = [
    { x: 63, y: 63.6 },
    { x: 137, y: 63.6 },
  ] as const;
  trimNecklineCorners(rgba, BOX, { ...EDGE, tips, bare: true });
  for (const x of [63, 70, 130, 137]) {
    const line = Math.floor(60 + 0.3 * (Math.abs(x - 100) - 25)) - BOX.y;
    const alpha = (y: number): number => rgba.data[4 * (y * BOX.width + x - BOX.x) + 3];
    expect([alpha(line - 3), alpha(line + 1)]).toEqual([0, 255]);
  }
});

it('trimNecklineCorners rounds the corners of a strap and turns it away from the light, without touching what lies below', () => {
  const rgba = createRaster(BOX.width, BOX.height, 4);
  const tips = [
    { x: 55, y: 60 },
    { x: 145, y: 60 },
  ] as const;
  for (let i = 0; i < rgba.data.length; i += 4) {
    const out = Math.abs(((i / 4) % BOX.width) + BOX.x - 100);
    if (out >= 25 && out < 45) rgba.data.fill(200, i, i + 4);
  }
  trimNecklineCorners(rgba, BOX, { ...EDGE, tips, bare: true });
  const at = (x: number, y: number): Uint8Array | Uint8ClampedArray =>
    rgba.data.subarray(4 * ((y - BOX.y) * BOX.width + x - BOX.x));
  for (const side of [-1, 1]) {
    const [inner, middle] = [at(100 + side * 26, 60)[3], at(100 + side * 35, 60)[3]];
    expect(inner).toBeLessThan(middle);
    expect(at(100 + side * 35, 60)[0]).toBeLessThan(160);
    expect([...at(100 + side * 35, 66).subarray(0, 4)]).toEqual([200, 200, 200, 200]);
  }
});

it('strapRise is highest in the middle of a strap and below the line at its corners', () => {
  const rises = [0, 0.01, 0.02, 0.03].map(strapRise);
  expect(rises).toEqual([...rises].sort((a, b) => a - b));
  expect(rises[0]).toBeLessThan(0);
  expect(strapRise(0.05)).toBe(rises[3]);
});
