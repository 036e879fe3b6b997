import { createPlane } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { cuffSeam } from './cuff-seam';
import { limbField } from '../scene/limb-field';
import type { LimbTube } from '../../model/person';
import type { Scene } from '../../model/scene';

const [WIDTH, HEIGHT] = [80, 260];

/** A leg from y 20 to 250, in trousers down to `hem`, bare from there to a shoe at y 240. */
function seamOf(hem: number) {
  const [seen, skin, shoes] = [createPlane(WIDTH, HEIGHT), createPlane(WIDTH, HEIGHT), createPlane(WIDTH, HEIGHT)];
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 25; x < 55; x++) (y < hem ? seen : y < 240 ? skin : shoes).data[y * WIDTH + x] = 1;
  }
  // a hand in front of the thigh
  for (let y = 80; y < 110; y++) for (let x = 35; x < 45; x++) skin.data[y * WIDTH + x] = 1;
  const centres = Array.from({ length: 24 }, (_, i) => ({ x: 40, y: 20 + 10 * i }));
  const tube: LimbTube = { centres, radii: centres.map(() => 15), visibility: 1 };
  const legTubes = [tube, tube];
  const scene = {
    category: 'skirt',
    k: 1,
    sw: 60,
    garment: createPlane(WIDTH, HEIGHT),
    person: { planes: { skin, shoes }, legTubes, armTubes: legTubes },
    legs: legTubes.map((leg) => limbField(leg, 1, WIDTH, HEIGHT)),
  };
  const seam = cuffSeam({
    scene: scene as unknown as Scene,
    old: {
      seen,
      grown: seen,
      halo: seen,
      background: seen,
      lower: null,
      longSleeves: [false, false],
      keepsCoat: false,
    },
    chest: seen,
  });
  return (y: number): number => seam.data[y * WIDTH + 40];
}

describe('cuffSeam', () => {
  it('lets an invented shin run out over the seen ankle below long trousers, not over the shoe', () => {
    const at = seamOf(215);
    expect(at(216)).toBeGreaterThan(0.8);
    expect(at(232)).toBeLessThan(at(224));
    expect(at(245)).toBe(0);
  });

  it('leaves a hand before the trousers alone', () => {
    expect(seamOf(215)(95)).toBe(0);
  });

  it('leaves shoes alone below trousers that hide the ankle', () => {
    expect(seamOf(248)(249)).toBe(0);
  });
});

it('a painted shoulder runs out over the seen arm beside an old arm hole, not over one in a new sleeve', () => {
  const at = (length: 'none' | 'short'): number[] => {
    const [seen, skin, chest] = [createPlane(WIDTH, HEIGHT), createPlane(WIDTH, HEIGHT), createPlane(WIDTH, HEIGHT)];
    for (let y = 0; y < HEIGHT; y++) {
      seen.data.fill(1, y * WIDTH, y * WIDTH + 30);
      skin.data.fill(1, y * WIDTH + 30, y * WIDTH + 55);
    }
    chest.data.fill(1, 0, 100 * WIDTH);
    const centres = Array.from({ length: 24 }, (_, i) => ({ x: 40, y: 20 + 10 * i }));
    const tube: LimbTube = { centres, radii: centres.map(() => 15), visibility: 1 };
    const scene = {
      category: 'top',
      k: 1,
      sw: 60,
      garment: chest,
      placement: { region: { kind: 'upper', sleeves: [{ length }, { length }] } },
      person: {
        planes: { skin, shoes: createPlane(WIDTH, HEIGHT) },
        legTubes: [],
        armTubes: [tube, tube],
      },
      arms: [limbField(tube, 1, WIDTH, HEIGHT), limbField(tube, 1, WIDTH, HEIGHT)],
      armStates: [{ handBefore: null }, { handBefore: null }],
    };
    const seam = cuffSeam({
      scene: scene as unknown as Scene,
      old: {
        seen,
        grown: seen,
        halo: seen,
        background: seen,
        lower: null,
        longSleeves: [false, false],
        keepsCoat: false,
      },
      chest,
    });
    return [30, 31, 40, 50].map((x) => seam.data[60 * WIDTH + x]);
  };
  const bare = at('none');
  expect(bare[0]).toBeGreaterThan(0.5);
  expect(bare[1]).toBeLessThan(bare[0]);
  expect(bare.slice(2)).toEqual([0, 0]);
  expect(at('short')).toEqual([0, 0, 0, 0]);
});
