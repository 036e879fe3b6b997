import { describe, expect, it } from '@jest/globals';
import { boxBlur, createPlane, dropAlpha, type PlaneF32, type Point, type RasterU8 } from '@drape/imaging';
import { drawPants, drawSkirt, drawTee } from '../../../test/drawn-garments';
import { drawBar, paint, photograph } from '../../../test/drawn-shapes';
import { readOf } from '../../../test/read-of';
import type { GarmentRead } from '../../ports';
import { TryOnRefusal } from '../../refusal';
import { readSilhouette } from '../landmarks/silhouette';
import { cutByAlpha, cutOutGarment, ownAlpha } from './cut-out';

/** What the saliency network sees: the truth, softened and grown by a few pixels. */
function blurred(mask: PlaneF32): PlaneF32 {
  return boxBlur(boxBlur(mask, 4), 4);
}

function areaOf(rgba: RasterU8): number {
  let sum = 0;
  for (let i = 3; i < rgba.data.length; i += 4) sum += rgba.data[i] / 255;
  return sum;
}

/** Length of a ring ÷ the root of its area: the same for outlines of one shape at any size. */
function raggedness(ring: readonly Point[]): number {
  let [area, length] = [0, 0];
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    area += (ring[j].x * ring[i].y - ring[i].x * ring[j].y) / 2;
    length += Math.hypot(ring[i].x - ring[j].x, ring[i].y - ring[j].y);
  }
  return length / Math.sqrt(Math.abs(area));
}

/** What the garment reader returns for a garment that it sees whole. */
const seenAs = (mask: PlaneF32): GarmentRead => readOf({ parts: { torso: mask }, points: {} });

type RgbTriple = readonly [number, number, number];
const NAVY = [30, 40, 90] as const;
const PALE = [236, 234, 230] as const;

describe('cutOutGarment', () => {
  it('draws the true edge where the network is soft', () => {
    const mask = drawTee();
    const cut = cutOutGarment(photograph(mask, NAVY, PALE), blurred(mask), seenAs(mask));
    const truth = mask.data.reduce((sum, a) => sum + a, 0);
    expect(Math.abs(areaOf(cut.rgba) / truth - 1)).toBeLessThan(0.015);
    expect(cut.quality).toBeGreaterThan(0.9);
  });

  it('leaves no background colour in the rim', () => {
    const mask = drawTee();
    const { rgba } = cutOutGarment(photograph(mask, NAVY, PALE), blurred(mask), seenAs(mask));
    let worst = 0;
    for (let i = 0; i < rgba.data.length; i += 4) {
      if (rgba.data[i + 3] < 8) continue;
      for (let c = 0; c < 3; c++) worst = Math.max(worst, Math.abs(rgba.data[i + c] - NAVY[c]));
    }
    expect(worst).toBeLessThanOrEqual(4);
  });

  it('opens the gap between the legs that the network filled', () => {
    const mask = drawPants();
    const filled = createPlane(mask.width, mask.height);
    filled.data.set(mask.data);
    drawBar(filled, { x: 210, y: 180 }, { x: 210, y: 300 }, 30);
    const cut = cutOutGarment(photograph(mask, NAVY, PALE), blurred(filled), seenAs(mask));
    const truth = mask.data.reduce((sum, a) => sum + a, 0);
    expect(Math.abs(areaOf(cut.rgba) / truth - 1)).toBeLessThan(0.02);
  });

  it('opens a large gap that lies in the garment’s own shadow', () => {
    const mask = drawPants();
    const filled = createPlane(mask.width, mask.height);
    filled.data.set(mask.data);
    drawBar(filled, { x: 210, y: 180 }, { x: 210, y: 340 }, 30);
    const photo = photograph(mask, NAVY, PALE);
    for (let i = 0; i < mask.data.length; i++) {
      if (filled.data[i] <= 0.5 || mask.data[i] > 0.5) continue;
      for (let c = 0; c < 3; c++) photo.data[3 * i + c] = Math.round(photo.data[3 * i + c] * 0.88);
    }
    const cut = cutOutGarment(photo, blurred(filled), seenAs(mask));
    const truth = mask.data.reduce((sum, a) => sum + a, 0);
    expect(Math.abs(areaOf(cut.rgba) / truth - 1)).toBeLessThan(0.03);
  });

  it('opens a gap in which the network believes by halves, and that the sheet’s own light makes paler', () => {
    const mask = drawTee();
    const [left, right, top, bottom] = [150, 172, 210, 330];
    const within = (i: number): boolean => {
      const [x, y] = [i % mask.width, Math.floor(i / mask.width)];
      return x >= left && x < right && y >= top && y < bottom;
    };
    const truth = mask.data.map((a, i) => (within(i) ? 0 : a));
    const photo = photograph({ ...mask, data: truth }, NAVY, [206, 192, 172]);
    for (let i = 0; i < truth.length; i++) {
      // a strip of the sheet is as pale as the gap
      const pale = within(i) || (truth[i] === 0 && i % mask.width > 0.88 * mask.width);
      if (pale) photo.data.set([226, 212, 192], 3 * i);
    }
    const soft = blurred(mask);
    for (let i = 0; i < soft.data.length; i++) if (within(i)) soft.data[i] = 0.75;
    const cut = cutOutGarment(photo, soft, seenAs({ ...mask, data: truth }));
    const area = truth.reduce((sum, a) => sum + a, 0);
    expect(Math.abs(areaOf(cut.rgba) / area - 1)).toBeLessThan(0.02);
  });

  it('drops the hook of a hanger', () => {
    const mask = drawTee();
    const hooked = createPlane(mask.width, mask.height);
    hooked.data.set(mask.data);
    drawBar(hooked, { x: 210, y: 8 }, { x: 210, y: 60 }, 3);
    const cut = cutOutGarment(photograph(hooked, NAVY, PALE), blurred(hooked), seenAs(mask));
    const truth = mask.data.reduce((sum, a) => sum + a, 0);
    expect(Math.abs(areaOf(cut.rgba) / truth - 1)).toBeLessThan(0.02);
    expect(cut.rgba.height).toBeLessThan(430);
  });

  it('draws a calm outline where white lies before white', () => {
    const mask = drawTee();
    const photo = photograph(mask, [248, 248, 247], [255, 255, 255]);
    const seen = blurred(mask);
    // the network hesitates in waves along the edge
    for (let i = 0; i < seen.data.length; i++) {
      const wave = 0.3 * Math.sin((i % mask.width) / 3) * Math.sin(Math.floor(i / mask.width) / 3);
      if (seen.data[i] > 0.1 && seen.data[i] < 0.9) seen.data[i] = Math.max(0, Math.min(1, seen.data[i] + wave));
    }
    const cut = cutOutGarment(photo, seen, seenAs(mask));
    const contour = readSilhouette(cut.rgba).contour;
    const calm = readSilhouette(paint(mask, NAVY)).contour;
    expect(raggedness(contour) / raggedness(calm)).toBeLessThan(1.06);
  });

  it('keeps the pale stripes of a skirt on pale tiles that the network did not see', () => {
    const mask = drawSkirt();
    const pale: RgbTriple = [214, 208, 196];
    const background: RgbTriple = [208, 200, 188];
    const dark = (i: number): boolean => Math.floor(Math.floor(i / mask.width) / 26) % 2 === 0;
    const photo = photograph(mask, NAVY, background);
    const strips = createPlane(mask.width, mask.height);
    for (let i = 0; i < mask.data.length; i++) {
      const joint = (i % mask.width) % 110 === 60 && mask.data[i] === 0;
      if (mask.data[i] > 0.5 && dark(i)) strips.data[i] = 1;
      if (mask.data[i] > 0.5 && !dark(i)) photo.data.set(pale, 3 * i);
      if (joint) photo.data.set([90, 80, 70], 3 * i);
    }
    const cut = cutOutGarment(photo, boxBlur(strips, 2), seenAs(mask));
    const truth = mask.data.reduce((sum, a) => sum + a, 0);
    expect(Math.abs(areaOf(cut.rgba) / truth - 1)).toBeLessThan(0.12); // no dark stripe bounds the last pale one
  });

  it('follows a striped sleeve on an even background beyond what the network saw', () => {
    const mask = drawTee();
    const photo = photograph(mask, NAVY, [222, 226, 232]);
    const seen = createPlane(mask.width, mask.height);
    for (let i = 0; i < seen.data.length; i++) {
      const dark = Math.floor(Math.floor(i / mask.width) / 9) % 2 === 0;
      if (mask.data[i] > 0.5 && !dark) photo.data.set([240, 236, 226], 3 * i);
      const x = (i % mask.width) / mask.width;
      if ((dark || Math.abs(x - 0.5) < 0.2) && x < 0.8) seen.data[i] = mask.data[i];
    }
    const cut = cutOutGarment(photo, boxBlur(seen, 1), seenAs(mask));
    const truth = mask.data.reduce((sum, a) => sum + a, 0);
    expect(Math.abs(areaOf(cut.rgba) / truth - 1)).toBeLessThan(0.06);
  });

  it('takes the alpha of a transparent picture', () => {
    const mask = drawTee();
    const image = paint(mask, NAVY);
    const alpha = ownAlpha(image);
    if (alpha === null) throw new Error('the alpha says something');
    const cut = cutByAlpha(dropAlpha(image), alpha);
    expect(cut.quality).toBe(1);
    expect(Math.abs(areaOf(cut.rgba) / mask.data.reduce((sum, a) => sum + a, 0) - 1)).toBeLessThan(0.01);
  });

  it.each([
    ['nothing', 0],
    ['everything', 1],
  ])('refuses a picture in which the network sees %s', (_, value) => {
    const photo = photograph(createPlane(200, 200), NAVY, PALE);
    const seen = createPlane(200, 200, value);
    expect(() => cutOutGarment(photo, seen, seenAs(seen))).toThrow(TryOnRefusal);
  });
});
