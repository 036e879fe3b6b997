import { describe, expect, it } from '@jest/globals';
import type { Point } from '@drape/imaging';
import { HEIGHT, WIDTH } from '../../test/drawn-garments';
import { drawPolygon, paint } from '../../test/drawn-shapes';
import { findLandmarks } from './find-landmarks';
import { prepareMesh } from './prepare-mesh';
import { readSilhouette } from './silhouette';
import { SHEETS } from './types';

const at = (x: number, y: number): Point => ({ x: WIDTH / 2 + x, y });
const gap = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** A jacket whose sleeves lie folded over its sides: their cuffs point inwards below the hem. */
const NOTCH = at(56, 342);
const CUFF = at(40, 372);
const right = [at(0, 44), at(40, 36), at(104, 62), at(150, 230), at(96, 400), CUFF, NOTCH, at(0, 340)];
const rgba = paint(
  drawPolygon(WIDTH, HEIGHT, [...right, ...right.map((p) => ({ x: WIDTH - p.x, y: p.y })).reverse()]),
  [60, 80, 120],
);

describe('a jacket with sleeves folded over it', () => {
  const marks = findLandmarks(readSilhouette(rgba), rgba, 'jacket');
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

describe('a jacket with bent sleeves whose cuffs point inwards', () => {
  const ends = { outer: at(94, 402), inner: at(50, 370) };
  const bends = [at(118, 86), at(176, 140), at(188, 225), at(185, 290)];
  const half = [at(0, 44), at(40, 36), ...bends, ends.outer, ends.inner, at(66, 342), at(0, 340)];
  const bent = paint(
    drawPolygon(WIDTH, HEIGHT, [...half, ...half.map((p) => ({ x: WIDTH - p.x, y: p.y })).reverse()]),
    [60, 80, 120],
  );
  const marks = findLandmarks(readSilhouette(bent), bent, 'jacket');
  if (marks.kind !== 'upper') throw new Error('not an upper garment');

  it('ends its sleeves at the cuffs, not at the elbows', () => {
    const { outer, inner } = marks.sleeves[1];
    expect(gap(outer[outer.length - 1], ends.outer)).toBeLessThan(20);
    expect(gap(inner[inner.length - 1], ends.inner)).toBeLessThan(20);
  });
});
