import { createPlane, type PlaneF32, type Point } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import * as drawn from '../../../test/drawn-garments';
import { drawPolygon, paint } from '../../../test/drawn-shapes';
import { bothHalves, readUpper, WHOLE_PLACE } from '../../../test/read-drawn';
import { readOf } from '../../../test/read-of';
import type { GarmentRead } from '../../ports';
import { findLandmarks } from '../landmarks/find-landmarks';
import { readSilhouette } from '../landmarks/silhouette';
import type { UpperLandmarks } from '../../model/garment';
import { mixWithin, readBounds, holdWithin } from './read-region';

const last = (points: readonly Point[]): Point => points[points.length - 1];
const gap = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const mirrored = ({ x, y }: Point): Point => ({ x: drawn.WIDTH - x, y });

function guided(mask: PlaneF32, read: GarmentRead): UpperLandmarks {
  const rgba = paint(mask, [40, 80, 160]);
  const marks = findLandmarks(readSilhouette(rgba), 'top', { read, place: WHOLE_PLACE });
  if (marks.kind !== 'upper') throw new Error('not an upper garment');
  return marks;
}

describe('landmarks that the garment reader leads', () => {
  it('are the points of the outline that it found where they differ', () => {
    const tee = drawn.drawTee();
    const shoulder = { x: drawn.TEE.shoulder.x - 36, y: drawn.TEE.shoulder.y - 14 };
    const marks = guided(tee, readOf({ parts: { torso: tee }, points: bothHalves({ ...drawn.TEE, shoulder }) }));
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
      readOf({ parts: { torso: drawn.drawHangingJacket() }, points: bothHalves(right) }),
    );
    expect(gap(marks.armpit[1], armpit)).toBeLessThan(2);
    expect(marks.sleeves[1].gapTop?.y).toBeGreaterThan(400);
    expect(marks.sleeves[1].length).toBe('long');
  });

  it('let a sleeve end on the body', () => {
    const tee = drawn.drawTee();
    const cuff = { cuffOuter: { x: 260, y: 330 }, cuffInner: { x: 230, y: 320 } };
    const marks = guided(tee, readOf({ parts: { torso: tee }, points: bothHalves({ ...drawn.TEE, ...cuff }) }));
    expect(gap(last(marks.sleeves[1].outer), cuff.cuffOuter)).toBeLessThan(2);
    expect(gap(last(marks.sleeves[1].inner), cuff.cuffInner)).toBeLessThan(2);
  });

  it('take a hidden sleeve from the other half', () => {
    const tee = drawn.drawTee();
    const hidden = { sleeveLeft: { value: 'hidden', probability: 1 } } as const;
    const points = bothHalves(drawn.TEE);
    const lost = { ...points, cuffLeftOuter: { x: 200, y: 300 }, cuffLeftInner: { x: 190, y: 300 } };
    const marks = guided(tee, readOf({ parts: { torso: tee }, points: lost, answers: hidden }));
    expect(gap(last(marks.sleeves[0].outer), mirrored(drawn.TEE.cuffOuter))).toBeLessThan(4);
    expect(marks.sleeves[0].confidence).toBeLessThan(marks.sleeves[1].confidence);
  });

  it('are trusted less where the cut-out lacks what it found', () => {
    const [tank, tee] = [drawn.drawTank(), drawn.drawTee()];
    const read = readUpper(tee, drawn.TEE);
    expect(guided(tank, read).confidence).toBeLessThan(0.8 * guided(tee, read).confidence);
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

  const bounds = readBounds(read, { width: 200, height: 400 }, { width: 160, height: 320 });
  const valueAt = (x: number, y: number): number => bounds.data[Math.round(y * 0.8) * 160 + Math.round(x * 0.8)];

  it('is sure of its inside and its outside, and leaves the edge to the picture', () => {
    expect([bounds.width, bounds.height]).toEqual([160, 320]);
    expect([valueAt(100, 200), valueAt(20, 200), valueAt(100, 350)]).toEqual([1, 0, 0]);
    for (const edge of [valueAt(50, 200), valueAt(150, 200), valueAt(100, 100)]) {
      expect(edge).toBeGreaterThan(0.05);
      expect(edge).toBeLessThan(0.95);
    }
  });

  const at = (plane: PlaneF32, x: number, y: number): number =>
    plane.data[Math.round(y * 0.8) * 160 + Math.round(x * 0.8)];
  const edge = { x: 50, y: 200 };

  it('binds what stands out where it is sure', () => {
    const held = holdWithin(bounds, createPlane(160, 320, 0.7));
    expect([at(held, 100, 200), at(held, 20, 200)]).toEqual([1, 0]);
    expect(at(held, edge.x, edge.y)).toBeCloseTo(0.7);
  });

  it('is believed as much as what stands out at its edge', () => {
    const seen = createPlane(160, 320, 0.7);
    for (let i = 0; i < seen.data.length; i++) if (bounds.data[i] === 0) seen.data[i] = 0;
    const held = mixWithin(bounds, seen);
    expect([at(held, 100, 200), at(held, 20, 200)]).toEqual([1, 0]);
    expect(at(held, edge.x, edge.y)).toBeCloseTo((0.7 + valueAt(edge.x, edge.y)) / 2);
  });

  it('is believed alone where what stands out takes the background nearby for the garment', () => {
    const held = mixWithin(bounds, createPlane(160, 320, 1));
    expect(Math.abs(at(held, edge.x, edge.y) - valueAt(edge.x, edge.y))).toBeLessThan(0.1);
  });
});
