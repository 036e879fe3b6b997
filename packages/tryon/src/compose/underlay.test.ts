import { createPlane } from '@drape/imaging';
import { expect, it } from '@jest/globals';
import { withSeam } from './underlay';

it('withSeam brings an invented arm forward as a whole where the seen skin fades in over it', () => {
  const [hidden, seam] = [createPlane(4, 1), createPlane(4, 1)];
  hidden.data.set([1, 0.5, 0, 0]);
  seam.data.set([0.2, 0.8, 0.1, 0]);
  expect([...withSeam(hidden, seam).data]).toEqual([1, 1, 1, 0]);
});
