import { describe, expect, it } from '@jest/globals';
import type { Point } from '@drape/imaging';
import { HEIGHT, WIDTH } from '../../test/drawn-garments';
import { drawPolygon, paint } from '../../test/drawn-shapes';
import { findLandmarks } from './find-landmarks';
import { readSilhouette } from './silhouette';
import type { UpperLandmarks } from './types';

const at = (x: number, y: number): Point => ({ x: WIDTH / 2 + x, y });
const flip = (p: Point): Point => ({ x: WIDTH - p.x, y: p.y });
const gap = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Landmarks of a dress drawn from the right halves of its outline, image left and image right. */
function marksOf(left: readonly Point[], right: readonly Point[]): UpperLandmarks {
  const rgba = paint(drawPolygon(WIDTH, HEIGHT, [...right, ...left.map(flip).reverse()]), [160, 60, 90]);
  const marks = findLandmarks(readSilhouette(rgba), rgba, 'dress');
  if (marks.kind !== 'upper') throw new Error('not an upper garment');
  return marks;
}

/** Narrow shoulders with a frill that stands out from neck to armpit, and a flounce. */
const FRILL = { end: at(112, 44), armpit: at(68, 110) };
const frilled = (armpit: Point): Point[] => [
  at(0, 48),
  at(44, 26),
  at(56, 30),
  FRILL.end,
  at(98, 78),
  armpit,
  at(78, 250),
  at(160, 440),
  at(0, 452),
];

describe('a dress with frills for sleeves', () => {
  const marks = marksOf(frilled(FRILL.armpit), frilled(FRILL.armpit));

  it('has no sleeves, and its shoulders reach to the ends of the frills', () => {
    expect(marks.sleeves.map((sleeve) => sleeve.length)).toEqual(['none', 'none']);
    expect(gap(marks.shoulder[1], FRILL.end)).toBeLessThan(8);
    expect(gap(marks.armpit[1], FRILL.armpit)).toBeLessThan(12);
    expect(gap(marks.neck[1], at(44, 26))).toBeLessThan(16);
  });

  it('ends both arm holes at one height where one runs on into the side seam', () => {
    const uneven = marksOf(frilled(FRILL.armpit), [
      ...frilled(at(84, 110)).slice(0, 5),
      at(66, 160),
      ...frilled(at(0, 0)).slice(6),
    ]);
    expect(Math.abs(uneven.armpit[0].y - uneven.armpit[1].y)).toBeLessThan(20);
  });
});

describe('a dress on a hanger, its sleeves beside it', () => {
  const hanging = (shoulder: readonly Point[]): Point[] => [
    at(0, 52),
    at(46, 30),
    ...shoulder,
    at(128, 300),
    at(104, 310),
    at(100, 300),
    at(112, 452),
    at(0, 456),
  ];

  it('has its shoulders at the corners of the outline, also where one is a line that falls evenly', () => {
    const marks = marksOf(hanging([at(104, 44)]), hanging([at(60, 29), at(108, 48)]));
    expect(gap(marks.shoulder[0], flip(at(104, 44)))).toBeLessThan(12);
    expect(gap(marks.shoulder[1], at(108, 48))).toBeLessThan(12);
  });
});

describe('a dress whose wide sleeves lie on its bodice', () => {
  /** Shoulder, sleeve down to the waist, and the skirt; the sleeve leaves the bodice at `gap` only. */
  const draped = (gap: Point): Point[] => [
    at(0, 46),
    at(40, 30),
    at(74, 44),
    at(118, 190),
    at(112, 226),
    at(80, 226),
    gap,
    at(110, 450),
    at(0, 456),
  ];
  const waist = at(66, 196);
  const marks = marksOf(draped(waist), draped(waist));

  it('has its armpits and shoulders where they usually are, not where the gap opens', () => {
    for (const p of marks.armpit) expect(p.y).toBeLessThan(140);
    expect(marks.sides[1].some((p) => gap(p, waist) < 12)).toBe(true);
    expect(gap(marks.shoulder[1], at(74, 44))).toBeLessThan(14);
    expect(marks.sleeves.every((sleeve) => sleeve.length !== 'none')).toBe(true);
  });

  it('moves them steadily with the gap', () => {
    let last = marksOf(draped(at(66, 110)), draped(at(66, 110))).armpit[1].y;
    for (let y = 114; y <= 200; y += 15) {
      const now = marksOf(draped(at(66, y)), draped(at(66, y))).armpit[1].y;
      expect(Math.abs(now - last)).toBeLessThan(45);
      last = now;
    }
  });
});

describe('a fitted dress on straps without a bend at the arm hole', () => {
  /** Straps and bust run into the waist in one line; the skirt is far wider than all above it. */
  const strapped = [at(0, 80), at(40, 78), at(50, 24), at(84, 24), at(70, 90), at(48, 170), at(170, 400), at(0, 430)];

  it('has its armpits at the bust, not at the waist', () => {
    const { armpit } = marksOf(strapped, strapped);
    for (const p of armpit) {
      expect(p.y).toBeGreaterThan(70);
      expect(p.y).toBeLessThan(110);
    }
  });
});

describe('a dress laid with one shoulder higher than the other', () => {
  const half = (corner: Point, tip: Point): Point[] => [
    at(0, 48),
    corner,
    tip,
    at(104, 104),
    at(80, 116),
    at(74, 230),
    at(110, 440),
    at(0, 446),
  ];
  const marks = marksOf(half(at(44, 12), at(62, 30)), half(at(46, 34), at(84, 44)));

  it('is read about the middle of its hem, not about the corner that stands up', () => {
    expect(Math.abs((marks.hem[0].x + marks.hem[1].x) / 2 - at(0, 0).x)).toBeLessThan(12);
    expect(Math.abs((marks.armpit[0].x + marks.armpit[1].x) / 2 - at(0, 0).x)).toBeLessThan(14);
  });
});
