import { createPlane } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import type { LimbTube } from '../types';
import { cuffSeam } from './cuff-seam';
import { limbField } from './limb-field';
import type { Scene } from './scene';

const [WIDTH, HEIGHT] = [80, 260];

/** A leg from y 20 to 250, in trousers down to `hem`, bare from there to a shoe at y 240. */
function seamOf(hem: number) {
  const [seen, skin, shoes] = [createPlane(WIDTH, HEIGHT), createPlane(WIDTH, HEIGHT), createPlane(WIDTH, HEIGHT)];
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 25; x < 55; x++) (y < hem ? seen : y < 240 ? skin : shoes).data[y * WIDTH + x] = 1;
  }
  // a hand before the thigh
  for (let y = 80; y < 110; y++) for (let x = 35; x < 45; x++) skin.data[y * WIDTH + x] = 1;
  const centres = Array.from({ length: 24 }, (_, i) => ({ x: 40, y: 20 + 10 * i }));
  const tube: LimbTube = { centres, radii: centres.map(() => 15), visibility: 1 };
  const legTubes = [tube, tube];
  const scene = {
    ...{ category: 'skirt', k: 1, sw: 60, garment: createPlane(WIDTH, HEIGHT) },
    person: { planes: { skin, shoes }, legTubes, armTubes: legTubes },
    legs: legTubes.map((leg) => limbField(leg, 1, WIDTH, HEIGHT)),
  };
  const seam = cuffSeam(scene as unknown as Scene, { seen, grown: seen, halo: seen });
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
