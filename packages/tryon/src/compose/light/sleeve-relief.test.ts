import { describe, expect, it } from '@jest/globals';
import { createPlane, type Point } from '@drape/imaging';
import { limbField } from '../scene/limb-field';
import { NEVER_ENTERS } from '../arms/arm-states';
import { partSleeves, type Sleeved } from './sleeve-relief';
import { fillPolygon } from '../../geometry/polygon';

const [WIDTH, HEIGHT, SW] = [240, 300, 160];

/** A straight sleeve of half width 14 from `from` to `to`, its outline as sleeves have it: outer edge, middle of the cuff, inner edge to the armpit. */
function sleeveAlong(from: Point, to: Point, side: 0 | 1): Point[] {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const out = side === 0 ? 14 : -14;
  const [ox, oy] = [(-out * (to.y - from.y)) / length, (out * (to.x - from.x)) / length];
  const steps = Array.from({ length: 13 }, (_, i) => i / 12);
  const line = (sign: number): Point[] =>
    steps.map((t) => ({ x: from.x + t * (to.x - from.x) + sign * ox, y: from.y + t * (to.y - from.y) + sign * oy }));
  return [...line(1), to, ...line(-1).reverse()];
}

const armField = (from: Point, to: Point) => {
  const centres = Array.from({ length: 21 }, (_, i) => ({
    x: from.x + (i / 20) * (to.x - from.x),
    y: from.y + (i / 20) * (to.y - from.y),
  }));
  return limbField({ centres, radii: centres.map(() => 14), visibility: 1 }, 1, WIDTH, HEIGHT);
};

interface Arm {
  readonly from: Point;
  readonly to: Point;
}

const sleeve = (outline: Point[]) => {
  const cloth = createPlane(WIDTH, HEIGHT);
  fillPolygon(cloth, outline);
  return { outline, cloth };
};

const BEFORE = { depth: 'before', entersAt: NEVER_ENTERS } as const;

/** Cloth right of column 30 and arms in sleeves before it; how much darker they make it, by work pixel. */
function darkened(arms: readonly Arm[], state: Sleeved['armStates'][0] = BEFORE): (x: number, y: number) => number {
  const garment = createPlane(WIDTH, HEIGHT);
  for (let y = 0; y < HEIGHT; y++) garment.data.fill(1, y * WIDTH + 30, (y + 1) * WIDTH);
  const scene: Sleeved = {
    garment,
    sleeves: arms.map(({ from, to }, i) => sleeve(sleeveAlong(from, to, i === 0 ? 0 : 1))),
    arms: arms.map(({ from, to }) => armField(from, to)),
    armStates: arms.map(() => state),
    sw: SW,
  };
  const gain = createPlane(WIDTH / 2, HEIGHT / 2, 1);
  partSleeves(scene, gain);
  return (x, y) => 1 - gain.data[(y >> 1) * gain.width + (x >> 1)];
}

describe('partSleeves', () => {
  const hanging = { from: { x: 46, y: 40 }, to: { x: 46, y: 280 } };

  it('shades the body beside a sleeve, and the sleeve itself less', () => {
    const at = darkened([hanging]);
    expect(at(60, 200)).toBeGreaterThan(0.2);
    expect(at(58, 200)).toBeLessThan(0.75 * at(60, 200));
    expect(at(58, 200)).toBeGreaterThan(0.03);
    expect(at(46, 200)).toBeLessThan(0.05);
    expect(at(100, 200)).toBe(0);
  });

  it('leaves edges before the ground and the arm hole alone', () => {
    const at = darkened([hanging]);
    expect(at(34, 200)).toBeLessThan(0.005);
    expect(at(61, 50)).toBeLessThan(0.005);
  });

  it('shades both sides of a forearm across the body, most below it', () => {
    const at = darkened([{ from: { x: 40, y: 150 }, to: { x: 200, y: 150 } }]);
    expect(at(140, 133)).toBeGreaterThan(0.1);
    expect(at(140, 170)).toBeGreaterThan(at(140, 129) + 0.02);
  });

  it('hides the edge of the sleeve that lies behind the other one', () => {
    const behind = { from: { x: 40, y: 150 }, to: { x: 200, y: 150 } };
    const before = { from: { x: 160, y: 60 }, to: { x: 160, y: 280 } };
    const alone = darkened([behind]);
    const at = darkened([behind, before]);
    expect(alone(160, 165)).toBeGreaterThan(0.15);
    expect(at(160, 165)).toBeLessThan(0.08);
  });

  it('draws no line across the arm: a cuff lies on it, and so does the edge in the crook of a bent arm', () => {
    const at = darkened([{ from: { x: 66, y: 40 }, to: { x: 66, y: 200 } }]);
    expect(at(66, 203)).toBeLessThan(0.03);
    expect(at(82, 160)).toBeGreaterThan(0.1);
  });

  it('runs out before a pocket', () => {
    const at = darkened([hanging], { depth: 'under', entersAt: 0.6 });
    expect(at(60, 130)).toBeGreaterThan(0.2);
    expect(at(60, 230)).toBeLessThan(0.01);
  });

  it('leaves out the loop that the crook of a bent arm makes', () => {
    const crooked = sleeveAlong({ x: 46, y: 40 }, { x: 46, y: 280 }, 0);
    const loop = [
      { x: 60, y: 215 },
      { x: 110, y: 195 },
      { x: 110, y: 215 },
      { x: 60, y: 195 },
    ];
    const at = 14 + 4;
    const outline = [...crooked.slice(0, at), ...loop, ...crooked.slice(at)];
    const garment = createPlane(WIDTH, HEIGHT, 1);
    const gain = createPlane(WIDTH / 2, HEIGHT / 2, 1);
    partSleeves(
      { garment, sleeves: [sleeve(outline)], arms: [armField(hanging.from, hanging.to)], armStates: [BEFORE], sw: SW },
      gain,
    );
    expect(gain.data[(204 >> 1) * gain.width + 55]).toBeGreaterThan(0.99);
    expect(gain.data[(204 >> 1) * gain.width + 30]).toBeLessThan(0.92);
  });
});
