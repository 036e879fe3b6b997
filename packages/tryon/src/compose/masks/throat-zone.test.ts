import { createPlane } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { throatZone } from './throat-zone';
import type { Scene } from '../../model/scene';

describe('throatZone', () => {
  it('narrows from the jaw down into the opening of a collar', () => {
    const faceOval = [10, 30].flatMap((y) => [40, 60].map((x) => ({ x, y })));
    const body = { shoulderMid: { x: 50, y: 40 }, across: { x: 1, y: 0 }, down: { x: 0, y: 1 }, shoulderWidth: 60 };
    const zone = throatZone({ k: 1, garment: createPlane(100, 100), person: { faceOval, body } } as unknown as Scene);
    const at = (x: number, y: number) => zone.data[100 * y + x];
    expect([at(50, 25), at(42, 33), at(50, 60), at(50, 80), at(30, 40), at(60, 70)]).toEqual([0, 1, 1, 0, 0, 0]);
  });
});
