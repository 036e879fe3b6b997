import { describe, expect, it } from '@jest/globals';
import { applyAffine, createPlane, createRaster, type PlaneF32, type Point } from '@drape/imaging';
import type { PlacedUpper } from '../place/types';
import { layCollarBack, placedBy, type BackLayers, type BackScene } from './collar-back';

const [WIDTH, HEIGHT] = [100, 120];
const GROUND = [200, 200, 200];
const plane = (x0: number, y0: number, x1: number, y1: number): PlaneF32 => {
  const out = createPlane(WIDTH, HEIGHT);
  for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) out.data[WIDTH * y + x] = 1;
  return out;
};
const none = (): PlaneF32 => createPlane(WIDTH, HEIGHT);

/** A bowl between two ends, 25 points. */
const bowl = (x0: number, x1: number, y: number, depth: number): Point[] =>
  Array.from({ length: 25 }, (_, i) => ({ x: x0 + ((x1 - x0) * i) / 24, y: y + depth * (1 - ((i - 12) / 12) ** 2) }));

/** A neck 16 wide under a face; the collar's ends stand 12 beside it. Its back is green and stands 8 above them. */
function scene(parts: Partial<BackScene['person']['planes']> = {}): BackScene {
  const rgb = createRaster(80, 80, 3);
  for (let i = 0; i < rgb.data.length; i += 3) rgb.data.set([20, 200, 40], i);
  const neckBack = { rgb, at: { x: 0, y: 0 }, neckline: bowl(0, 80, 16, 60), edge: bowl(0, 80, 16, -16) };
  const region = {
    kind: 'upper',
    neckline: bowl(30, 70, 70, 30),
    neck: [
      { x: 26, y: 84 },
      { x: 74, y: 84 },
    ],
  };
  const person = plane(42, 20, 58, 110);
  return {
    ...{ category: 'jacket', k: 1, sw: 100, garment: none() },
    placement: { neckBack, region: region as unknown as PlacedUpper },
    person: {
      faceOval: Array.from({ length: 36 }, (_, i) => {
        const angle = (i * Math.PI) / 18;
        return { x: 50 + 11 * Math.cos(angle), y: 40 + 16 * Math.sin(angle) };
      }),
      planes: { person, skin: person, other: none(), top: none(), ...parts },
    },
  };
}

function laid(on: BackScene, front = none()): BackLayers {
  const rgb = createRaster(WIDTH, HEIGHT, 3);
  for (let i = 0; i < rgb.data.length; i += 3) rgb.data.set(GROUND, i);
  const gain = createPlane(WIDTH / 2, HEIGHT / 2, 1);
  const layers = { front, removal: none(), underlay: { rgb, body: none() }, shading: { gain } };
  layCollarBack(on, layers);
  return layers;
}

const removalAt = ({ removal }: BackLayers, x: number, y: number): number => removal.data[WIDTH * y + x];
const greenAt = ({ underlay }: BackLayers, x: number, y: number): number => {
  const [r, g] = underlay.rgb.data.subarray(3 * (WIDTH * y + x));
  return g - r;
};

describe("a collar's back", () => {
  it('shows beside the neck, darker than the product, and is in the way of the ground behind it', () => {
    const made = laid(scene());
    for (const x of [36, 63]) {
      expect(removalAt(made, x, 72)).toBe(1);
      expect(made.underlay.body.data[WIDTH * 72 + x]).toBe(1);
      expect(greenAt(made, x, 72)).toBeGreaterThan(80);
      expect(greenAt(made, x, 72)).toBeLessThan(170);
    }
  });

  it('is darker close to the neck', () => {
    const made = laid(scene());
    expect(greenAt(made, 39, 72)).toBeLessThan(greenAt(made, 34, 72) - 3);
  });

  it('is nowhere above its edge, below the front and on the neck', () => {
    const made = laid(scene());
    for (const [x, y] of [
      [36, 60],
      [36, 92],
      [50, 75],
      [45, 80],
    ]) {
      expect(removalAt(made, x, y)).toBe(0);
      expect(greenAt(made, x, y)).toBe(0);
    }
  });

  it('hides the slope of the shoulder inside the collar', () => {
    const person = plane(42, 20, 58, 110);
    const slope = plane(30, 68, 70, 110);
    for (let i = 0; i < person.data.length; i++) person.data[i] = Math.max(person.data[i], slope.data[i]);
    expect(removalAt(laid(scene({ person, skin: person })), 36, 74)).toBeGreaterThan(0.95);
  });

  it('lies behind hair, scarves and what is worn under a jacket', () => {
    expect(removalAt(laid(scene(), plane(30, 60, 40, 90)), 36, 72)).toBe(0);
    expect(removalAt(laid(scene({ other: plane(30, 60, 40, 90) })), 36, 72)).toBe(0);
    expect(removalAt(laid(scene({ top: plane(30, 60, 40, 90) })), 36, 72)).toBe(0);
  });

  it('is none where the product shows none', () => {
    const made = laid({ ...scene(), placement: { ...scene().placement, neckBack: null } });
    expect(Math.max(...made.removal.data)).toBe(0);
  });
});

it('placedBy leads the ends of a neckline and its sides where they were placed', () => {
  const from = bowl(0, 80, 16, 60);
  const turned = from.map(({ x, y }) => ({ x: 0.5 * x - 0.1 * y + 7, y: 0.1 * x + 0.6 * y + 3 }));
  const map = placedBy(from, turned);
  if (map === null) throw new Error('no map');
  from.forEach((p, i) => {
    expect(applyAffine(map, p).x).toBeCloseTo(turned[i].x, 6);
    expect(applyAffine(map, p).y).toBeCloseTo(turned[i].y, 6);
  });
  expect(
    placedBy(
      from,
      from.map(() => ({ x: 5, y: 5 })),
    ),
  ).toBeNull();
});
