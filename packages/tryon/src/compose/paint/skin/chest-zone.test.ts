import { describe, expect, it } from '@jest/globals';
import { chestRelief } from './chest-relief';
import { seenShoulderShare, jawPoint, neckSide, shoulderEdge } from './chest-zone';
import { hasBareShoulders } from '../../scene/scene';

describe("the neck's side", () => {
  const collar = { x: 160, y: 200 };
  const tip = { x: 260, y: 230 };
  const jaw = { x: 120, y: 100 };

  it('follows the shoulder inwards before it rises to the jaw', () => {
    const side = neckSide({ side: 1, collar, tip, jaw, base: 0 });
    expect(side[side.length - 1]).toEqual(jaw);
    for (const p of side.slice(0, -1)) {
      const straight = collar.x + ((p.y - collar.y) * (jaw.x - collar.x)) / (jaw.y - collar.y);
      expect(p.x).toBeLessThan(straight);
      expect(p.x).toBeGreaterThanOrEqual(jaw.x);
    }
  });

  it('is the same on the other side', () => {
    const flip = (p: { x: number; y: number }): { x: number; y: number } => ({ x: -p.x, y: p.y });
    const right = neckSide({ side: 1, collar, tip, jaw, base: 0 });
    const left = neckSide({ side: -1, collar: flip(collar), tip: flip(tip), jaw: flip(jaw), base: 0 });
    expect(left.map(flip)).toEqual(right);
  });

  it('does not rise to the jaw as a wedge from a wide collar that lies high', () => {
    const at = (base: number): number =>
      Math.max(...neckSide({ side: 1, collar, tip: { x: 200, y: 260 }, jaw, base }).map((p) => (p.y < 185 ? p.x : 0)));
    expect(at(190)).toBeLessThan(at(0) - 4);
  });

  it('goes straight up where the collar lies within the neck', () => {
    expect(neckSide({ side: 1, collar: { x: 110, y: 200 }, tip, jaw, base: 0 })).toEqual([jaw]);
  });
});

describe('the jaw', () => {
  it("is where the neck's side meets the face's outline, not beside the chin", () => {
    const oval = Array.from({ length: 36 }, (_, i) => {
      const angle = (i * Math.PI) / 18;
      return { x: 100 + 30 * Math.cos(angle), y: 90 + 40 * Math.sin(angle) };
    });
    const right = jawPoint(oval, 1);
    const off = Math.hypot((right.x - 100) / 30, (right.y - 90) / 40);
    expect(off).toBeGreaterThan(0.98);
    expect(off).toBeLessThan(1.01);
    expect(jawPoint(oval, -1).y).toBeCloseTo(right.y, 5);
    expect(right.y).toBeGreaterThan(90);
  });
});

describe('the light on an invented chest', () => {
  it('has two collar bones with a shadow below, alike on both sides', () => {
    expect(chestRelief(0.15, -0.078)).toBeGreaterThan(1.02);
    expect(chestRelief(0.15, -0.043)).toBeLessThan(0.98);
    expect(chestRelief(-0.15, -0.078)).toBe(chestRelief(0.15, -0.078));
  });

  it('has the shoulder behind the neck in shade, not the neck and not the chest', () => {
    expect(chestRelief(0.25, -0.24)).toBeLessThan(0.96);
    expect(chestRelief(0.05, -0.15)).toBeGreaterThan(0.99);
  });

  it('is even below and beyond them', () => {
    expect(Math.abs(chestRelief(0.1, 0.3) - chestRelief(0.2, 0.3))).toBeLessThan(0.0005);
    expect(chestRelief(0.1, 0.55)).toBe(1);
    expect(chestRelief(0.45, 0)).toBeCloseTo(1, 2);
  });
});

it('shoulderEdge is sharp in front of the background and soft beside seen skin', () => {
  expect([shoulderEdge(0.3, 0), shoulderEdge(0.7, 0)]).toEqual([0, 1]);
  expect([shoulderEdge(0.3, 1), shoulderEdge(0.7, 1)]).toEqual([0.3, 0.7]);
});

it('seenShoulderShare takes in what borders on the seen skin of a shoulder, not of the arm below it', () => {
  expect([seenShoulderShare(0.15, 0.05), seenShoulderShare(0.02, 0.05), seenShoulderShare(0.5, 0.3)]).toEqual([
    1, 0, 0,
  ]);
});

describe('shoulders that a garment leaves bare', () => {
  const sleeve = (length: 'none' | 'short') => ({ length, reach: 0, cuff: [ORIGIN, ORIGIN], outline: [] }) as const;
  const ORIGIN = { x: 0, y: 0 };

  it.each([
    ['straps', 'strap', 'none', true],
    ['a tee', 'crew', 'short', false],
    ['flounces off the shoulders', 'bandeau', 'short', true],
    ['no hold at all', 'bandeau', 'none', true],
  ] as const)('%s', (_, necklineKind, length, bare) => {
    expect(hasBareShoulders({ necklineKind, sleeves: [sleeve(length), sleeve(length)] })).toBe(bare);
  });
});
