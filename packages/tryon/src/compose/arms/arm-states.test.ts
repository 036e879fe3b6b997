import { describe, expect, it } from '@jest/globals';
import { createPlane, type Point } from '@drape/imaging';
import type { ArmState } from '../../model/limbs';
import { armStates, isHandRemoved, losesHand, inFrontShare } from './arm-states';
import { HIDDEN_HANDS } from './hidden-hands';
import { follow } from '../../rules/rule';

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
  const tube = { centres, radii: centres.map(() => 9), visibility: 1 };
  const arm = { joints: [shoulder, elbow, wrist], visibility: [1, 1, 1] };
  const scene = {
    category,
    k: 1,
    sw: 60,
    garment: createPlane(SIDE, SIDE),
    person: {
      planes: { skin, lower: createPlane(SIDE, SIDE), upper: createPlane(SIDE, SIDE), bag: createPlane(SIDE, SIDE) },
      armTubes: [tube, tube],
      arms: [arm, arm],
      limbOrder: { farArm: null, legs: [0, 1] },
    },
  };
  return scene as unknown as ArmScene;
}

type ArmScene = Parameters<typeof armStates>[0];
const state = (scene: ArmScene): ArmState => armStates(scene)[0];

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
    expect(state(under(...STRAIGHT, 0, 'jacket')).entersAt).toBeCloseTo(0.7);
    expect(isHandRemoved(state(under(...STRAIGHT, 0)))).toBe(false);
    expect(state(under(...AKIMBO, 0)).entersAt).toBeLessThan(0.5);
    expect(isHandRemoved(state(under(...AKIMBO, 0)))).toBe(true);
  });

  it('do not end in the photo where it ends above their wrist: no hand is hidden there', () => {
    const below = [
      { x: 58, y: 150 },
      { x: 60, y: 260 },
    ] as const;
    for (const category of ['top', 'dress', 'jacket']) expect(state(under(...below, 0, category)).entersAt).toBe(2);
    expect(state(under(...below, 0)).depth).not.toBe('behind');
  });

  it('go behind a top that a straight one hangs beside, into its pocket where one lies on it, no stump in the air', () => {
    const beside = under(...STRAIGHT, 0);
    expect(state(beside).entersAt).toBeLessThan(0.5);
    expect(state(beside).depth).toBe('behind');
    const on = under(...STRAIGHT, 0);
    on.garment.data.fill(1);
    expect(state(on).entersAt).toBeGreaterThan(0.8);
    expect(state(on).depth).not.toBe('behind');
  });

  it('stay where a piece of a hand is seen that the pose lost', () => {
    const glove = under(...STRAIGHT, 0);
    // four by four pixels some way below the arm's end: .004 squared shoulder widths of skin are no hand, seven by eight pixels are
    for (let y = 165; y < 169; y++) glove.person.planes.skin.data.fill(1, y * SIDE + 60, y * SIDE + 64);
    expect(state(glove).hand).toBe('hidden');
    for (let y = 162; y < 170; y++) glove.person.planes.skin.data.fill(1, y * SIDE + 57, y * SIDE + 64);
    expect(state(glove).hand).toBe('unseen');
    expect(state(glove).entersAt).toBeCloseTo(0.7);
    expect(state(glove).depth).not.toBe('behind');
  });

  it('stay where a bag hides the hand that carries it', () => {
    const carried = under(...AKIMBO, 0, 'dress');
    expect(state(carried).entersAt).toBeLessThan(1);
    for (let y = 140; y < 175; y++) carried.person.planes.bag.data.fill(1, y * SIDE + 60, y * SIDE + 90);
    expect(state(carried).entersAt).toBeGreaterThan(1);
    expect(state(carried).hand).toBe('carrying');
    expect(isHandRemoved(state(carried))).toBe(false);
  });

  it('go behind the body, too, where a piece of the wrist is seen above a pocket', () => {
    expect(isHandRemoved(state(under(...AKIMBO, 3)))).toBe(true);
  });

  it('stay before it where the hand is seen', () => {
    expect(state(under(...AKIMBO, 12)).entersAt).toBeGreaterThan(1);
    expect(isHandRemoved(state(under(...AKIMBO, 12)))).toBe(false);
  });

  it('go into the pockets of a dress past the wrist, bent or straight', () => {
    expect(state(under(...STRAIGHT, 0, 'dress')).entersAt).toBeGreaterThan(0.8);
    expect(state(under(...AKIMBO, 0, 'dress')).entersAt).toBeGreaterThan(0.8);
    expect(state(under(...AKIMBO, 12, 'dress')).entersAt).toBeGreaterThan(1);
    expect(isHandRemoved(state(under(...AKIMBO, 0, 'dress')))).toBe(true);
  });
});

describe('inFrontShare', () => {
  it('ends sharply along a slanting edge in a dress, the outer side of the arm last', () => {
    const left = inFrontShare(0, { depth: 'inPocket', entersAt: 0.83 });
    expect([left(0.79, 1), left(0.86, 1), left(0.8, -1), left(0.84, -1)]).toEqual([1, 0, 1, 1]);
    const right = inFrontShare(1, { depth: 'inPocket', entersAt: 0.83 });
    expect(right(0.84, 1)).toBe(1);
    expect(right(0.84, -1)).toBe(0);
  });

  it('fades away under other garments', () => {
    const fades = inFrontShare(0, { depth: 'under', entersAt: 0.7 });
    expect([fades(0.69, 0), fades(0.79, 0)]).toEqual([1, 0]);
    expect(fades(0.74, 0)).toBeCloseTo(0.5);
  });
});

describe('a wrist above a pocket', () => {
  /** A straight arm with skin from y 128 to `last`, in trousers below `fabric`. */
  const wrist = (last: number, fabric: number) => {
    const scene = under(...STRAIGHT, 0, 'dress');
    const { skin, lower } = scene.person.planes;
    for (let y = 128; y < last; y++) skin.data.fill(1, y * SIDE + 54, y * SIDE + 66);
    for (let y = fabric; y < SIDE; y++) lower.data.fill(1, y * SIDE + 30, y * SIDE + 90);
    return scene;
  };

  it('tells a wrist that goes into old trousers from a hand before them, and from one in front of the background', () => {
    expect(state(wrist(148, 150)).endsInWrist).toBe(true);
    expect(state(wrist(162, 162)).endsInWrist).toBe(false);
    expect(state(wrist(148, SIDE)).endsInWrist).toBe(false);
  });

  it('goes into the dress where its skin ends', () => {
    expect(state(wrist(146, 150)).entersAt).toBeCloseTo(0.9, 1);
    expect(state(wrist(162, 162)).entersAt).toBeGreaterThan(1);
  });
});

it('knows a forearm that is bare', () => {
  const scene = under(...STRAIGHT, 0);
  expect(state(scene).isBare).toBe(false);
  for (let y = 85; y < 130; y++) scene.person.planes.skin.data.fill(1, y * SIDE + 54, y * SIDE + 66);
  expect(state(scene).isBare).toBe(true);
});

it('knows a hand whose knuckles the picture cuts off, and one that it cuts off at the wrist', () => {
  const low = (y: number) => state(under({ x: 58, y: 120 }, { x: 60, y }, 0));
  expect([low(190).hasKnuckles, low(203).hasKnuckles]).toEqual([true, false]);
  expect(low(203).hand).not.toBe('outOfPicture');
  expect(low(260).hand).toBe('outOfPicture');
});

it('has a far arm where the body hides it, unless its forearm is seen bare', () => {
  const scene = under(...STRAIGHT, 0);
  const turned = { ...scene, person: { ...scene.person, limbOrder: { farArm: 0, legs: [0, 1] } } } as const;
  expect(armStates(turned).map(({ isFar }) => isFar)).toEqual([true, false]);
  for (let y = 85; y < 130; y++) scene.person.planes.skin.data.fill(1, y * SIDE + 54, y * SIDE + 66);
  expect(state(turned).isFar).toBe(false);
});

it('HIDDEN_HANDS turns a forearm under the dress that its hand is hidden in, not one whose hand is seen', () => {
  const fabric = (scene: ArmScene): ArmScene => {
    for (let y = 0; y < SIDE; y++) scene.garment.data.fill(1, y * SIDE + 80, y * SIDE + SIDE);
    return scene;
  };
  const hidden = fabric(under(...STRAIGHT, 0, 'dress'));
  const lead = (posed: ArmScene) => follow(HIDDEN_HANDS, { posed, states: armStates(posed) });
  const led = lead(hidden);
  expect(led?.armTubes[0].centres[23].x).toBeGreaterThan(84);
  const seen = fabric(under(...STRAIGHT, 12, 'dress'));
  expect(losesHand(state(seen))).toBe(false);
  expect(lead(seen)).toBeNull();
});
