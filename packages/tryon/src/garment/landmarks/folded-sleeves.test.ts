import { describe, expect, it } from '@jest/globals';
import type { Point } from '@drape/imaging';
import { HEIGHT, WIDTH } from '../../../test/drawn-garments';
import { drawPolygon, paint } from '../../../test/drawn-shapes';
import { readUpper, WHOLE_PLACE } from '../../../test/read-drawn';
import { findLandmarks } from './find-landmarks';
import { prepareMesh } from '../mesh/prepare-mesh';
import { readSilhouette } from './silhouette';
import { SHEETS } from '../mesh/sheets';

const at = (x: number, y: number): Point => ({ x: WIDTH / 2 + x, y });
const gap = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** A jacket whose sleeves are folded over its sides: their cuffs point inwards below the hem. */
const NOTCH = at(56, 342);
const CUFF = at(40, 372);
const right = [at(0, 44), at(40, 36), at(104, 62), at(150, 230), at(96, 400), CUFF, NOTCH, at(0, 340)];
const mask = drawPolygon(WIDTH, HEIGHT, [...right, ...right.map((p) => ({ x: WIDTH - p.x, y: p.y })).reverse()]);
const rgba = paint(mask, [60, 80, 120]);
const half = {
  neck: at(40, 36),
  shoulder: at(104, 62),
  armpit: at(92, 150),
  hem: NOTCH,
  cuffOuter: at(96, 400),
  cuffInner: CUFF,
};

describe('a jacket with sleeves folded over it', () => {
  const marks = findLandmarks(readSilhouette(rgba), 'jacket', {
    read: readUpper(mask, half),
    place: WHOLE_PLACE,
  });
  if (marks.kind !== 'upper') throw new Error('not an upper garment');

  it('has its hem between the cuffs, its shoulders at the bends of the outline', () => {
    expect(marks.sleeves.map((sleeve) => sleeve.length)).toEqual(['long', 'long']);
    expect(gap(marks.hem[1], NOTCH)).toBeLessThan(16);
    expect(gap(marks.hem[0], { x: WIDTH - NOTCH.x, y: NOTCH.y })).toBeLessThan(16);
    for (const tip of marks.shoulder) expect(Math.abs(Math.abs(tip.x - WIDTH / 2) - 104)).toBeLessThan(16);
  });

  it('gives the cuffs to the sleeves, not to the body', () => {
    const { sheetLabels } = prepareMesh(rgba, marks);
    const inCuff = { x: Math.round(CUFF.x + 6), y: CUFF.y + 2 };
    expect(sheetLabels?.[inCuff.y * rgba.width + inCuff.x]).toBe(SHEETS.sleeve1);
    expect(sheetLabels?.[inCuff.y * rgba.width + (WIDTH - inCuff.x)]).toBe(SHEETS.sleeve0);
    expect(sheetLabels?.[330 * rgba.width + WIDTH / 2 + 30]).toBe(SHEETS.beside);
  });
});
