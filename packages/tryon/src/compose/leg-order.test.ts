import { expect, it } from '@jest/globals';
import type { Person } from '../types';
import { backToFront } from './leg-order';

it('backToFront ends with the leg whose ankle is lower', () => {
  const standing = (ankles: readonly [number, number]) => {
    const legs = ankles.map((y) => ({ joints: [10, 50, y].map((at) => ({ x: 0, y: at })), visibility: 1 }));
    return backToFront({ legs } as unknown as Pick<Person, 'legs'>);
  };
  expect(standing([100, 90])).toEqual([1, 0]);
  expect(standing([90, 100])).toEqual([0, 1]);
});
