import { createPlane } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { creaseLegs } from './leg-crease';
import type { Scene } from '../../model/scene';

/** Two trouser legs from y 20 to 100 that meet at x 50: the front leg ends there. */
function scene(fabric: (x: number) => boolean): Scene {
  const garment = createPlane(100, 120);
  for (let i = 0; i < garment.data.length; i++) garment.data[i] = fabric(i % 100) ? 1 : 0;
  const inner = Array.from({ length: 13 }, (_, i) => ({ x: 50, y: 100 - (80 * i) / 12 }));
  const tube = [{ x: 20, y: 20 }, { x: 20, y: 100 }, ...inner];
  const region = { kind: 'pants', tubes: [tube, tube] };
  const parts = {
    garment,
    k: 1,
    sw: 60,
    person: { body: { shoulderWidth: 60 }, limbOrder: { legs: [1, 0] } },
    placement: { region },
  };
  return parts as unknown as Scene;
}

describe('creaseLegs', () => {
  it('darkens where one leg lies behind the other, and nowhere else', () => {
    const gain = createPlane(50, 60, 1);
    creaseLegs(
      scene(() => true),
      gain,
    );
    expect(gain.data[40 * 50 + 25]).toBeLessThan(0.85);
    expect(gain.data[40 * 50 + 10]).toBe(1);
  });

  it('leads into it softly from both sides, as round legs do', () => {
    const gain = createPlane(50, 60, 1);
    creaseLegs(
      scene(() => true),
      gain,
    );
    for (const x of [22, 27]) {
      expect(gain.data[40 * 50 + x]).toBeLessThan(0.96);
      expect(gain.data[40 * 50 + x]).toBeGreaterThan(0.88);
    }
  });

  it('leaves a gap between the legs alone', () => {
    const gain = createPlane(50, 60, 1);
    creaseLegs(
      scene((x) => x < 50),
      gain,
    );
    expect(Math.min(...gain.data)).toBe(1);
  });
});
