import {
  createPlane,
  cropRaster,
  gaussianBlur,
  rgbToLab,
  type Box,
  type PlaneF32,
  type RasterU8,
} from '@drape/imaging';
import { colourCost, learnClusters } from './colour-clusters';
import { smoothstep } from './geometry';

/** Two classes that a parse confuses in one place of the body. */
export interface Confusion {
  /** The photo at work size. */
  readonly guide: RasterU8;
  /** Work pixels; teaching and judging happen inside. */
  readonly box: Box;
  /** Class that has too much, and class that has too little. */
  readonly from: PlaneF32;
  readonly to: PlaneF32;
  /** Rows, work pixels, in which `from` teaches its colours, and in which pixels are judged. */
  readonly teaches: readonly [number, number];
  readonly judged: readonly [number, number];
  /** Log-likelihood ratio from which a pixel starts to change sides, and from which it has changed. */
  readonly ratio: readonly [number, number];
}

/**
 * Calls `move` with each pixel of `from` that belongs to `to` by its colour, and with the share, 0…1, that does.
 *
 * Each class teaches its colours where it is sure; cloth of the other's colour stays where the parse put it.
 */
export function eachWronglyTaken(confusion: Confusion, move: (i: number, share: number) => void): void {
  const { guide, box, from, to, teaches, judged, ratio } = confusion;
  if (box.width < 8 || box.height < 8) return;
  const lab = rgbToLab(cropRaster(guide, box));
  const seeds: [number[], number[]] = [[], []];
  const eachPixel = (visit: (i: number, j: number, y: number) => void): void => {
    for (let y = 0, j = 0; y < box.height; y++) {
      for (let x = 0; x < box.width; x++, j++) visit((box.y + y) * guide.width + box.x + x, j, box.y + y);
    }
  };
  eachPixel((i, j, y) => {
    if (from.data[i] > 0.9 && y >= teaches[0] && y < teaches[1]) seeds[0].push(j);
    if (to.data[i] > 0.95) seeds[1].push(j);
  });
  const [own, other] = [learnClusters(lab, seeds[0], 4), learnClusters(lab, seeds[1], 4)];
  if (own === null || other === null) return;
  const odds = createPlane(box.width, box.height);
  eachPixel((i, j, y) => {
    if (from.data[i] === 0 || y < judged[0] || y >= judged[1]) return;
    const [l, a, b] = [lab[3 * j], lab[3 * j + 1], lab[3 * j + 2]];
    odds.data[j] = colourCost(own, l, a, b) - colourCost(other, l, a, b);
  });
  const smooth = gaussianBlur(odds, 1.5);
  const fade = 0.06 * box.height;
  eachPixel((i, j, y) => {
    if (from.data[i] === 0 || y < judged[0] || y >= judged[1]) return;
    const share = smoothstep(smooth.data[j], ratio[0], ratio[1]) * smoothstep(y, judged[0], judged[0] + fade);
    if (share > 0) move(i, share);
  });
}

/** A box of work pixels inside the picture. */
export function boxAround(guide: RasterU8, x0: number, y0: number, x1: number, y1: number): Box {
  const left = Math.max(0, Math.round(x0));
  const top = Math.max(0, Math.round(y0));
  return {
    x: left,
    y: top,
    width: Math.min(guide.width, Math.round(x1)) - left,
    height: Math.min(guide.height, Math.round(y1)) - top,
  };
}
