import { createPlane, createRaster } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { footAt, hiddenFeet, shoeAt } from './hidden-feet';
import type { OldGarment } from './removal';
import type { Scene } from './scene';

const SIZE = 200;

/** Two feet with ankles at y 100 and toes at y 125; cloth down to `hem`, a shoe's tip at the right foot's toes. */
function figure(hem: number) {
  const [seen, shoes] = [createPlane(SIZE, SIZE), createPlane(SIZE, SIZE)];
  for (let y = 40; y < hem; y++) for (let x = 30; x < 170; x++) seen.data[y * SIZE + x] = 1;
  for (let y = 118; y < 135; y++) {
    for (let x = 120; x < 145; x++) {
      shoes.data[y * SIZE + x] = 1;
      seen.data[y * SIZE + x] = 0;
    }
  }
  const at = (y: number) => [70, 130].map((x) => ({ x, y }));
  const legs = at(100).map((ankle) => ({ joints: [ankle, ankle, ankle] }));
  const person = { legs, toes: at(125), planes: { shoes }, body: { legLength: 200 } };
  const tones = [[200, 160, 140]];
  const scene = { person, guide: createRaster(SIZE, SIZE, 3), k: 1, legTones: [tones, tones] };
  return hiddenFeet(scene as unknown as Scene, { seen } as unknown as OldGarment);
}

describe('hiddenFeet', () => {
  it('invents a whole shoe where nothing is seen, and only the bare foot above a seen one', () => {
    const [left, right] = figure(140);
    expect(left.shoe).not.toBeNull();
    expect(right.shoe).toBeNull();
  });

  it('lets the shoe reach as far down as the cloth on the floor did', () => {
    const bottom = (hem: number): number => {
      const box = figure(hem)[0].shoe?.box;
      return box === undefined ? 0 : box.y + box.height;
    };
    expect(bottom(140)).toBeGreaterThan(bottom(128));
    expect(bottom(190)).toBeLessThan(bottom(128) + 16);
  });

  it('leaves the instep bare: the opening lies lower in the middle than at the sides', () => {
    const [{ bare, shoe }] = figure(140);
    if (shoe === null) throw new Error('no shoe');
    const cover = (x: number, y: number): number =>
      shoeAt(shoe, (y - shoe.box.y) * shoe.box.width + x - shoe.box.x).cover;
    expect(cover(70, 112)).toBe(0);
    expect(cover(64, 116)).toBeGreaterThan(0.5);
    expect(cover(70, 126)).toBe(1);
    expect(footAt(bare, (112 - bare.box.y) * bare.box.width + 70 - bare.box.x).cover).toBe(1);
  });

  it('leaves seen feet alone', () => {
    expect(figure(90)).toEqual([]);
  });
});
