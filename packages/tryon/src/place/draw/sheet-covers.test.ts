import { describe, expect, it } from '@jest/globals';
import { sheetCovers } from './sheet-covers';
import { SHEETS } from '../../garment/mesh/sheets';

const W = 100;
const H = 300;

/** Rows 0…9 are one piece; below, a slit starts at column 10 and moves one column every fourth row, the sleeve left of it. */
function slanted(): Uint8Array {
  const labels = new Uint8Array(W * H);
  for (let y = 10; y < H; y++) {
    const edge = 10 + Math.floor((y - 10) / 4);
    labels.fill(SHEETS.sleeve0, y * W, y * W + edge);
    labels.fill(SHEETS.beside, y * W + edge, (y + 1) * W);
  }
  return labels;
}

describe('sheetCovers', () => {
  const covers = sheetCovers(slanted(), W);
  const sleeve = covers[SHEETS.sleeve0] as Uint8Array;
  const body = covers[SHEETS.beside] as Uint8Array;

  it('turns the stairs of a slanting slit into a straight ramp', () => {
    const widths = Array.from({ length: H }, (_, y) => {
      let sum = 0;
      for (let x = 0; x < W; x++) sum += sleeve[y * W + x] / 255;
      return sum;
    });
    for (let y = 12; y < H; y++) {
      // a quarter of a column per row, at its lower end too, instead of a whole one every fourth row
      expect(widths[y] - widths[y - 1]).toBeGreaterThan(0.15);
      expect(widths[y] - widths[y - 1]).toBeLessThan(0.35);
    }
  });

  it('leaves no gap between two sheets, and all of the welded part to both', () => {
    const together = Array.from(sleeve, (a, i) => 1 - (1 - a / 255) * (1 - body[i] / 255));
    expect(Math.min(...together)).toBeGreaterThan(0.85);
    expect([sleeve, body].map((cover) => cover[5 * W + 20])).toEqual([255, 255]);
    expect(sleeve[40 * W + 40] + body[40 * W + 5]).toBe(0);
  });

  it('keeps a corner of a border where it is', () => {
    const labels = new Uint8Array(W * H).fill(SHEETS.leg1);
    for (let y = 0; y < H; y++) labels.fill(SHEETS.leg0, y * W, y * W + (y < 30 ? 10 : 25));
    const leg = sheetCovers(labels, W)[SHEETS.leg0] as Uint8Array;
    expect([leg[29 * W + 14], leg[29 * W + 8], leg[30 * W + 23]]).toEqual([0, 255, 255]);
  });

  it('remembers the covers of the same labels', () => {
    const labels = slanted();
    expect(sheetCovers(labels, W)).toBe(sheetCovers(labels, W));
  });
});
