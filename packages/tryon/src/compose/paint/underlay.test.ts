import { createPlane } from '@drape/imaging';
import { expect, it } from '@jest/globals';
import { forwardFrom, hiddenAt, continueUnderNeckline } from './underlay';

it('hiddenAt brings an invented arm forward as a whole where the seen skin fades in over it', () => {
  const [grown, seam, halo] = [createPlane(5, 1), createPlane(5, 1), createPlane(5, 1)];
  grown.data.set([1, 0.5, 0, 0, 0]);
  seam.data.set([0.2, 0.8, 0.1, 0, 0]);
  halo.data.set([0, 0, 0, 0, 0.25]);
  const all = [0, 1, 2, 3, 4];
  const painted = createPlane(5, 1, 1);
  expect(all.map((i) => hiddenAt({ grown, seam, wrist: null, painted }, i))).toEqual([1, 1, 1, 0, 0]);
  expect(all.map((i) => hiddenAt({ grown, seam, wrist: halo, painted }, i))).toEqual([1, 1, 1, 0, 0.75]);
});

it('hiddenAt brings no background forward where the armpit beside an arm is not painted', () => {
  const [grown, painted] = [createPlane(4, 1, 1), createPlane(4, 1)];
  painted.data.set([0, 0.3, 0.7, 1]);
  const at = [0, 1, 2, 3].map((i) => hiddenAt({ grown, seam: createPlane(4, 1), wrist: null, painted }, i));
  expect([at[0], at[1], at[3]]).toEqual([0, 0, 1]);
  expect(at[2]).toBeLessThan(0.7);
});

it('continueUnderNeckline lets the chest go on under the neckline, not beside the person nor where no fabric is', () => {
  const [chest, garment, person] = [createPlane(12, 12), createPlane(12, 12), createPlane(12, 12)];
  for (let y = 0; y < 12; y++) {
    person.data.fill(1, 12 * y, 12 * y + 9);
    if (y < 6) chest.data.fill(1, 12 * y + 3, 12 * y + 9);
    else garment.data.fill(1, 12 * y, 12 * (y + 1));
  }
  const zone = continueUnderNeckline(chest, garment, person);
  const at = (x: number, y: number): number => zone.data[12 * y + x];
  expect([at(5, 5), at(5, 6), at(5, 7), at(5, 9)]).toEqual([1, 1, 1, 0]);
  expect([at(2, 3), at(9, 6)]).toEqual([0, 0]);
});

it('forwardFrom lets an arm lie before the garment from the end of a short sleeve on, not in steps below it', () => {
  expect(forwardFrom(0)).toBe(0);
  expect(forwardFrom(0.24)).toBe(0.24);
  expect(forwardFrom(0.5)).toBe(0.3);
  // beside a cap sleeve's end the arm is still part of the body
  expect(forwardFrom(0.1)).toBeGreaterThan(0.15);
});
