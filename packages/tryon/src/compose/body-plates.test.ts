import { createPlane, createRaster } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { layersPlate } from './body-plates';
import type { Scene } from './scene';

const W = 160;
const H = 160;
const SKIN = [200, 140, 110];
const NAVY = [20, 20, 60];

/** Shoulders in row 80 and 100 apart; a neck, from row 70 on a navy top between the lapels of a coat, both 15 to each side of column 80. */
function drawn(withTop: boolean): { scene: Scene; chest: ReturnType<typeof createPlane> } {
  const guide = createRaster(W, H, 3);
  const [skin, top, chest] = [createPlane(W, H), createPlane(W, H), createPlane(W, H)];
  for (let y = 0, i = 0; y < H; y++) {
    for (let x = 0; x < W; x++, i++) {
      const open = Math.abs(x - 80) < 15;
      const isSkin = open && y > 20 && (y < 70 || !withTop);
      const isTop = withTop && open && y >= 70;
      guide.data.set(isSkin ? SKIN : isTop ? NAVY : [150, 130, 90], 3 * i);
      skin.data[i] = isSkin ? 1 : 0;
      top.data[i] = isTop ? 1 : 0;
      chest.data[i] = y > 55 && y < 120 && Math.abs(x - 80) < 35 ? 1 : 0;
    }
  }
  const body = { shoulderMid: { x: 80, y: 80 }, across: { x: 1, y: 0 }, down: { x: 0, y: 1 } };
  const faceOval = [20, 50].flatMap((y) => [65, 95].map((x) => ({ x, y })));
  return {
    scene: { guide, k: 1, sw: 100, person: { planes: { skin, top }, body, faceOval } } as unknown as Scene,
    chest,
  };
}

const blueOver = (rgb: ArrayLike<number>, x: number, y: number): number =>
  rgb[3 * (y * W + x) + 2] - rgb[3 * (y * W + x)];

describe('layersPlate', () => {
  it('goes on with the worn top where the old lapels lay, below its edge and beside the neck', () => {
    const { scene, chest } = drawn(true);
    const { data } = layersPlate(scene, chest, scene.person.planes.skin);
    expect(blueOver(data, 98, 100)).toBeGreaterThan(25);
    expect(blueOver(data, 108, 60)).toBeGreaterThan(15);
    expect(blueOver(data, 80, 58)).toBeLessThan(-60);
  });

  it('is skin where no top is worn', () => {
    const { scene, chest } = drawn(false);
    const { data } = layersPlate(scene, chest, scene.person.planes.skin);
    expect(blueOver(data, 98, 100)).toBeLessThan(-60);
  });
});
