import { createPlane } from '@drape/imaging';
import { expect, it } from '@jest/globals';
import { hiddenAt } from './underlay';

it('hiddenAt brings an invented arm forward as a whole where the seen skin fades in over it', () => {
  const [grown, seam, halo] = [createPlane(5, 1), createPlane(5, 1), createPlane(5, 1)];
  grown.data.set([1, 0.5, 0, 0, 0]);
  seam.data.set([0.2, 0.8, 0.1, 0, 0]);
  halo.data.set([0, 0, 0, 0, 0.25]);
  const all = [0, 1, 2, 3, 4];
  expect(all.map((i) => hiddenAt({ grown, seam, wrist: null }, i))).toEqual([1, 1, 1, 0, 0]);
  expect(all.map((i) => hiddenAt({ grown, seam, wrist: halo }, i))).toEqual([1, 1, 1, 0, 0.75]);
});
