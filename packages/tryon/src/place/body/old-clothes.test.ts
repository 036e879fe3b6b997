import { createPlane } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import type { PlacementFrame } from './placement-frame';
import { bootTop, pastAnkle, shoeBegin, shoesBegin, trouserEnd, waistline } from './old-clothes';

const SIZE = 300;

/** Two straight legs, hip at y 40, knee at 140, ankle at 240; the left one wears a boot from `bootFrom` and trousers to `fabricTo`. */
function frameWith(bootFrom: number, fabricTo: number): PlacementFrame {
  const names = ['top', 'outer', 'dress', 'pants', 'skirt', 'shoes'] as const;
  const planes = Object.fromEntries(names.map((name) => [name, createPlane(SIZE, SIZE)]));
  for (let y = 40; y < fabricTo; y++) planes.pants.data.fill(1, y * SIZE + 80, y * SIZE + 120);
  for (let y = bootFrom; y < 265; y++) planes.shoes.data.fill(1, y * SIZE + 85, y * SIZE + 115);
  const leg = (x: number) => ({ joints: [40, 140, 240].map((y) => ({ x, y })) });
  const toes = [100, 200].map((x) => ({ x, y: 275 }));
  return {
    body: { planes, legs: [leg(100), leg(200)], toes, workScale: 1 },
    legLength: 200,
  } as unknown as PlacementFrame;
}

describe('bootTop', () => {
  it("says at which share of the leg a boot's shaft begins", () => {
    expect(bootTop(frameWith(180, 180), 0)).toBeCloseTo(1 - 60 / 200, 1);
  });

  it('is null for shoes that end at the ankle, and for a bare leg', () => {
    expect(bootTop(frameWith(236, 236), 0)).toBeNull();
    expect(bootTop(frameWith(180, 180), 1)).toBeNull();
  });
});

describe('trouserEnd', () => {
  it('measures how far fabric reaches below the ankle', () => {
    expect(trouserEnd(frameWith(255, 250), 0)).toBeCloseTo(10 / 200, 1);
  });

  it('follows a hem to the floor, which lies far below the ankle of who wears high heels', () => {
    expect(trouserEnd(frameWith(290, 280), 0)).toBeCloseTo(40 / 200, 1);
  });

  it('is 0 where trousers end above the ankle', () => {
    expect(trouserEnd(frameWith(255, 200), 0)).toBe(0);
  });
});

describe('shoeBegin', () => {
  it('is where a low shoe lies below the ankle, 0 for boots and bare feet', () => {
    expect(shoeBegin(frameWith(252, 200), 0)).toBeCloseTo(10 / 200, 1);
    expect(shoeBegin(frameWith(180, 180), 0)).toBe(0);
    expect(shoeBegin(frameWith(252, 200), 1)).toBe(0);
    expect(shoesBegin(frameWith(252, 200))).toBe(0);
  });
});

it('pastAnkle turns from the shin towards the toes', () => {
  const frame = frameWith(252, 200);
  const turned = { ...frame, body: { ...frame.body, toes: [{ x: 130, y: 270 }, frame.body.toes[1]] as const } };
  expect(pastAnkle(frame, 0).x).toBeCloseTo(0, 5);
  expect(pastAnkle(turned, 0).x).toBeGreaterThan(0.2);
  expect(pastAnkle(turned, 0).y).toBeGreaterThan(0.7);
});

describe('waistline', () => {
  /** Shoulders at y 40, hips at 140; lower clothes of any name below `from`. */
  const wearing = (from: number, bagFrom = SIZE): PlacementFrame => {
    const [lower, bag] = [createPlane(SIZE, SIZE), createPlane(SIZE, SIZE)];
    lower.data.fill(1, from * SIZE, 220 * SIZE);
    for (let i = 0; i < lower.data.length; i++) {
      if (i % SIZE < bagFrom) continue;
      lower.data[i] = 0;
      bag.data[i] = 1;
    }
    const axes = { shoulderMid: { x: 150, y: 40 }, down: { x: 0, y: 1 }, across: { x: 1, y: 0 }, tl: 100, sw: 100 };
    return { ...axes, body: { planes: { lower, bag }, workScale: 1 } } as unknown as PlacementFrame;
  };

  it('is where lower clothes begin, be they trousers, a skirt or the rest of a dress', () => {
    expect(waistline(wearing(120))).toBeCloseTo(0.8, 1);
  });

  it('is told by the columns that a bag before the body leaves free', () => {
    expect(waistline(wearing(120, 145))).toBeCloseTo(0.8, 1);
    expect(waistline(wearing(120, 100))).toBeNull();
  });

  it('passes by a dark pleat of a top', () => {
    const frame = wearing(120);
    frame.body.planes.lower.data.fill(1, 95 * SIZE, 103 * SIZE);
    expect(waistline(frame)).toBeCloseTo(0.8, 1);
  });

  it('is null where none are seen', () => {
    expect(waistline(wearing(219))).toBeNull();
  });
});
