import { PRODUCT_CATEGORIES } from '@drape/contracts';
import { createPlane } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import type { Limb } from '../../model/body';
import { requireBody, requireInside } from './checks';
import { isShown, sightOf } from './shown-joint';
import type { Person } from '../../model/person';

type Chain = readonly (readonly [x: number, y: number])[];

/** A leg hip – knee – ankle of which the network sees only the hip. */
function covered(chain: Chain): Limb {
  const joint = (i: number) => ({ x: chain[i][0], y: chain[i][1] });
  return { joints: [joint(0), joint(1), joint(2)], visibility: [1, 0.1, 0.1] };
}

/** A photo of 200 × 400 in which everything above `end` belongs to a person with two such legs, 20 pixels apart. */
function personWith(chain: Chain, end: number): Person {
  const person = createPlane(100, 200);
  person.data.fill(1, 0, 100 * (end / 2));
  const legs = [covered(chain), covered(chain.map(([x, y]) => [x + 20, y] as const))];
  const body = { hipMid: { x: chain[0][0] + 10, y: chain[0][1] }, torsoLength: 120, down: { x: 0, y: 1 } };
  return { width: 200, height: 400, workScale: 0.5, planes: { person }, legs, body } as unknown as Person;
}

const STANDING: Chain = [
  [90, 180],
  [90, 270],
  [90, 360],
];
const SITTING: Chain = [
  [90, 180],
  [20, 200],
  [25, 290],
];

describe('isShown', () => {
  it('does not believe a hidden knee at the edge where the photo ends', () => {
    const cut = covered([
      [90, 300],
      [90, 396],
      [90, 490],
    ]);
    expect(isShown(personWith(STANDING, 400), cut, 1)).toBe(false);
  });

  it('believes the network, and the parser where only clothes hide a joint', () => {
    const body = personWith(STANDING, 300);
    expect([0, 1, 2].map((i) => isShown(body, body.legs[0], i as 0 | 1 | 2))).toEqual([true, true, false]);
  });

  it('never calls a joint shown that lies outside the photo', () => {
    const body = personWith(STANDING, 400);
    expect(isShown(body, { ...covered(SITTING), visibility: [1, 1, 1] }, 1)).toBe(true);
    const outside = covered([
      [90, 300],
      [90, 410],
      [-5, 380],
    ]);
    expect(isShown(body, { ...outside, visibility: [1, 1, 1] }, 1)).toBe(false);
    expect(isShown(body, outside, 2)).toBe(false);
  });
});

describe('sightOf', () => {
  it('tells a joint that lies outside from one that something hides', () => {
    const cut = covered([
      [90, 300],
      [90, 396],
      [90, 490],
    ]);
    const body = personWith(STANDING, 240);
    expect([0, 1, 2].map((i) => sightOf(body, cut, i as 0 | 1 | 2))).toEqual(['shown', 'outside', 'outside']);
    expect(sightOf(body, body.legs[0], 1)).toBe('hidden');
  });
});

describe('requireBody with legs that the network does not see', () => {
  it('lets somebody stand in a long skirt', () => {
    expect(() => requireBody(personWith(STANDING, 380), 'pants')).not.toThrow();
  });

  it('refuses legs behind a table', () => {
    expect(() => requireBody(personWith(STANDING, 240), 'skirt')).toThrow('hides the legs');
  });

  it('refuses somebody who sits in a long skirt', () => {
    expect(() => requireBody(personWith(SITTING, 380), 'dress')).toThrow('seems to sit');
  });

  const CUT_AT_THE_THIGHS: Chain = [
    [90, 340],
    [90, 450],
    [90, 550],
  ];
  const BUST: Chain = [
    [90, 440],
    [90, 550],
    [90, 650],
  ];

  it('asks of legs below the photo only that the hips are in it', () => {
    for (const category of PRODUCT_CATEGORIES) {
      expect(() => requireBody(personWith(CUT_AT_THE_THIGHS, 400), category)).not.toThrow();
    }
  });

  it('asks for the hips where trousers and skirts would hang below the photo; dresses and tops hang on the shoulders', () => {
    const bust = personWith(BUST, 400);
    for (const category of ['pants', 'skirt'] as const) {
      expect(() => requireBody(bust, category)).toThrow(
        expect.objectContaining({ code: 'body_not_visible', fields: { needed: ['hips'] } }),
      );
    }
    for (const category of ['dress', 'top', 'jacket'] as const) expect(() => requireBody(bust, category)).not.toThrow();
  });
});

describe('requireInside', () => {
  it('refuses what shows less than an eighth of the garment, with what it needs', () => {
    expect(() => requireInside(0.87, 'skirt')).not.toThrow();
    expect(() => requireInside(0.88, 'skirt')).toThrow(
      expect.objectContaining({ code: 'body_not_visible', fields: { needed: ['hips', 'legs'] } }),
    );
  });
});
