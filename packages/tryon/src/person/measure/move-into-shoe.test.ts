import { createPlane } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { moveIntoShoe } from './move-into-shoe';

const SIZE = 240;
const OTHER = { ankle: { x: 40, y: 150 }, toe: { x: 38, y: 180 } };

/** Trousers down to y 166 with a shoe below them around x 130; the pose has its ankle at `x`. */
function foot(x: number, { hem = 166, bare = false } = {}) {
  const [skin, shoes, lower] = [createPlane(SIZE, SIZE), createPlane(SIZE, SIZE), createPlane(SIZE, SIZE)];
  for (let y = 40; y < hem; y++) lower.data.fill(1, y * SIZE + 100, y * SIZE + 160);
  for (let y = Math.max(166, hem); y < 190; y++) shoes.data.fill(1, y * SIZE + 120, y * SIZE + 141);
  if (bare) for (let y = 145; y < 166; y++) skin.data.fill(1, y * SIZE + 100, y * SIZE + 160);
  const bones = { ankle: { x, y: 150 }, toe: { x: x + 2, y: 185 } };
  return moveIntoShoe({ skin, shoes, lower }, bones, OTHER, 200, 1);
}

describe('moveIntoShoe', () => {
  it('leads the leg into the middle of its shoe', () => {
    const led = foot(121);
    expect(led?.end.x).toBeCloseTo(130.5, 1);
    expect(led?.end.y).toBeCloseTo(170.5, 1);
    expect(led?.ankle.x).toBeCloseTo(126.5, 1);
    expect(foot(130)?.ankle).toEqual({ x: 130, y: 150 });
  });

  it('leaves it alone where skin tells its way, where the foot is hidden and where the shoe is not its own', () => {
    expect(foot(118, { bare: true })).toBeNull();
    expect(foot(130, { hem: 180 })).toBeNull();
    expect(foot(70)).toBeNull();
  });
});
