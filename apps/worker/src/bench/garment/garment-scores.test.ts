import { expect, it } from '@jest/globals';
import { scoreLabel, summarise } from './garment-scores';
import type { GarmentLabel, PointName } from './label';
import { polygonOver } from './product-reading';
import type { GarmentReading } from './reading';

const SIZE = { width: 100, height: 200 };
const box = (x0: number, y0: number, x1: number, y1: number) => [
  { x: x0, y: y0 },
  { x: x1, y: y0 },
  { x: x1, y: y1 },
  { x: x0, y: y1 },
];

/** A top whose outline is 60 of 100 pixels wide. */
const LABEL: GarmentLabel = {
  image: 'top/drawn.png',
  category: 'top',
  points: { neckLeft: { x: 0.4, y: 0.1 }, neckRight: { x: 0.6, y: 0.1 }, elbowLeft: { x: 0.2, y: 0.3 } },
  polygons: { outline: box(0.2, 0.1, 0.8, 0.9), sleeveLeft: box(0.2, 0.1, 0.3, 0.5) },
  view: 'flat',
  sleeves: ['folded', 'none'],
};

function reading(change: Partial<GarmentReading> = {}): GarmentReading {
  return {
    points: new Map<PointName, { x: number; y: number }>([['neckLeft', { x: 0.42, y: 0.1 }]]),
    outline: polygonOver(box(0.2, 0.1, 0.8, 0.5), SIZE),
    sleevePolygons: [null, null],
    sleeves: [polygonOver(box(0.2, 0.1, 0.3, 0.5), SIZE), null],
    collar: null,
    sleeveStates: ['folded', 'spread'],
    view: null,
    confidence: 1,
    ...change,
  };
}

it('measures points by the outline’s width; a missing one is wrong, an elbow is not required', () => {
  const score = scoreLabel(LABEL, reading(), SIZE);
  expect(Object.keys(score.errors)).toEqual(['neckLeft', 'neckRight']);
  expect(score.errors['neckLeft']).toBeCloseTo(2 / 60, 5);
  expect(score.errors['neckRight']).toBe(Infinity);
  expect(summarise([score])).toMatchObject({ pck5: 0.5, pck10: 0.5, n: 1, refused: 0 });
});

it('measures masks by intersection over union, and states by name', () => {
  const summary = summarise([scoreLabel(LABEL, reading(), SIZE)]);
  expect(summary.outlineIoU).toBeCloseTo(0.5, 2);
  expect(summary.sleeveIoU).toBeCloseTo(1, 2);
  expect(summary).toMatchObject({ collarIoU: null, sleeveState: 0.5, foldedState: 1, view: null });
});

it('counts all of a refused picture as wrong', () => {
  const summary = summarise([scoreLabel(LABEL, null, SIZE)]);
  expect(summary).toMatchObject({ pck5: 0, outlineIoU: 0, sleeveIoU: 0, sleeveState: 0, n: 1, refused: 1 });
});

it('reports nothing for a group without labels', () => {
  expect(summarise([])).toMatchObject({ pck5: null, outlineIoU: null, n: 0 });
});
