import { createPlane } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import type { PersonPlanes } from '../types';
import type { Joints } from './joints';
import { returnFloorHems } from './mend-feet';

const SIZE = 100;

/** Two legs with ankles at y 70 and toes at 82; the cloth covers columns up to `clothTo`, a stray shoe lies at (10, 88). */
function figure(clothTo: number) {
  const plane = () => createPlane(SIZE, SIZE);
  const planes = { lower: plane(), skin: plane(), shoes: plane(), pants: plane() };
  for (let y = 40; y < 90; y++) for (let x = 15; x < clothTo; x++) planes.lower.data[y * SIZE + x] = 1;
  planes.shoes.data[88 * SIZE + 10] = 1;
  planes.shoes.data[84 * SIZE + 36] = 1;
  const both = (y: number) => [40, 60].map((x) => ({ x, y, visibility: 1 }));
  const joints = { knees: both(35), ankles: both(70), toes: both(82) };
  return { planes: planes as unknown as PersonPlanes, joints: joints as unknown as Joints, workScale: 1 };
}

describe('returnFloorHems', () => {
  it('gives a stray end beside a hidden foot back to the cloth, not the tip of the shoe', () => {
    const input = figure(75);
    returnFloorHems(input);
    expect(input.planes.shoes.data[88 * SIZE + 10]).toBe(0);
    expect(input.planes.lower.data[88 * SIZE + 10]).toBe(1);
    expect(input.planes.shoes.data[84 * SIZE + 36]).toBe(1);
  });

  it('leaves shoes alone where feet are seen', () => {
    const input = figure(16);
    returnFloorHems(input);
    expect(input.planes.shoes.data[88 * SIZE + 10]).toBe(1);
  });
});
