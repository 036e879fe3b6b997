import { describe, expect, it } from '@jest/globals';
import { createPlane, type Point } from '@drape/imaging';
import type { SleeveLength } from '../garment/types';
import { tuckedHands } from './folded-arms';
import { limbField } from './limb-field';

const SIDE = 200;

/** An arm as a chain of even discs from the shoulder over the elbow to the knuckles. */
function arm(shoulder: Point, elbow: Point, end: Point) {
  const centres = Array.from({ length: 24 }, (_, i) => {
    const [a, b, t] = i < 12 ? [shoulder, elbow, i / 12] : [elbow, end, (i - 12) / 11];
    return { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) };
  });
  return { centres, radii: centres.map(() => 12), visibility: 1 };
}

type Input = Parameters<typeof tuckedHands>[0];

/** The image-right hand ends at `end`, the image-left one on the other upper arm. */
function tucked(end: Point, length: SleeveLength = 'long') {
  const armTubes = [
    arm({ x: 50, y: 40 }, { x: 45, y: 120 }, { x: 152, y: 100 }),
    arm({ x: 150, y: 40 }, { x: 155, y: 120 }, end),
  ];
  const person = {
    armTubes,
    body: { across: { x: 1, y: 0 }, shoulderMid: { x: 100, y: 40 }, shoulderWidth: 100 },
  };
  const sleeve = { mask: createPlane(SIDE, SIDE), end: 0.885, cuff: 0.885, length };
  const scene = {
    person,
    garment: createPlane(SIDE, SIDE),
    arms: armTubes.map((tube) => limbField(tube, 1, SIDE, SIDE)),
    sleeves: [sleeve, sleeve],
  };
  return tuckedHands(scene as unknown as Input);
}

describe('hands of folded arms in new sleeves', () => {
  it('are covered where they lie within the other arm, and seen before the body', () => {
    const plane = tucked({ x: 58, y: 84 });
    expect(plane?.data[84 * SIDE + 54]).toBe(1);
    expect(plane?.data[84 * SIDE + 64]).toBeLessThan(0.1);
    // the scrap that sticks out of the other sleeve goes with the rest
    expect(plane?.data[101 * SIDE + 142]).toBe(1);
  });

  it('stay where arms are not folded, and where they come out of short sleeves', () => {
    expect(tucked({ x: 150, y: 190 })).toBeNull();
    expect(tucked({ x: 58, y: 84 }, 'short')).toBeNull();
  });
});
