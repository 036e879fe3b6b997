import { describe, expect, it } from '@jest/globals';
import { createPlane, createRaster, type PlaneF32 } from '@drape/imaging';
import { bodyForm, type Formed } from './body-form';
import { limbField } from '../scene/limb-field';
import { fillPolygon } from '../../geometry/polygon';

const [WIDTH, HEIGHT] = [200, 240];

/** A plain garment from column 20 to 180 with an arm in a sleeve before its left side; `lightSide` and the product's own shades as asked. */
function dressed({ lightSide = 0, product = (_x: number): number => 150 } = {}): Formed {
  const centres = Array.from({ length: 21 }, (_, i) => ({ x: 36, y: 20 + 10 * i }));
  const arm = limbField({ centres, radii: centres.map(() => 16), visibility: 1 }, 1, WIDTH, HEIGHT);
  const outline = [
    { x: 20, y: 20 },
    { x: 20, y: 220 },
    { x: 52, y: 220 },
    { x: 52, y: 20 },
  ];
  const cloth = createPlane(WIDTH, HEIGHT);
  fillPolygon(cloth, outline);
  const garmentRgb = createRaster(WIDTH, HEIGHT, 3);
  for (let i = 0; i < WIDTH * HEIGHT; i++) garmentRgb.data.fill(product(i % WIDTH), 3 * i, 3 * i + 3);
  const body = { shoulderMid: { x: 100, y: 10 }, torsoLength: 150 };
  return { garmentRgb, arms: [arm], sleeves: [{ outline, cloth }], person: { lightSide, body }, k: 1, sw: 160 };
}

/** The light on row 150 of it, by column of the work picture. */
function lit(scene: Formed, { plain = 0, light = (_x: number): number => 1 } = {}): (x: number) => number {
  const cloth = createPlane(WIDTH / 2, HEIGHT / 2);
  const gain: PlaneF32 = createPlane(WIDTH / 2, HEIGHT / 2);
  for (let y = 0; y < cloth.height; y++) {
    cloth.data.fill(1, y * cloth.width + 10, y * cloth.width + 90);
    for (let x = 0; x < gain.width; x++) gain.data[y * gain.width + x] = light(2 * x);
  }
  bodyForm(scene, cloth, gain, plain);
  return (x) => gain.data[75 * gain.width + (x >> 1)];
}

describe('bodyForm', () => {
  // the body's own cloth goes from the sleeve's edge at 52 to 180
  const w = (x: number): number => (x - 116) / 64;

  it('rounds the body between sleeve and outline, and the sleeve for itself', () => {
    const at = lit(dressed());
    expect(at(116)).toBeGreaterThan(0.98);
    expect(at(176)).toBeLessThan(0.88);
    expect(at(176)).toBeGreaterThan(0.78);
    expect(at(60)).toBeLessThan(0.88);
    expect(at(36)).toBeGreaterThan(at(60) + 0.05);
    expect(at(10)).toBe(1);
  });

  it('lays on less where the light of the old garment or the product brings it', () => {
    const flat = lit(dressed());
    const falling = (x: number): number => Math.exp(-0.15 * Math.abs(w(x)) ** 2.2);
    const byLight = lit(dressed(), { light: falling });
    expect(byLight(176) / falling(176)).toBeGreaterThan(flat(176) + 0.05);
    const shaded = lit(dressed({ product: (x) => Math.round(160 * falling(x)) }));
    expect(shaded(176)).toBeGreaterThan(flat(176) + 0.05);
  });

  it('lays on less where plain cloth shows that the photo has none', () => {
    expect(lit(dressed(), { plain: 1 })(176)).toBeGreaterThan(lit(dressed())(176) + 0.04);
  });

  it('turns with the side of the light, not against what plain cloth tells', () => {
    const left = lit(dressed({ lightSide: -0.5 }));
    expect(left(70)).toBeGreaterThan(left(162) + 0.08);
    const light = (x: number): number => 1 + 0.1 * w(x);
    const told = lit(dressed({ lightSide: -0.5 }), { plain: 1, light });
    expect(told(162)).toBeGreaterThan(told(70));
  });
});
