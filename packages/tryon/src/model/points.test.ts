import { describe, expect, it } from '@jest/globals';
import { add, distance, lerp } from '../geometry/vector';
import type { PlacementTarget } from './placement';
import type { GarmentPoint, PhotoPoint } from './points';

describe('points of different pictures', () => {
  const joint: PhotoPoint = { x: 3, y: 4 };
  const cuff: GarmentPoint = { x: 0, y: 0 };
  const target: PlacementTarget = { name: 'cuff', sheet: 0, from: cuff, to: joint, weight: 1 };

  it('are kept apart by the compiler', () => {
    // @ts-expect-error a point of the garment is no target in the photo
    const swapped: PlacementTarget = { ...target, to: lerp(cuff, cuff, 0.5) };
    // @ts-expect-error neither is a sum of both
    const mixed: PlacementTarget = { ...target, to: add(joint, cuff) };
    // @ts-expect-error nor is there a distance from one picture to another
    const length = distance(joint, cuff);
    expect([swapped.to, mixed.to, length]).toEqual([cuff, joint, 5]);
  });

  it('mix with plain points, such as directions', () => {
    const moved: PhotoPoint = add(joint, { x: 1, y: 0 }, 2);
    const between: PhotoPoint = lerp({ x: 1, y: 4 }, joint, 0.5);
    expect([moved, between]).toEqual([
      { x: 5, y: 4 },
      { x: 2, y: 4 },
    ]);
  });
});
