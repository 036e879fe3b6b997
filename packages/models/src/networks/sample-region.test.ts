import { Pyramid } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { squareAround, toPhoto, type Region } from './region';
import { sampleRegion, spreadRegion, type SampleOptions } from './sample-region';

const plain = (width: number, height: number, border: 'replicate' | 'zero' = 'replicate'): SampleOptions => ({
  width,
  height,
  border,
  scale: [1, 1, 1],
  offset: [0, 0, 0],
});

/** RGB photo whose channels are x, y and 7. */
function coordinatePhoto(width: number, height: number) {
  const data = new Uint8Array(3 * width * height);
  for (let i = 0; i < width * height; i++) data.set([i % width, Math.floor(i / width), 7], 3 * i);
  return new Pyramid({ width, height, channels: 3, data });
}

describe('sampleRegion', () => {
  it('copies the photo where region and grid agree', () => {
    const region = { centre: { x: 3, y: 2 }, width: 6, height: 4, angleRad: 0 };
    const out = sampleRegion(coordinatePhoto(6, 4), region, plain(6, 4));
    expect([...out.subarray(0, 6)]).toEqual([0, 1, 2, 3, 4, 5]);
    expect([...out.subarray(24, 48)].filter((_, i) => i % 6 === 0)).toEqual([0, 1, 2, 3]);
    expect(new Set(out.subarray(48))).toEqual(new Set([7]));
  });

  it('samples between pixel centres', () => {
    const region = { centre: { x: 3, y: 2 }, width: 2, height: 2, angleRad: 0 };
    const out = sampleRegion(coordinatePhoto(6, 4), region, plain(4, 4));
    expect([...out.subarray(0, 4)]).toEqual([1.75, 2.25, 2.75, 3.25]);
  });

  it('turns a quarter: what lies to the right of the photo comes to the top', () => {
    const region = { centre: { x: 4, y: 4 }, width: 8, height: 8, angleRad: Math.PI / 2 };
    const out = sampleRegion(coordinatePhoto(8, 8), region, plain(8, 8));
    expect(out[0]).toBeCloseTo(7, 5);
    expect(out[7]).toBeCloseTo(7, 5);
    expect(out[64]).toBeCloseTo(0, 5);
    expect(out[64 + 7]).toBeCloseTo(7, 5);
    expect(out[56]).toBeCloseTo(0, 5);
  });

  it('replicates the edge or fills with black, then scales', () => {
    const region = { centre: { x: 0, y: 2 }, width: 8, height: 4, angleRad: 0 };
    const replicated = sampleRegion(coordinatePhoto(6, 4), region, plain(8, 4));
    expect([...replicated.subarray(0, 8)]).toEqual([0, 0, 0, 0, 0, 1, 2, 3]);
    const options = { ...plain(8, 4, 'zero'), scale: [2, 2, 2], offset: [-1, -1, -1] } as const;
    const zeroed = sampleRegion(coordinatePhoto(6, 4), region, options);
    expect([...zeroed.subarray(64, 72)]).toEqual([-1, -1, -1, -1, 13, 13, 13, 13]);
  });

  it('reads a coarser level when it shrinks, at the same place', () => {
    const region = { centre: { x: 32, y: 32 }, width: 64, height: 64, angleRad: 0 };
    const out = sampleRegion(coordinatePhoto(64, 64), region, plain(8, 8));
    out.subarray(1, 7).forEach((value, i) => expect(Math.abs(value - (8 * (i + 1) + 3.5))).toBeLessThan(1.1));
  });

  it('takes a photo of one pixel', () => {
    const region = { centre: { x: 0.5, y: 0.5 }, width: 3, height: 3, angleRad: 0.3 };
    const out = sampleRegion(coordinatePhoto(1, 1), region, plain(2, 2));
    expect([...out.subarray(8)]).toEqual([7, 7, 7, 7]);
  });
});

describe('spreadRegion', () => {
  const map = { width: 2, height: 2, data: Float32Array.of(0.1, 0.2, 0.3, 0.4) };

  it('is the inverse of the cut for an upright region', () => {
    const region = { centre: { x: 3, y: 2 }, width: 2, height: 2, angleRad: 0 };
    const out = spreadRegion(map, region, 6, 4);
    expect([...out.data].map((v) => Number(v.toFixed(3)))).toEqual([
      0, 0, 0, 0, 0, 0, 0, 0, 0.1, 0.2, 0, 0, 0, 0, 0.3, 0.4, 0, 0, 0, 0, 0, 0, 0, 0,
    ]);
  });

  it('brings a turned map back upright', () => {
    const region = { centre: { x: 1, y: 1 }, width: 2, height: 2, angleRad: Math.PI / 2 };
    const out = spreadRegion(map, region, 2, 2);
    expect([...out.data].map((v) => Number(v.toFixed(3)))).toEqual([0.3, 0.1, 0.4, 0.2]);
  });

  it('leaves a photo empty that the region does not touch', () => {
    const region = { centre: { x: 50, y: 50 }, width: 2, height: 2, angleRad: 0.5 };
    expect(spreadRegion(map, region, 4, 4).data.every((value) => value === 0)).toBe(true);
  });
});

describe('regions', () => {
  it.each([0, 0.4, Math.PI / 2, -2])('put the crown above the hips of a person who leans by %f', (angleRad) => {
    const hips = { x: 100, y: 80 };
    const crown = { x: 100 + 30 * Math.sin(angleRad), y: 80 - 30 * Math.cos(angleRad) };
    const region: Region = squareAround(hips, 80, hips, crown, 'up');
    const top = toPhoto(region, 0.5, 0.5 - 30 / 80);
    expect(top.x).toBeCloseTo(crown.x, 9);
    expect(top.y).toBeCloseTo(crown.y, 9);
  });
});
