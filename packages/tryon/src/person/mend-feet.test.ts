import { createPlane, createRaster } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import type { PersonPlanes } from '../types';
import type { Joints } from './joints';
import type { MendInput } from './mend-planes';
import { returnBoots, returnFloorHems } from './mend-feet';

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
  const guide = createRaster(SIZE, SIZE, 3);
  guide.data.fill(90);
  return { guide, planes: planes as unknown as PersonPlanes, joints: joints as unknown as Joints, workScale: 1 };
}

describe('returnFloorHems', () => {
  it('gives a stray end beside a hidden foot back to the cloth, not the tip of the shoe', () => {
    const input = figure(75);
    returnFloorHems(input);
    expect(input.planes.shoes.data[88 * SIZE + 10]).toBe(0);
    expect(input.planes.lower.data[88 * SIZE + 10]).toBe(1);
    expect(input.planes.shoes.data[84 * SIZE + 36]).toBe(1);
  });

  it('gives cloth-coloured skin on a hidden foot back to the cloth, and keeps a shoe beyond it', () => {
    const input = figure(75);
    const { planes, guide } = input;
    for (let y = 0; y < SIZE; y++) {
      for (let x = 0; x < SIZE; x++) {
        const i = y * SIZE + x;
        const isShoe = x < 14 && y > 80 && y < 92;
        const isHand = x > 90 && y < 20;
        const colour = isShoe ? [30, 30, 90] : isHand ? [200, 160, 140] : [170, 100, 30];
        guide.data.set(colour, 3 * i);
        if (isShoe) planes.shoes.data[i] = 1;
        if (isHand) planes.skin.data[i] = 1;
      }
    }
    for (let x = 38; x < 43; x++) planes.skin.data[74 * SIZE + x] = 0.7;
    returnFloorHems(input);
    expect(planes.skin.data[74 * SIZE + 40]).toBe(0);
    expect(planes.lower.data[74 * SIZE + 40]).toBeGreaterThan(0.6);
    expect(planes.shoes.data[88 * SIZE + 10]).toBe(1);
  });

  it('leaves shoes alone where feet are seen', () => {
    const input = figure(16);
    returnFloorHems(input);
    expect(input.planes.shoes.data[88 * SIZE + 10]).toBe(1);
  });
});

/** A leg in blue trousers above y 60, brown leather below, of which the parse calls all above y 80 trousers; ankle at (50, 85). */
function boot(cloth: readonly number[]) {
  const plane = () => createPlane(SIZE, SIZE);
  const planes = { lower: plane(), pants: plane(), skirt: plane(), dress: plane(), shoes: plane() };
  const guide = createRaster(SIZE, SIZE, 3);
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const i = y * SIZE + x;
      const onLeg = x >= 35 && x < 65;
      const noise = ((x * 7 + y * 13) % 9) - 4;
      const colour = onLeg ? (y < 60 ? cloth : [120, 70, 30]) : [200, 200, 200];
      for (let c = 0; c < 3; c++) guide.data[3 * i + c] = colour[c] + noise;
      if (!onLeg) continue;
      if (y < 80) planes.lower.data[i] = planes.pants.data[i] = 1;
      else planes.shoes.data[i] = 1;
    }
  }
  const ankles = [
    { x: 50, y: 85, visibility: 1 },
    { x: 50, y: 85, visibility: 0 },
  ];
  return { planes, guide, joints: { ankles }, frame: { shoulderWidth: 70 }, workScale: 1 };
}

describe('returnBoots', () => {
  it('gives the shaft back that is read as trousers', () => {
    const { planes, ...rest } = boot([30, 50, 140]);
    returnBoots({ planes, ...rest } as unknown as MendInput);
    expect(planes.shoes.data[70 * SIZE + 50]).toBeGreaterThan(0.8);
    expect(planes.pants.data[70 * SIZE + 50]).toBeLessThan(0.2);
    expect(planes.pants.data[45 * SIZE + 50]).toBeGreaterThan(0.8);
  });

  it('leaves trousers of the same colour alone', () => {
    const { planes, ...rest } = boot([120, 70, 30]);
    returnBoots({ planes, ...rest } as unknown as MendInput);
    expect(planes.pants.data[70 * SIZE + 50]).toBeGreaterThan(0.8);
  });
});
