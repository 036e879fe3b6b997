import { describe, expect, it } from '@jest/globals';
import type { Point } from '@drape/imaging';
import { coatHem } from './coat-hem';

/** A torso 100 long, arms of 106. */
const joints = (x: number): readonly [Point, Point, Point] => [
  { x, y: 0 },
  { x, y: 56 },
  { x, y: 106 },
];
const body = { tl: 100, body: { arms: [{ joints: joints(-30) }, { joints: joints(30) }] } };

/** A garment 200 wide with long sleeves, its hem at a row; the armholes' middle is at row 50. */
const worn = (hem: number, sleeve: number): number =>
  coatHem(
    body,
    {
      shoulder: [
        { x: 0, y: 0 },
        { x: 200, y: 0 },
      ],
      armpit: [
        { x: 0, y: 100 },
        { x: 200, y: 100 },
      ],
      hem: [
        { x: 0, y: hem },
        { x: 200, y: hem },
      ],
    },
    { length: hem + 20, chest: 200, shoulder: 200, sleeves: [0.4 * sleeve, sleeve] },
    -0.1,
    0.9,
  );

describe('coatHem', () => {
  it('lets a coat end between hip and knee, whatever narrow shoulders say', () => {
    expect(worn(310, 180)).toBeGreaterThan(1.4);
    expect(worn(310, 180)).toBeLessThan(1.6);
  });

  it('leaves jackets, also slender ones whose sleeves reach down to the hem', () => {
    expect(worn(220, 180)).toBe(0.9);
    expect(worn(340, 280)).toBe(0.9);
  });

  it('leaves wide ones whose sleeves were folded short, and what has none', () => {
    expect(worn(250, 150)).toBe(0.9);
    expect(worn(310, 0)).toBe(0.9);
  });

  it('changes slowly with both measures', () => {
    for (const sleeve of [205, 210, 215, 220, 225]) {
      expect(Math.abs(worn(310, sleeve) - worn(310, sleeve + 1))).toBeLessThan(0.08);
    }
  });
});
