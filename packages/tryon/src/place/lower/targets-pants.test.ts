import { describe, expect, it } from '@jest/globals';
import type { Point } from '@drape/imaging';
import { drawnPerson } from '../../../test/drawn-person';
import type { PantsLandmarks } from '../../model/garment';
import type { AnyRule } from '../../rules/rule';
import { OLD_LEG_OUTLINE } from './old-leg-outline';
import { WORN_LEG_WIDTH } from './worn-leg-width';
import type { PlacementBody } from '../../model/body';
import { frameOf } from '../body/placement-frame';
import { planPants } from './targets-pants';

const line = (...points: readonly (readonly [number, number])[]): Point[] => points.map(([x, y]) => ({ x, y }));

/** Trousers laid flat, crotch at (200, 160), inseam 300, legs 60 wide at the end, with a waistband of this half width. */
function laid(waistHalf: number): PantsLandmarks {
  const waist = line([200 - waistHalf, 40], [200 + waistHalf, 40]);
  const leg = (out: number) => ({
    outer: line([200 + out * waistHalf, 40], [200 + out * 90, 160], [200 + out * 90, 460]),
    inner: line([200, 160], [200 + out * 30, 460]),
  });
  return {
    kind: 'pants',
    waist: [waist[0], waist[1]],
    waistEdge: waist,
    crotch: { x: 200, y: 160 },
    legs: [leg(-1), leg(1)],
    slit: line([200, 160], [200, 470]),
    confidence: 1,
  };
}

/** Width of a leg at its hem, or at a share of the leg above it, photo pixels. */
function legWidth(body: PlacementBody, marks: PantsLandmarks, fromHem = 0, without: readonly AnyRule[] = []): number {
  const { targets } = planPants(frameOf(body), marks, without);
  const [outer, inner] = ['outer', 'inner'].map((edge) => targets.filter(({ name }) => name === `leg0.${edge}`));
  const at = outer.length - 1 - fromHem;
  return Math.hypot(outer[at].to.x - inner[at].to.x, outer[at].to.y - inner[at].to.y);
}

describe('planPants', () => {
  it('makes legs as wide as their length says where the waistband is gathered', () => {
    const plain = legWidth(drawnPerson(), laid(80));
    const gathered = legWidth(drawnPerson(), laid(40));
    expect(gathered).toBeLessThan(1.35 * plain);
    expect(gathered).toBeGreaterThan(plain);
    expect(legWidth(drawnPerson(), laid(40), 0, [WORN_LEG_WIDTH])).toBeGreaterThan(1.35 * plain);
  });

  it('gives legs the old outline along all of an edge or nowhere: no bulge where it leaves them midway', () => {
    /** Old trousers whose left leg has this half width at the knee and at the ankle. */
    const worn = (knee: number, ankle: number): PlacementBody => {
      const body = drawnPerson();
      const { data, width } = body.planes.pants;
      for (let y = 340; y < 585; y++) {
        const half = Math.round(y < 500 ? knee : ankle);
        data.fill(1, y * width + 166 - half, y * width + 166 + half);
      }
      return body;
    };
    const atKnee = 9;
    const own = legWidth(worn(8, 8), laid(80), atKnee);
    expect(legWidth(worn(0.6 * own, 0.6 * own), laid(80), atKnee)).toBeGreaterThan(1.1 * own);
    expect(legWidth(worn(0.6 * own, 0.6 * own), laid(80), atKnee, [OLD_LEG_OUTLINE])).toBeCloseTo(own, 0);
    expect(legWidth(worn(0.6 * own, 1.2 * own), laid(80), atKnee)).toBeCloseTo(own, 0);
  });
});
