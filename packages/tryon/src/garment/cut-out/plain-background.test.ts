import { describe, expect, it } from '@jest/globals';
import { boxBlur, createPlane, iou, plainSaliency, type PlaneF32, type RasterU8, resizePlane } from '@drape/imaging';
import { drawTee, HEIGHT, WIDTH } from '../../../test/drawn-garments';
import { drawBar, photograph } from '../../../test/drawn-shapes';

type RgbTriple = readonly [number, number, number];
const NAVY: RgbTriple = [30, 40, 90];
const PALE: RgbTriple = [243, 243, 244];

/** Mixes a colour over the picture with the plane as alpha. */
function lay(photo: RasterU8, where: PlaneF32, colour: RgbTriple): RasterU8 {
  for (let i = 0; i < where.data.length; i++) {
    for (let c = 0; c < 3; c++) photo.data[3 * i + c] += where.data[i] * (colour[c] - photo.data[3 * i + c]);
  }
  return photo;
}

const bar = (x0: number, y0: number, x1: number, y1: number, radius: number): PlaneF32 =>
  drawBar(createPlane(WIDTH, HEIGHT), { x: x0, y: y0 }, { x: x1, y: y1 }, radius);

describe('plainSaliency', () => {
  const tee = drawTee();
  const photo = (): RasterU8 => photograph(tee, NAVY, PALE);

  it('finds the product in front of an even background', () => {
    const seen = plainSaliency(photo());
    expect(seen).not.toBeNull();
    if (seen !== null) expect(iou(resizePlane(seen, WIDTH, HEIGHT), tee)).toBeGreaterThan(0.97);
  });

  it('does not take a soft shadow for the product', () => {
    const shadow = boxBlur(boxBlur(tee, 9), 9);
    for (let i = 0; i < shadow.data.length; i++) shadow.data[i] = 0.35 * shadow.data[i] * (1 - tee.data[i]);
    const seen = plainSaliency(lay(photo(), shadow, [0, 0, 0]));
    expect(seen).not.toBeNull();
    if (seen !== null) expect(iou(resizePlane(seen, WIDTH, HEIGHT), tee)).toBeGreaterThan(0.95);
  });

  it('leaves white fabric before white to the network', () => {
    expect(plainSaliency(photograph(tee, [250, 250, 250], PALE))).toBeNull();
  });

  it.each([
    ['a pale band along the hem', bar(0, HEIGHT * 0.8, WIDTH, HEIGHT * 0.8, 14), 'on', [222, 222, 223]],
    ['a hook', bar(WIDTH / 2, 8, WIDTH / 2, HEIGHT * 0.3, 3), 'beside', [60, 60, 62]],
    ['a second thing', bar(40, HEIGHT - 30, 70, HEIGHT - 30, 14), 'beside', [150, 40, 40]],
    ['what the edge of the picture cuts off', bar(WIDTH / 2, HEIGHT / 2, WIDTH / 2, HEIGHT, 60), 'beside', NAVY],
  ] as const)('leaves %s to the network', (_name, where, side, colour) => {
    const part = {
      ...where,
      data: where.data.map((v, i) => (side === 'on' ? v * tee.data[i] : v * (1 - tee.data[i]))),
    };
    expect(plainSaliency(lay(photo(), part, colour))).toBeNull();
  });

  it('leaves an uneven background to the network', () => {
    const drawn = photo();
    for (let i = 0; i < tee.data.length; i++) {
      if (tee.data[i] > 0) continue;
      const level = 190 + 40 * Math.sin(i / WIDTH / 9);
      drawn.data.fill(level, 3 * i, 3 * i + 3);
    }
    expect(plainSaliency(drawn)).toBeNull();
  });
});
