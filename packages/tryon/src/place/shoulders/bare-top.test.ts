import { describe, expect, it } from '@jest/globals';
import type { Point } from '@drape/imaging';
import { drawnPerson, FIGURE } from '../../../test/drawn-person';
import { drawBar } from '../../../test/drawn-shapes';
import { drawWearer, EDGE_ROW } from '../../../test/drawn-wearer';
import { analyseGarment } from '../../garment/analyse-garment';
import { placeGarment } from '../place-garment';
import type { PlacedUpper } from '../../model/placement';

const SW = FIGURE.shoulders[1].x - FIGURE.shoulders[0].x;

async function placed(body = drawnPerson()): Promise<{ region: PlacedUpper; alphaAt: (p: Point) => number }> {
  const { picture, ports } = drawWearer({ offShoulders: true });
  const { box, rgba, region } = placeGarment(body, await analyseGarment(picture, 'top', ports));
  if (region.kind !== 'upper') throw new Error('not an upper garment');
  const alphaAt = ({ x, y }: Point): number => {
    const [px, py] = [Math.floor(x) - box.x, Math.floor(y) - box.y];
    return px < 0 || py < 0 || px >= box.width || py >= box.height ? 0 : rgba.data[4 * (py * box.width + px) + 3];
  };
  return { region, alphaAt };
}

describe('a top off the shoulders, laid on a body like its model', () => {
  it('has its edge where the model has it, and none of it on the shoulders', async () => {
    const { region, alphaAt } = await placed();
    for (const { y } of region.neckline) expect(Math.abs(y - EDGE_ROW) / SW).toBeLessThan(0.05);
    for (const x of [160, 180, 200, 220, 240]) {
      expect(alphaAt({ x, y: EDGE_ROW - 6 })).toBeLessThan(128);
      expect(alphaAt({ x, y: EDGE_ROW + 6 })).toBe(255);
    }
  });

  it('leaves the shoulders bare from the foot of the neck to their ends', async () => {
    const { region } = await placed();
    for (const i of [0, 1] as const) {
      expect(region.neck[i].y).toBeLessThan(EDGE_ROW - 0.15 * SW);
      expect(region.shoulder[i].y).toBeLessThan(EDGE_ROW - 0.02 * SW);
      expect(Math.abs(region.shoulder[i].x - 200)).toBeGreaterThan(0.4 * SW);
    }
  });

  it('covers the upper arms, not the elbows', async () => {
    const { region, alphaAt } = await placed();
    for (const i of [0, 1] as const) {
      const [shoulder, elbow] = [FIGURE.shoulders[i], FIGURE.elbows[i]];
      const at = (t: number): Point => ({
        x: shoulder.x + t * (elbow.x - shoulder.x),
        y: shoulder.y + t * (elbow.y - shoulder.y),
      });
      expect(alphaAt(at(0.4))).toBe(255);
      expect(alphaAt(at(0.9))).toBe(0);
      expect(region.sleeves[i].length).toBe('short');
    }
  });

  it('covers bare arms however strong they are', async () => {
    const body = drawnPerson();
    for (const [a, b] of body.arms.map(({ joints }) => joints)) drawBar(body.planes.person, a, b, 0.26 * SW);
    body.planes.skin.data.set(body.planes.person.data);
    const { region } = await placed(body);
    for (const i of [0, 1] as const) {
      const [tip] = region.sleeves[i].outline;
      expect(Math.abs(tip.x - 200)).toBeGreaterThan(0.74 * SW);
    }
  });
});
