import { describe, expect, it } from '@jest/globals';
import { rgbToLab } from '@drape/imaging';
import type { PlaneF32, RasterU8 } from '@drape/imaging';
import { drawSkirt, drawTee, SKIRT, WIDTH } from '../../test/drawn-garments';
import { drawBar, photograph } from '../../test/drawn-shapes';
import { cutOutGarment } from './cut-out';
import { dropHanger, keptOff } from './hanger';

const RUST = [150, 70, 30] as const;
const BLACK = [24, 24, 26] as const;
const PALE = [236, 234, 230] as const;

/** Paints a shape black, in the photo and in what the network sees. */
function blacken(mask: PlaneF32, photo: RasterU8, shape: PlaneF32): void {
  for (let i = 0; i < shape.data.length; i++) {
    if (shape.data[i] < 0.5) continue;
    mask.data[i] = 1;
    for (let c = 0; c < 3; c++) photo.data[i * 3 + c] = BLACK[c];
  }
}

/** A clip that bites into the waistband and stands up to the head's top. */
function clip(mask: PlaneF32, photo: RasterU8, x: number): void {
  const shape = { ...mask, data: new Float32Array(mask.data.length) };
  drawBar(shape, { x, y: SKIRT.waist.y - 30 }, { x, y: SKIRT.waist.y + 4 }, 8);
  blacken(mask, photo, shape);
}

/** Draws a black bar with a head over the garment's upper edge, in the photo and in what the network sees. */
function hang(mask: PlaneF32, photo: RasterU8, y: number, half: number): void {
  const hanger = { ...mask, data: new Float32Array(mask.data.length) };
  drawBar(hanger, { x: WIDTH / 2 - half, y }, { x: WIDTH / 2 + half, y }, 6);
  drawBar(hanger, { x: WIDTH / 2, y: y - 24 }, { x: WIDTH / 2, y }, 12);
  blacken(mask, photo, hanger);
}

const areaOf = (plane: PlaneF32): number => plane.data.reduce((sum, v) => sum + v, 0);

describe('a hanger', () => {
  it('is dropped with its bar, and the waistband under it stays', () => {
    const skirt = drawSkirt();
    const truth = areaOf(skirt);
    const photo = photograph(skirt, RUST, PALE);
    hang(skirt, photo, SKIRT.waist.y - 2, 60);
    const { rgba } = cutOutGarment(photo, skirt, { fromWaist: true });
    let area = 0;
    let black = 0;
    for (let i = 0; i < rgba.data.length; i += 4) {
      area += rgba.data[i + 3] / 255;
      if (rgba.data[i + 3] > 200 && rgba.data[i] < 80) black++;
    }
    expect(Math.abs(area / truth - 1)).toBeLessThan(0.02);
    expect(black).toBe(0);
  });

  it('is dropped with clips at both ends of the waistband, which stand as high as its head', () => {
    const skirt = drawSkirt();
    const truth = areaOf(skirt);
    const photo = photograph(skirt, RUST, PALE);
    hang(skirt, photo, SKIRT.waist.y - 4, 72);
    clip(skirt, photo, WIDTH / 2 - 56);
    clip(skirt, photo, WIDTH / 2 + 56);
    const lab = rgbToLab(photo);
    expect(dropHanger(lab, skirt)).toBe(skirt);
    const left = dropHanger(lab, skirt, { clips: true });
    expect(Math.abs(areaOf(left) / truth - 1)).toBeLessThan(0.03);
    expect(left.data.every((v, i) => v < 0.5 || photo.data[3 * i] > 80)).toBe(true);
  });

  it('is not seen in a collar of the cloth’s own colour, nor in a tee without any', () => {
    const tee = drawTee();
    const plain = photograph(tee, RUST, PALE);
    expect(dropHanger(rgbToLab(plain), tee)).toBe(tee);
  });

  it('leaves no head in the air where bar and clips were kept off a shape that was judged anew', () => {
    const skirt = drawSkirt();
    const [head, hung] = [0, 0].map(() => ({ ...skirt, data: skirt.data.slice() }));
    const [y, x] = [SKIRT.waist.y, WIDTH / 2];
    for (const shape of [head, hung]) drawBar(shape, { x, y: y - 40 }, { x, y: y - 26 }, 12);
    const after = { ...skirt, data: skirt.data.slice() };
    drawBar(hung, { x, y: y - 26 }, { x, y }, 6);
    expect(areaOf(head)).toBeGreaterThan(areaOf(skirt));
    expect(areaOf(keptOff(hung, hung, after))).toBeCloseTo(areaOf(skirt), -1);
    expect(areaOf(keptOff(head, head, head))).toBeCloseTo(areaOf(skirt), -1);
  });
});
