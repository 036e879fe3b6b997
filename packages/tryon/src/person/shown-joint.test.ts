import { createPlane } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import type { Limb } from '../place/body';
import type { Person } from '../types';
import { requireBody } from './checks';
import { isShown } from './shown-joint';

type Chain = readonly (readonly [x: number, y: number])[];

/** A leg hip – knee – ankle of which the network sees the hip only. */
function covered(chain: Chain): Limb {
  const joint = (i: number) => ({ x: chain[i][0], y: chain[i][1] });
  return { joints: [joint(0), joint(1), joint(2)], visibility: [1, 0.1, 0.1] };
}

/** A photo of 200 × 400 in which everything above `end` belongs to a person with two such legs, 20 pixels apart. */
function personWith(chain: Chain, end: number): Person {
  const person = createPlane(100, 200);
  person.data.fill(1, 0, 100 * (end / 2));
  const legs = [covered(chain), covered(chain.map(([x, y]) => [x + 20, y] as const))];
  return { width: 200, height: 400, workScale: 0.5, planes: { person }, legs } as unknown as Person;
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

describe('requireBody with legs that the network does not see', () => {
  it('lets somebody stand in a long skirt', () => {
    expect(() => requireBody(personWith(STANDING, 380), 'pants')).not.toThrow();
  });

  it('refuses legs behind a table', () => {
    expect(() => requireBody(personWith(STANDING, 240), 'skirt')).toThrow('legs are not visible');
  });

  it('refuses somebody who sits in a long skirt', () => {
    expect(() => requireBody(personWith(SITTING, 380), 'dress')).toThrow('seems to sit');
  });
});
