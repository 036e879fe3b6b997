import { describe, expect, it } from '@jest/globals';
import type { PlaneF32, Point } from '@drape/imaging';
import * as drawn from '../../../test/drawn-garments';
import { paint } from '../../../test/drawn-shapes';
import {
  DRESS_HALF,
  readLower,
  readUpper,
  SHIRT_HALF,
  TANK_HALF,
  TEE_HALF,
  VEST_HALF,
  WHOLE_PLACE,
  type DrawnLower,
} from '../../../test/read-drawn';
import type { GarmentRead } from '../../ports';
import { findLandmarks } from './find-landmarks';
import { readSilhouette } from './silhouette';
import type { GarmentLandmarks, PantsLandmarks, SkirtLandmarks, UpperLandmarks } from '../../model/garment';

type Category = Parameters<typeof findLandmarks>[1];

function found(mask: PlaneF32, category: Category, read: GarmentRead): GarmentLandmarks {
  const rgba = paint(mask, [40, 80, 160]);
  return findLandmarks(readSilhouette(rgba), category, { read, place: WHOLE_PLACE });
}

function upper(mask: PlaneF32, half: Parameters<typeof readUpper>[1], category: Category = 'top'): UpperLandmarks {
  const marks = found(mask, category, readUpper(mask, half));
  if (marks.kind !== 'upper') throw new Error('not an upper garment');
  return marks;
}

function pants(mask: PlaneF32, points: DrawnLower): PantsLandmarks {
  const marks = found(mask, 'pants', readLower(mask, points));
  if (marks.kind !== 'pants') throw new Error('not trousers');
  return marks;
}

function skirt(mask: PlaneF32, points: DrawnLower): SkirtLandmarks {
  const marks = found(mask, 'skirt', readLower(mask, points));
  if (marks.kind !== 'skirt') throw new Error('not a skirt');
  return marks;
}

const gap = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const last = (points: readonly Point[]): Point => points[points.length - 1];

describe('landmarks of drawn garments', () => {
  const NECK = 0.03;
  const HEM = 0.06;

  it('finds neck, shoulder, armpit, cuffs and hem of a tee within the gates', () => {
    const marks = upper(drawn.drawTee(), TEE_HALF);
    const span = 2 * (drawn.TEE.shoulder.x - drawn.WIDTH / 2);
    expect(gap(marks.neck[1], drawn.TEE.neck) / span).toBeLessThan(NECK);
    expect(gap(marks.shoulder[1], drawn.TEE.shoulder) / span).toBeLessThan(HEM);
    expect(gap(marks.armpit[1], drawn.TEE.armpit) / span).toBeLessThan(NECK);
    expect(gap(marks.hem[1], drawn.TEE.hem) / span).toBeLessThan(HEM);
    expect(gap(last(marks.sleeves[1].outer), drawn.TEE.cuffOuter) / span).toBeLessThan(HEM);
    expect(gap(last(marks.sleeves[1].inner), drawn.TEE.cuffInner) / span).toBeLessThan(HEM);
    expect(marks.sleeves.map((s) => s.length)).toEqual(['short', 'short']);
    expect(marks.confidence).toBeGreaterThan(0.5);
  });

  it('knows long sleeves that hang beside the body', () => {
    const marks = upper(drawn.drawShirt(), SHIRT_HALF);
    const span = 2 * (drawn.SHIRT.shoulder.x - drawn.WIDTH / 2);
    expect(marks.sleeves.map((s) => s.length)).toEqual(['long', 'long']);
    expect(gap(marks.armpit[1], drawn.SHIRT.armpit) / span).toBeLessThan(0.05);
    expect(gap(last(marks.sleeves[1].outer), drawn.SHIRT.cuffOuter) / span).toBeLessThan(HEM);
    expect(gap(marks.hem[1], drawn.SHIRT.hem) / span).toBeLessThan(HEM);
  });

  it('finds the arm holes of a vest', () => {
    const marks = upper(drawn.drawVest(), VEST_HALF, 'jacket');
    expect(marks.sleeves.map((s) => s.length)).toEqual(['none', 'none']);
    expect(gap(marks.shoulder[0], { ...drawn.VEST.shoulder, x: drawn.WIDTH - drawn.VEST.shoulder.x })).toBeLessThan(8);
    for (const side of [0, 1]) expect(Math.abs(marks.armpit[side].y - drawn.VEST.armpit.y)).toBeLessThan(12);
  });

  it('takes a tank top as sleeveless, its straps as shoulders and its outline as the neckline', () => {
    const marks = upper(drawn.drawTank(), TANK_HALF);
    expect(marks.sleeves.map((s) => s.length)).toEqual(['none', 'none']);
    expect(gap(marks.shoulder[1], drawn.TANK.strapOuter)).toBeLessThan(10);
    expect(gap(marks.neck[1], drawn.TANK.strapInner)).toBeLessThan(10);
    expect(gap(marks.armpit[1], drawn.TANK.armpit)).toBeLessThan(12);
    const lowest = Math.max(...marks.neckline.map((p) => p.y));
    expect(Math.abs(lowest - 150)).toBeLessThan(6);
  });

  it('finds the hem corners of shorts whose legs are shorter than their rise', () => {
    const marks = pants(drawn.drawShortShorts(), drawn.SHORT_SHORTS);
    expect(gap(marks.crotch, drawn.SHORT_SHORTS.crotch)).toBeLessThan(6);
    for (const leg of marks.legs) {
      const side = last(leg.outer).x < drawn.WIDTH / 2 ? -1 : 1;
      const mirrored = (p: Point): Point => ({ x: drawn.WIDTH / 2 + side * (p.x - drawn.WIDTH / 2), y: p.y });
      expect(gap(last(leg.outer), mirrored(drawn.SHORT_SHORTS.hemOuter))).toBeLessThan(8);
      expect(gap(last(leg.inner), mirrored(drawn.SHORT_SHORTS.hemInner))).toBeLessThan(8);
    }
  });

  it('keeps the gap of overlapping shorts in their middle, where a hem ends higher than it', () => {
    const marks = pants(drawn.drawOverlappingShorts(), drawn.OVERLAPPING_SHORTS);
    const { crotch, hemLeftInner, hemRightInner } = drawn.OVERLAPPING_SHORTS;
    const foot = (at: number): Point => last(marks.legs[at].inner);
    expect(Math.abs(marks.crotch.x - crotch.x)).toBeLessThan(16);
    for (const [at, inner] of [hemLeftInner, hemRightInner].entries()) expect(gap(foot(at), inner)).toBeLessThan(16);
  });

  it('takes the crotch that was told where the legs touch down to their hems', () => {
    const crotch = { x: drawn.WIDTH / 2, y: 190 };
    const hemInner = { x: drawn.WIDTH / 2, y: 300 };
    const marks = pants(drawn.drawSkirt(), { waist: drawn.SKIRT.waist, crotch, hemOuter: drawn.SKIRT.hem, hemInner });
    expect(marks.crotch).toEqual(crotch);
    expect(marks.confidence).toBeLessThan(0.75);
  });

  it('finds waist, crotch and hems of trousers', () => {
    const marks = pants(drawn.drawPants(), drawn.PANTS);
    expect(gap(marks.waist[1], drawn.PANTS.waist)).toBeLessThan(6);
    expect(gap(marks.crotch, drawn.PANTS.crotch)).toBeLessThan(6);
    expect(gap(last(marks.legs[1].outer), drawn.PANTS.hemOuter)).toBeLessThan(8);
    expect(gap(last(marks.legs[1].inner), drawn.PANTS.hemInner)).toBeLessThan(8);
  });

  it('takes the gap’s top for the crotch of high-waisted jeans and of shorts gathered by elastic', () => {
    const crotch = { x: drawn.PANTS.crotch.x, y: 222 }; // 1.2 waist widths below the waist
    expect(gap(pants(drawn.drawPants(crotch), { ...drawn.PANTS, crotch }).crotch, crotch)).toBeLessThan(6);
  });

  it('finds waist and hem of a flared skirt', () => {
    const marks = skirt(drawn.drawSkirt(), drawn.SKIRT);
    expect(gap(marks.waist[1], drawn.SKIRT.waist)).toBeLessThan(6);
    expect(gap(marks.hem[1], drawn.SKIRT.hem)).toBeLessThan(8);
  });

  it('finds the sleeves of a dress whose hem is wider than they are', () => {
    const marks = upper(drawn.drawDress(), DRESS_HALF, 'dress');
    expect(marks.sleeves.map((s) => s.length)).toEqual(['short', 'short']);
    expect(gap(marks.armpit[1], drawn.DRESS.armpit)).toBeLessThan(8);
    expect(gap(marks.hem[1], drawn.DRESS.hem)).toBeLessThan(10);
  });
});
