import { createRaster, pyramidOf } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import type { PoseLandmark } from '../types';
import type { Network } from './network';
import { boxOfOther } from './other-people';

/** A light network that finds a body between rows 64 and 192 of its region's 256, with confidence `score`. */
function lightNetwork(score: number): Network {
  const values = new Float32Array(195);
  for (let i = 0; i < 39; i++) values.set([i % 2 === 0 ? 108 : 148, i === 0 ? 64 : i < 23 ? 100 : 192, 0, 9, 9], i * 5);
  const answers: Record<string, Float32Array> = {
    Identity: values,
    Identity_1: new Float32Array([score]),
    Identity_3: new Float32Array(39 * 64 * 64).fill(-100),
  };
  return {
    ...{ provider: 'none', inputNames: [], outputNames: [] },
    run: (_, names) => Promise.resolve(Object.fromEntries(names.map((n) => [n, { data: answers[n], shape: [] }]))),
    close: () => Promise.resolve(),
  };
}

/** The person in the photo's middle, the nose at y = 100 of 500. */
const personAt = (x: number): PoseLandmark[] =>
  Array.from({ length: 33 }, (_, i) => ({ x, y: i < 11 ? 100 : 250, z: 0, visibility: 1, presence: 1 }));

const pyramid = pyramidOf(createRaster(800, 500, 3));
/** A circle of radius 200 about (600, 250): the network's region is 500 wide and begins at (350, 0). */
const candidate = {
  score: 0.9,
  head: [580, 100, 620, 140],
  hips: { x: 600, y: 250 },
  crown: { x: 600, y: 50 },
} as const;
const CIRCLE = { x: 520, y: 50, width: 160, height: 400, score: 0.9 };

describe('boxOfOther', () => {
  it('is as high as the landmarks say, not as the circle', async () => {
    const box = await boxOfOther(lightNetwork(0.95), pyramid, candidate, personAt(200));
    expect(box.y).toBeCloseTo(125);
    expect(box.height).toBeCloseTo(250);
    expect(box.x + box.width / 2).toBeCloseTo(600);
    expect(box.width).toBeCloseTo(125);
    expect(box.score).toBe(0.9);
  });

  it('is the circle where the landmarks doubt or fall on the person', async () => {
    expect(await boxOfOther(lightNetwork(0.3), pyramid, candidate, personAt(200))).toEqual(CIRCLE);
    expect(await boxOfOther(lightNetwork(0.95), pyramid, candidate, personAt(560))).toEqual(CIRCLE);
  });
});
