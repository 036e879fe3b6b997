import type { PlaneF32, Point } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import * as drawn from '../../../test/drawn-garments';
import { drawPolygon, paint } from '../../../test/drawn-shapes';
import { readOf } from '../../../test/read-of';
import type { GarmentPoint, GarmentRead } from '../../ports';
import { findLandmarks } from '../find-landmarks';
import { readSilhouette } from '../silhouette';
import type { UpperLandmarks } from '../types';
import { agreementOf, readSaliency } from './read-region';
import { upperGuide } from './upper-guide';

const PLACE = { origin: { x: 0, y: 0 }, scale: 1 };
const last = (points: readonly Point[]): Point => points[points.length - 1];
const gap = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const mirrored = ({ x, y }: Point): Point => ({ x: drawn.WIDTH - x, y });

/** Points of both halves, from those of the right one. */
function bothSides(right: Readonly<Record<string, Point>>): Partial<Record<GarmentPoint, Point>> {
  const entries = Object.entries(right).flatMap(([name, p]) => {
    const [, stem, end = ''] = /^([a-z]+)(Outer|Inner)?$/.exec(name) ?? [];
    return [
      [`${stem}Right${end}`, p],
      [`${stem}Left${end}`, mirrored(p)],
    ];
  });
  return Object.fromEntries(entries) as Partial<Record<GarmentPoint, Point>>;
}

function guided(mask: PlaneF32, read: GarmentRead): UpperLandmarks {
  const rgba = paint(mask, [40, 80, 160]);
  const silhouette = readSilhouette(rgba);
  const guide = upperGuide(read, PLACE, silhouette);
  if (guide === null) throw new Error('the reader leads nothing');
  const marks = findLandmarks(silhouette, rgba, 'top', { guide });
  if (marks.kind !== 'upper') throw new Error('not an upper garment');
  return marks;
}

describe('landmarks that the garment reader leads', () => {
  it('are those of the outline where both tell the same', () => {
    const tee = drawn.drawTee();
    const marks = guided(tee, readOf({ parts: { torso: tee }, points: bothSides(drawn.TEE) }));
    const rgba = paint(tee, [40, 80, 160]);
    expect(marks).toEqual(findLandmarks(readSilhouette(rgba), rgba, 'top'));
  });

  it('are the points of the outline that it found where they differ', () => {
    const tee = drawn.drawTee();
    const shoulder = { x: drawn.TEE.shoulder.x - 36, y: drawn.TEE.shoulder.y - 14 };
    const marks = guided(tee, readOf({ parts: { torso: tee }, points: bothSides({ ...drawn.TEE, shoulder }) }));
    expect(gap(marks.shoulder[1], shoulder)).toBeLessThan(4);
    expect(gap(marks.armpit[1], drawn.TEE.armpit)).toBeLessThan(4);
    expect(gap(last(marks.sleeves[1].outer), drawn.TEE.cuffOuter)).toBeLessThan(4);
    expect(gap(last(marks.sleeves[0].inner), mirrored(drawn.TEE.cuffInner))).toBeLessThan(4);
    expect(marks.sleeves.map(({ length, gapTop }) => [length, gapTop])).toEqual([
      ['short', null],
      ['short', null],
    ]);
  });

  it('put the armpit where it found it where a sleeve hangs beside the body', () => {
    const armpit = { x: drawn.HANGING.notch.x, y: 170 };
    const { neck, shoulder, notch, hem } = drawn.HANGING;
    const right = {
      neck,
      shoulder,
      hem,
      armpit,
      cuffOuter: drawn.HANGING.cuff,
      cuffInner: { x: notch.x + 12, y: 466 },
    };
    const marks = guided(
      drawn.drawHangingJacket(),
      readOf({ parts: { torso: drawn.drawHangingJacket() }, points: bothSides(right) }),
    );
    expect(gap(marks.armpit[1], armpit)).toBeLessThan(2);
    expect(marks.sleeves[1].gapTop?.y).toBeGreaterThan(400);
    expect(marks.sleeves[1].length).toBe('long');
  });

  it('let a sleeve end on the body', () => {
    const tee = drawn.drawTee();
    const cuff = { cuffOuter: { x: 260, y: 330 }, cuffInner: { x: 230, y: 320 } };
    const marks = guided(tee, readOf({ parts: { torso: tee }, points: bothSides({ ...drawn.TEE, ...cuff }) }));
    expect(gap(last(marks.sleeves[1].outer), cuff.cuffOuter)).toBeLessThan(2);
    expect(gap(last(marks.sleeves[1].inner), cuff.cuffInner)).toBeLessThan(2);
  });

  it('are left to the outline where a needed point is doubtful, or a sleeve is hidden', () => {
    const tee = drawn.drawTee();
    const silhouette = readSilhouette(paint(tee, [40, 80, 160]));
    const { neck, shoulder, hem, cuffOuter, cuffInner } = drawn.TEE;
    const doubtful = readOf({
      parts: { torso: tee },
      points: bothSides({ neck, shoulder, hem, cuffOuter, cuffInner }),
    });
    expect(upperGuide(doubtful, PLACE, silhouette)).toBeNull();
    const answers = { sleeveLeft: { value: 'hidden', probability: 1 } as const };
    const hidden = readOf({ parts: { torso: tee }, points: bothSides(drawn.TEE), answers });
    expect(upperGuide(hidden, PLACE, silhouette)).toBeNull();
  });

  it('are left to the outline where the cut-out lacks what it found', () => {
    const [tank, tee] = [drawn.drawTank(), drawn.drawTee()];
    const read = readOf({ parts: { torso: tee }, points: bothSides(drawn.TEE) });
    const rgba = paint(tank, [40, 80, 160]);
    const silhouette = readSilhouette(rgba);
    const led = findLandmarks(silhouette, rgba, 'top', { guide: upperGuide(read, PLACE, silhouette) });
    expect(led).toEqual(findLandmarks(silhouette, rgba, 'top'));
  });
});

describe('where the reader sees the garment', () => {
  const square = (x0: number, x1: number): PlaneF32 =>
    drawPolygon(200, 400, [
      { x: x0, y: 100 },
      { x: x1, y: 100 },
      { x: x1, y: 300 },
      { x: x0, y: 300 },
    ]);
  const read = readOf({ parts: { torso: square(50, 150) }, points: {} });

  it('covers the picture as what stands out does', () => {
    const seen = readSaliency(read, { width: 200, height: 400 });
    expect([seen.width, seen.height]).toEqual([160, 320]);
    const valueAt = (x: number, y: number): number => seen.data[Math.round(y * 0.8) * 160 + Math.round(x * 0.8)];
    expect(valueAt(100, 200)).toBeGreaterThan(0.95);
    expect(valueAt(20, 200)).toBeLessThan(0.05);
    expect(valueAt(100, 350)).toBeLessThan(0.05);
  });

  it('is compared with a cut-out by intersection over union', () => {
    const cut = (mask: PlaneF32) => ({ rgba: paint(mask, [0, 0, 0]), place: PLACE });
    expect(agreementOf(read, cut(square(50, 150)))).toBeGreaterThan(0.94);
    expect(agreementOf(read, cut(square(100, 200)))).toBeCloseTo(1 / 3, 1);
  });
});
