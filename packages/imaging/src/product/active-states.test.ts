import { describe, expect, it } from '@jest/globals';
import { testRandom } from '../../test/planes';
import { activeStates, MIXED, SILENT, SOLID, type ActiveLayers } from './active-states';
import { createPlane } from '../core/raster';

const TRACE = 1 / 800;

/** Layers that are mostly empty or full, so that all states occur. */
function sample(width: number, height: number): ActiveLayers {
  const random = testRandom(width + height);
  const layers = {
    garment: createPlane(width, height),
    removal: createPlane(width, height),
    front: createPlane(width, height),
    limbs: createPlane(width, height),
    snap: createPlane(width, height),
    contact: createPlane(Math.ceil(width / 2), Math.ceil(height / 2)),
  };
  layers.garment.data.forEach((_, i, data) => {
    const x = i % width;
    data[i] = x > width / 2 ? 1 : x > width / 2 - 1 ? 0.5 : 0;
  });
  for (const plane of [layers.removal, layers.front, layers.limbs, layers.snap]) {
    for (let n = 0; n < 2; n++) plane.data[Math.floor(random() * plane.data.length)] = random();
  }
  // just below and just above the threshold
  layers.contact.data[0] = Math.fround(TRACE);
  layers.contact.data[layers.contact.data.length >> 1] = 0.00126;
  return layers;
}

/** The states from their definition. */
function naive({ garment, removal, front, limbs, snap, contact }: ActiveLayers): number[] {
  const { width, height } = garment;
  const alone = (i: number): boolean => garment.data[i] === 1 && front.data[i] === 0 && limbs.data[i] === 0;
  const speaks = (i: number): boolean => {
    const shade = contact.data[(Math.floor(i / width) >> 1) * contact.width + ((i % width) >> 1)];
    return [garment, removal, limbs, snap].some(({ data }) => data[i] > 0) || shade > TRACE;
  };
  const states: number[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const around: number[] = [];
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) around.push(v * width + u);
      }
      states.push(!around.some(speaks) ? SILENT : around.every(alone) ? SOLID : MIXED);
    }
    states.push(SILENT);
  }
  return states;
}

describe('activeStates', () => {
  it.each([
    [1, 1],
    [5, 3],
    [16, 9],
    [37, 21],
    [64, 10],
  ])('says of each pixel what its neighbours say, %i × %i', (width, height) => {
    const layers = sample(width, height);
    expect(Array.from(activeStates(layers, TRACE))).toEqual(naive(layers));
  });

  it('refuses layers that do not fit', () => {
    const layers = sample(8, 8);
    expect(() => activeStates({ ...layers, snap: createPlane(8, 9) }, TRACE)).toThrow(RangeError);
    expect(() => activeStates({ ...layers, contact: createPlane(8, 8) }, TRACE)).toThrow(RangeError);
  });
});
