import { createPlane, type PlaneF32 } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { limbField } from '../scene/limb-field';
import { belowHem, keepWorn, oldSleeveEnd } from './removal';
import { COVERED_SHOULDERS } from './covered-shoulders';
import { follow } from '../../rules/rule';
import { showsLower } from './shows-lower';
import type { Scene } from '../../model/scene';

const SIZE = 120;

function box(x0: number, y0: number, x1: number, y1: number): PlaneF32 {
  const plane = createPlane(SIZE, SIZE);
  for (let y = y0; y < y1; y++) plane.data.fill(1, y * SIZE + x0, y * SIZE + x1);
  return plane;
}

/** Bare shoulders whose joints are at (30, 30) and (90, 30), arms 8 pixels wide that hang down; the new garment begins in row 28. */
function scene(length: 'none' | 'short'): Scene {
  const tube = (x: number) => {
    const centres = Array.from({ length: 21 }, (_, i) => ({ x, y: 30 + 4 * i }));
    return { centres, radii: centres.map(() => 8), visibility: 1 };
  };
  const arm = (x: number) => limbField(tube(x), 1, SIZE, SIZE);
  return {
    garment: box(22, 28, 98, 100),
    k: 1,
    arms: [arm(30), arm(90)],
    person: {
      planes: { skin: box(22, 22, 98, 110) },
      armTubes: [tube(30), tube(90)],
      body: {
        shoulderMid: { x: 60, y: 30 },
        shoulderWidth: 60,
        facingWidth: 60,
        torsoLength: 80,
        across: { x: 1, y: 0 },
        down: { x: 0, y: 1 },
      },
    },
    placement: { region: { kind: 'upper', sleeves: [{ length }, { length }] } },
  } as unknown as Scene;
}

describe('a bare shoulder above a new sleeve', () => {
  const goes = (length: 'none' | 'short', x: number, y: number): number => {
    const old = createPlane(SIZE, SIZE);
    const chest = createPlane(SIZE, SIZE);
    return follow(COVERED_SHOULDERS, { scene: scene(length), old, chest })?.data[y * SIZE + x] ?? NaN;
  };

  it('goes, so that the sleeve ends in its own line', () => {
    expect([goes('short', 30, 25), goes('short', 90, 25)]).toEqual([1, 1]);
  });

  it('stays where there is no sleeve, beside the neck and further down the arm', () => {
    expect([goes('none', 30, 25), goes('short', 60, 25), goes('short', 30, 105)]).toEqual([0, 0, 0]);
  });
});

describe('a top under a new jacket', () => {
  const left = (length: 'none' | 'short', x: number, y: number): number => {
    const old = box(20, 24, 100, 100);
    keepWorn(scene(length), old, createPlane(SIZE, SIZE));
    return old.data[y * SIZE + x];
  };

  it('loses its shoulders and sleeves, and keeps its body', () => {
    expect([left('short', 60, 40), left('short', 30, 80), left('short', 60, 80)]).toEqual([1, 1, 0]);
  });

  it('stays as it is where the jacket is a vest', () => {
    expect([left('none', 60, 40), left('none', 30, 80), left('none', 60, 80)]).toEqual([0, 0, 0]);
  });
});

describe('clothes below a coat or dress', () => {
  const seen = (belief: number): boolean => {
    const lower = createPlane(SIZE, SIZE);
    for (let y = 70; y < 100; y++) lower.data.fill(belief, y * SIZE + 35, y * SIZE + 85);
    const { person } = scene('short');
    return showsLower({ ...person, workScale: 1, planes: { ...person.planes, lower } });
  };

  it('are seen where the parse is sure of them, not where it half believes in a skirt', () => {
    expect([seen(0.9), seen(0.4)]).toEqual([true, false]);
  });
});

describe('a coat that is longer than the new garment', () => {
  const stays = (hem: readonly { x: number; y: number }[], x: number, y: number): number | undefined => {
    const { person, placement, ...rest } = scene('short');
    const region = { ...placement.region, hem };
    return belowHem({ ...rest, placement: { region }, person: { ...person, height: SIZE } } as unknown as Scene)?.data[
      y * SIZE + x
    ];
  };
  const hem = [
    { x: 20, y: 80 },
    { x: 100, y: 80 },
  ];

  it('stays below the new hem and a little above it, where waves of the hem would show the background', () => {
    expect([stays(hem, 60, 100), stays(hem, 60, 77), stays(hem, 60, 70)]).toEqual([1, 1, 0]);
  });

  it('loses its sleeves there, and stays nowhere where the hem is not known', () => {
    expect([stays(hem, 30, 95), stays([], 60, 100)]).toEqual([0, undefined]);
  });
});

describe('an old sleeve', () => {
  const centres = Array.from({ length: 21 }, (_, i) => ({ x: 30, y: 10 + 5 * i }));
  const tube = { centres, radii: centres.map(() => 8), visibility: 1 };

  it('ends where the arm comes out of it: what hangs beside the forearm is the body’s', () => {
    const tee = box(0, 0, 60, 48);
    tee.data.set(box(40, 0, 60, 110).data.map((v, i) => Math.max(v, tee.data[i])));
    expect(oldSleeveEnd(tube, tee, 1)).toBeCloseTo(0.4);
  });

  it('is as long as the arm, or nothing', () => {
    expect([oldSleeveEnd(tube, box(0, 0, 60, 115), 1), oldSleeveEnd(tube, box(0, 0, 1, 1), 1)]).toEqual([1, 0]);
  });
});
