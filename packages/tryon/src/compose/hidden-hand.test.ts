import { describe, expect, it } from '@jest/globals';
import { createPlane, type Point } from '@drape/imaging';
import {
  beforePocket,
  goesBehind,
  isPocketed,
  isTakenAway,
  showsForearm,
  surelyHidden,
  underGarment,
} from './hidden-hand';

const SIDE = 200;

/** One arm from a shoulder at (60, 30) over its elbow to its wrist; `hand`: half width of the skin that is seen there. */
function under(elbow: Point, wrist: Point, hand: number, category = 'top') {
  const shoulder = { x: 60, y: 30 };
  const skin = createPlane(SIDE, SIDE);
  for (let y = -hand; y < hand; y++)
    skin.data.fill(1, (wrist.y + y) * SIDE + wrist.x - hand, (wrist.y + y) * SIDE + wrist.x + hand);
  const centres = Array.from({ length: 24 }, (_, i) => {
    const [a, b, t] = i < 12 ? [shoulder, elbow, i / 12] : [elbow, wrist, (i - 12) / 11];
    return { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) };
  });
  const scene = {
    category,
    k: 1,
    sw: 60,
    garment: createPlane(SIDE, SIDE),
    person: {
      planes: { skin, lower: createPlane(SIDE, SIDE), upper: createPlane(SIDE, SIDE), bag: createPlane(SIDE, SIDE) },
      armTubes: [{ centres, radii: centres.map(() => 9), visibility: 1 }],
      arms: [{ joints: [shoulder, elbow, wrist], visibility: [1, 1, 1] }],
    },
  };
  return scene as unknown as Parameters<typeof underGarment>[0];
}

const STRAIGHT = [
  { x: 58, y: 90 },
  { x: 60, y: 150 },
] as const;
const AKIMBO = [
  { x: 20, y: 90 },
  { x: 70, y: 140 },
] as const;

describe('arms under a new garment', () => {
  it('end at the wrist where a straight arm hides its hand, behind the body where it is bent', () => {
    expect(underGarment(under(...STRAIGHT, 0, 'jacket'), 0)).toBeCloseTo(0.7);
    expect(isTakenAway(under(...STRAIGHT, 0), 0)).toBe(false);
    expect(underGarment(under(...AKIMBO, 0), 0)).toBeLessThan(0.5);
    expect(isTakenAway(under(...AKIMBO, 0), 0)).toBe(true);
  });

  it('do not end in the photo where it ends above their wrist: no hand is hidden there', () => {
    const below = [
      { x: 58, y: 150 },
      { x: 60, y: 260 },
    ] as const;
    for (const category of ['top', 'dress', 'jacket']) expect(underGarment(under(...below, 0, category), 0)).toBe(2);
    expect(goesBehind(under(...below, 0), 0)).toBe(false);
  });

  it('go behind a top that a straight one hangs beside, into its pocket where one lies on it, no stump in the air', () => {
    const beside = under(...STRAIGHT, 0);
    expect(underGarment(beside, 0)).toBeLessThan(0.5);
    expect(goesBehind(beside, 0)).toBe(true);
    const on = under(...STRAIGHT, 0);
    on.garment.data.fill(1);
    expect(underGarment(on, 0)).toBeGreaterThan(0.8);
    expect(goesBehind(on, 0)).toBe(false);
  });

  it('stay where a piece of a hand is seen that the pose lost', () => {
    const glove = under(...STRAIGHT, 0);
    // four by four pixels some way below the arm's end: .004 squared shoulder widths of skin are none, seven by eight are a hand
    for (let y = 165; y < 169; y++) glove.person.planes.skin.data.fill(1, y * SIDE + 60, y * SIDE + 64);
    expect(surelyHidden(glove, 0)).toBe(true);
    for (let y = 162; y < 170; y++) glove.person.planes.skin.data.fill(1, y * SIDE + 57, y * SIDE + 64);
    expect(surelyHidden(glove, 0)).toBe(false);
    expect(underGarment(glove, 0)).toBeCloseTo(0.7);
    expect(goesBehind(glove, 0)).toBe(false);
  });

  it('stay where a bag hides the hand that carries it', () => {
    const carried = under(...AKIMBO, 0, 'dress');
    expect(underGarment(carried, 0)).toBeLessThan(1);
    for (let y = 140; y < 175; y++) carried.person.planes.bag.data.fill(1, y * SIDE + 60, y * SIDE + 90);
    expect(underGarment(carried, 0)).toBeGreaterThan(1);
    expect(isTakenAway(carried, 0)).toBe(false);
  });

  it('go behind the body, too, where a piece of the wrist is seen above a pocket', () => {
    expect(isTakenAway(under(...AKIMBO, 3), 0)).toBe(true);
  });

  it('stay before it where the hand is seen', () => {
    expect(underGarment(under(...AKIMBO, 12), 0)).toBeGreaterThan(1);
    expect(isTakenAway(under(...AKIMBO, 12), 0)).toBe(false);
  });

  it('go into the pockets of a dress past the wrist, bent or straight', () => {
    expect(underGarment(under(...STRAIGHT, 0, 'dress'), 0)).toBeGreaterThan(0.8);
    expect(underGarment(under(...AKIMBO, 0, 'dress'), 0)).toBeGreaterThan(0.8);
    expect(underGarment(under(...AKIMBO, 12, 'dress'), 0)).toBeGreaterThan(1);
    expect(isTakenAway(under(...AKIMBO, 0, 'dress'), 0)).toBe(true);
  });
});

describe('beforePocket', () => {
  it('ends sharply along a slanting edge in a dress, the outer side of the arm last', () => {
    const left = beforePocket(0, 0.83);
    expect([left(0.79, 1), left(0.86, 1), left(0.8, -1), left(0.84, -1)]).toEqual([1, 0, 1, 1]);
    const right = beforePocket(1, 0.83);
    expect(right(0.84, 1)).toBe(1);
    expect(right(0.84, -1)).toBe(0);
  });

  it('fades away under other garments', () => {
    const fades = beforePocket(0, 0.7);
    expect([fades(0.69, 0), fades(0.79, 0)]).toEqual([1, 0]);
    expect(fades(0.74, 0)).toBeCloseTo(0.5);
  });
});

describe('isPocketed', () => {
  /** A straight arm with skin from y 128 to `last`, in trousers from `cloth` on. */
  const wrist = (last: number, cloth: number) => {
    const scene = under(...STRAIGHT, 0, 'dress');
    const { skin, lower } = scene.person.planes;
    for (let y = 128; y < last; y++) skin.data.fill(1, y * SIDE + 54, y * SIDE + 66);
    for (let y = cloth; y < SIDE; y++) lower.data.fill(1, y * SIDE + 30, y * SIDE + 90);
    return scene;
  };

  it('tells a wrist that goes into old trousers from a hand before them, and from one before the ground', () => {
    expect(isPocketed(wrist(148, 150), 0)).toBe(true);
    expect(isPocketed(wrist(162, 162), 0)).toBe(false);
    expect(isPocketed(wrist(148, SIDE), 0)).toBe(false);
  });

  it('goes into the dress where its skin ends', () => {
    expect(underGarment(wrist(146, 150), 0)).toBeCloseTo(0.9, 1);
    expect(underGarment(wrist(162, 162), 0)).toBeGreaterThan(1);
  });
});

it('showsForearm knows a bare forearm', () => {
  const scene = under(...STRAIGHT, 0);
  expect(showsForearm(scene, 0)).toBe(false);
  for (let y = 85; y < 130; y++) scene.person.planes.skin.data.fill(1, y * SIDE + 54, y * SIDE + 66);
  expect(showsForearm(scene, 0)).toBe(true);
});
