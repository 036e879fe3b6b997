import { createRaster } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import {
  CATEGORY_THRESHOLD,
  classifyGarment,
  classOf,
  fitIntoSquare,
  rateGarment,
  ratesGarments,
} from './garment-category';
import type { Network } from './network';

const CELLS = 160 * 160;
const GREY = 128 / 127.5 - 1;

describe('fitIntoSquare', () => {
  it('centres a tall picture with grey at both sides', () => {
    const white = createRaster(80, 160, 3);
    white.data.fill(255);
    const input = fitIntoSquare(white);
    expect(input).toHaveLength(3 * CELLS);
    const row = (x: number): number => input[80 * 160 + x];
    expect([row(39), row(40), row(119), row(120)].map((v) => Number(v.toFixed(3)))).toEqual([0.004, 1, 1, 0.004]);
  });

  it('puts a cut-out on grey', () => {
    const half = createRaster(160, 160, 4);
    for (let i = 0; i < CELLS; i++) half.data.set([255, 0, 0, i < CELLS / 2 ? 255 : 0], i * 4);
    const input = fitIntoSquare(half);
    expect([input[0], input[CELLS], input[2 * CELLS]]).toEqual([1, -1, -1]);
    for (const plane of [0, 1, 2]) expect(input[plane * CELLS + CELLS - 1]).toBeCloseTo(GREY, 6);
  });

  it('takes a grey picture and one of a single pixel', () => {
    const grey = createRaster(200, 100, 1);
    expect(fitIntoSquare(grey)[CELLS + 80 * 160 + 80]).toBe(-1);
    expect(fitIntoSquare(createRaster(1, 1, 3))).toHaveLength(3 * CELLS);
  });
});

describe('classOf', () => {
  it('names the likeliest category and scores that sum to one', () => {
    const { category, confidence, scores } = classOf(Float32Array.of(0, 1, 0, -1, 9));
    expect(category).toBe('skirt');
    expect(confidence).toBe(scores.skirt);
    expect(Object.values(scores).reduce((a, b) => a + b)).toBeCloseTo(1, 6);
  });

  it('abstains below the threshold', () => {
    const logit = (share: number): Float32Array => Float32Array.of(Math.log(share), Math.log(1 - share), -20, -20, -20);
    expect(classOf(logit(CATEGORY_THRESHOLD + 0.01)).category).toBe('dress');
    const unsure = classOf(logit(CATEGORY_THRESHOLD - 0.01));
    expect(unsure.category).toBe('unknown');
    expect(unsure.confidence).toBeCloseTo(CATEGORY_THRESHOLD - 0.01, 3);
  });

  it('does not overflow on large logits', () => {
    expect(classOf(Float32Array.of(1000, -1000, 0, 0, 0))).toMatchObject({ category: 'dress', confidence: 1 });
  });
});

it('runs the network on one square', async () => {
  const shapes: unknown[] = [];
  const network: Network = {
    provider: 'cpu',
    inputNames: ['image'],
    outputNames: ['logits'],
    run: (inputs) => {
      shapes.push(inputs['image']?.shape);
      return Promise.resolve({ logits: { data: Float32Array.of(0, 0, 8, 0, 0), shape: [1, 5] } });
    },
    close: () => Promise.resolve(),
  };
  expect((await classifyGarment(network, createRaster(30, 50, 4))).category).toBe('pants');
  expect(shapes).toEqual([[1, 3, 160, 160]]);
});

it('rates a picture by the output of its own', async () => {
  const wanted: (readonly string[])[] = [];
  const network: Network = {
    provider: 'cpu',
    inputNames: ['image'],
    outputNames: ['logits', 'garment'],
    run: (_, outputs) => {
      wanted.push(outputs);
      return Promise.resolve({ garment: { data: Float32Array.of(Math.log(3)), shape: [1, 1] } });
    },
    close: () => Promise.resolve(),
  };
  expect(await rateGarment(network, createRaster(30, 50, 3))).toBeCloseTo(0.75, 6);
  expect(wanted).toEqual([['garment']]);
  expect([ratesGarments(network), ratesGarments({ ...network, outputNames: ['logits'] })]).toEqual([true, false]);
});
