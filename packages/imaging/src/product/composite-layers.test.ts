import { describe, expect, it } from '@jest/globals';
import { compositeLayers, type LayerStack } from './composite-layers';
import { createPlane, createRaster, type RasterU8 } from '../core/raster';

const [WIDTH, HEIGHT] = [40, 36];

function painted(width: number, height: number, colour: readonly number[]): RasterU8 {
  const raster = createRaster(width, height, colour.length === 4 ? 4 : 3);
  for (let i = 0; i < raster.data.length; i++) raster.data[i] = colour[i % colour.length];
  return raster;
}

/** A grey photo with layers over a part of it: fabric of (200, 100, 0) in its middle, red background, nothing removed. */
function stackOf(changes: Partial<LayerStack> = {}): LayerStack {
  const box = { x: 4, y: 2, width: 32, height: 34 };
  const [w, h] = [box.width / 2, box.height / 2];
  const plane = (value = 0) => createPlane(w, h, value);
  return {
    photo: painted(WIDTH, HEIGHT, [90, 91, 92]),
    image: createRaster(WIDTH, HEIGHT, 3),
    edited: createRaster(WIDTH, HEIGHT, 1),
    box,
    garment: painted(10, 12, [200, 100, 0, 255]),
    garmentBox: { x: 8, y: 10, width: 10, height: 12 },
    layers: {
      ...{ removal: plane(), front: plane(), limbs: plane(), snap: plane(), body: plane() },
      ...{
        under: painted(w, h, [250, 20, 30]),
        spread: painted(w, h, [0, 0, 255]),
        background: painted(w, h, [250, 20, 30]),
      },
    },
    light: { gain: createPlane(w / 2, Math.ceil(h / 2), 1), contact: createPlane(w / 2, Math.ceil(h / 2)) },
    scale: 0.5,
    look: { trace: 1 / 400, limbRamp: [0.2, 0.8], garmentRamp: [0.3, 0.7], sheen: 12, grain: 0, skinGrain: 0 },
    tile: new Float32Array(256 * 256),
    spans: () => [],
    detail: null,
    ...changes,
  };
}

const pixel = ({ data, width }: RasterU8, x: number, y: number): number[] =>
  Array.from(data.subarray(3 * (y * width + x), 3 * (y * width + x) + 3));

/** The pixel at a position in the box. */
const laid = (stack: LayerStack, x: number, y: number): number[] => {
  compositeLayers(stack);
  return pixel(stack.image, x + stack.box.x, y + stack.box.y);
};

const everywhere = () => [{ isSolid: false, from: 0, to: 32 }];

describe('compositeLayers', () => {
  it('copies what lies outside of the spans', () => {
    const stack = stackOf({ spans: (y) => (y === 12 ? [{ isSolid: true, from: 10, to: 14 }] : []) });
    compositeLayers(stack);
    for (let i = 0; i < WIDTH * HEIGHT; i++) {
      const isIn = i >= 14 * WIDTH + 14 && i < 14 * WIDTH + 18;
      expect(stack.edited.data[i]).toBe(isIn ? 1 : 0);
      expect(stack.image.data[3 * i]).toBe(isIn ? 200 : 90);
    }
  });

  it('puts solid fabric into the light, its blackest parts too', () => {
    const stack = stackOf({ spans: (y) => (y === 12 ? [{ isSolid: true, from: 8, to: 18 }] : []) });
    stack.light.gain.data.fill(1.05);
    expect(laid(stack, 12, 12)).toEqual([211, 106, 1]);
  });

  it('draws the fabric itself inside, the drawn-out colours on the rim, the photo beside it', () => {
    const stack = stackOf({ spans: everywhere });
    expect(laid(stack, 12, 15)).toEqual([200, 100, 0]);
    expect(laid(stack, 25, 15)).toEqual([90, 91, 92]);
    stack.layers.snap.data.fill(1);
    expect(laid(stack, 25, 15)).toEqual([0, 0, 255]);
  });

  it('shows the background where the old garment goes, and limbs before the fabric', () => {
    const stack = stackOf({ spans: everywhere });
    stack.layers.removal.data.fill(1);
    expect(laid(stack, 25, 15)).toEqual([250, 20, 30]);
    expect(laid(stack, 12, 15)).toEqual([200, 100, 0]);
    stack.layers.limbs.data.fill(1);
    expect(laid(stack, 12, 15)).toEqual([250, 20, 30]);
  });

  it('leaves and does not mark what lies in front', () => {
    const stack = stackOf({ spans: everywhere });
    stack.layers.front.data.fill(1);
    stack.layers.removal.data.fill(1);
    expect(laid(stack, 12, 15)).toEqual([90, 91, 92]);
    expect(stack.edited.data.every((v) => v === 0)).toBe(true);
  });

  it('adds the detail of fetched background', () => {
    const detail: LayerStack['detail'] = (_y, from, to, into) => {
      for (let x = from; x < to; x++) into.set([5, -4, 3, 1], 4 * x);
    };
    const stack = stackOf({ spans: everywhere, detail });
    stack.layers.removal.data.fill(1);
    expect(laid(stack, 25, 15)).toEqual([255, 16, 33]);
  });
});
