import { createRaster } from '@drape/imaging';
import { expect, it } from '@jest/globals';
import type { Garment, SleeveOutline } from '../../model/garment';
import { cuffEdge } from './cuff-edge';
import { SHEETS } from '../../garment/mesh/sheets';

/** A sleeve that hangs from row 10 to 40, columns 20…50, its cuff 6 rows lower in the middle; the body beside it right of column 50. */
function drawn(labels: boolean): Garment {
  const rgba = createRaster(100, 80, 4);
  const sheetLabels = new Uint8Array(100 * 80);
  for (let y = 10; y < 70; y++) {
    for (let x = 20; x < 90; x++) {
      const body = x >= 50 || (labels && y >= 50);
      const end = 40 + 6 * Math.sin((Math.PI * (x - 20)) / 30);
      if (!body && y >= end) continue;
      rgba.data[4 * (y * 100 + x) + 3] = 255;
      sheetLabels[y * 100 + x] = body ? SHEETS.beside : SHEETS.sleeve0;
    }
  }
  return { rgba, sheetLabels: labels ? sheetLabels : null } as unknown as Garment;
}

const sleeve: SleeveOutline = {
  length: 'short',
  outer: [
    { x: 20, y: 10 },
    { x: 20, y: 40 },
  ],
  inner: [
    { x: 49, y: 15 },
    { x: 49, y: 40 },
  ],
  gapTop: null,
  confidence: 1,
};

it.each([true, false])('cuffEdge follows the fabric below the line between the corners (sheets: %s)', (labels) => {
  const edge = cuffEdge(drawn(labels), sleeve, SHEETS.sleeve0);
  expect(edge[0].x).toBeCloseTo(20);
  expect(Math.abs(edge[0].y - 40)).toBeLessThan(2);
  expect(Math.abs(edge[4].y - 46)).toBeLessThan(2);
});
