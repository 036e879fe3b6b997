import { createPlane, cropRaster, gaussianBlur, rgbToLab, type Point, type RasterU8 } from '@drape/imaging';
import type { PersonPlanes } from '../types';
import { colourCost, learnClusters } from './colour-clusters';
import { smoothstep } from './geometry';

/** Log-likelihood ratio from which a pixel below the mouth counts as collar although the parse calls it hair. Tuned on two people with hair over dark jackets. */
const COLLAR_LO = 0.7;
const COLLAR_HI = 1.6;

interface Region {
  /** The photo at work size. */
  readonly guide: RasterU8;
  readonly planes: PersonPlanes;
  /** Work pixels. */
  readonly mouth: Point;
  readonly shoulderMid: Point;
  readonly shoulderWidth: number;
}

/**
 * Gives dark collars back to the clothes: beside the neck a parser takes them for hair.
 *
 * The hair seen above the mouth and the clothes each teach their colours; hair of the clothes' own colour stays hair.
 * Aliasing: writes hair, upper and top of `planes` in place.
 */
export function returnCollars(region: Region): void {
  const { guide, planes, mouth, shoulderMid, shoulderWidth: sw } = region;
  const x0 = Math.max(0, Math.round(shoulderMid.x - 0.8 * sw));
  const y0 = Math.max(0, Math.round(mouth.y - 1.1 * sw));
  const width = Math.min(guide.width, Math.round(shoulderMid.x + 0.8 * sw)) - x0;
  const height = Math.min(guide.height, Math.round(shoulderMid.y + 0.6 * sw)) - y0;
  if (width < 8 || height < 8) return;
  const lab = rgbToLab(cropRaster(guide, { x: x0, y: y0, width, height }));
  const [hairSeeds, clothSeeds]: [number[], number[]] = [[], []];
  const eachPixel = (visit: (i: number, j: number, y: number) => void): void => {
    for (let y = 0, j = 0; y < height; y++) {
      for (let x = 0; x < width; x++, j++) visit((y0 + y) * guide.width + x0 + x, j, y0 + y);
    }
  };
  eachPixel((i, j, y) => {
    if (planes.hair.data[i] > 0.9 && y < mouth.y) hairSeeds.push(j);
    if (planes.upper.data[i] > 0.95) clothSeeds.push(j);
  });
  const hair = learnClusters(lab, hairSeeds, 4);
  const cloth = learnClusters(lab, clothSeeds, 4);
  if (hair === null || cloth === null) return;
  const ratio = createPlane(width, height);
  eachPixel((i, j, y) => {
    if (planes.hair.data[i] === 0 || y < mouth.y) return;
    const [l, a, b] = [lab[3 * j], lab[3 * j + 1], lab[3 * j + 2]];
    // the lower, the likelier a collar: of two equal colours hair loses a little
    const low = 0.6 * smoothstep(y, mouth.y, shoulderMid.y);
    ratio.data[j] = colourCost(hair, l, a, b) - colourCost(cloth, l, a, b) + low;
  });
  const smooth = gaussianBlur(ratio, 1.5);
  eachPixel((i, j, y) => {
    const here = planes.hair.data[i];
    if (here === 0 || y < mouth.y) return;
    const moved = here * smoothstep(smooth.data[j], COLLAR_LO, COLLAR_HI) * smoothstep(y, mouth.y, mouth.y + 0.12 * sw);
    planes.hair.data[i] = here - moved;
    planes.upper.data[i] += moved;
    planes.top.data[i] += moved;
  });
}
