import { edgeSteepness, labOf, resizeRaster, rgbToLab, type Lab, type RasterU8 } from '@drape/imaging';
import type { GarmentColour } from './colours';
import type { PictureFacts } from './types';
import { upperMedian } from '../geometry/numbers';

const ANALYSIS_SIDE = 256;
/** Width of the edge that counts as background, as a share of the shorter side. */
const EDGE_RING_WIDTH = 0.06;
/** Lab distance from the background's main colour up to which the background is uniform. */
const SAME_BACKGROUND_DISTANCE = 12;
/** Lab step across a pixel above which the background has texture; sensor noise stays below. */
const TEXTURE_STEP_MIN = 4;
/** Pixels on either side between which a step is measured: a sharp edge is nearly as high over the first distance as over the second. */
const NEAR_OFFSET = 1;
const FAR_OFFSET = 4;
/** Least contrast of an edge by which sharpness is judged, grey levels. */
const EDGE_CONTRAST_MIN = 24;
/**
 * Lab distances from which an edge pixel is not the background, and up to which it is the garment. Then: number of rows that are measured.
 */
const OTHER_THAN_BACKGROUND_DISTANCE = 25;
const SAME_FABRIC_DISTANCE = 14;
const SHARPNESS_ROWS = 200;
/** Fewest rows with an edge for sharpness to be measured. */
const SHARPNESS_ROWS_MIN = 20;

/**
 * Measures the background and the sharpness of a product picture, and whether the picture cuts the garment off.
 *
 * @param colours the garment's, see findColours
 * Cost: one pass to shrink it. A picture with transparency has a uniform background by nature.
 */
export function readPicture(image: RasterU8, colours: readonly GarmentColour[]): PictureFacts {
  const sharpness = sharpnessOf(image);
  if (image.channels === 4) return { sharpness, backgroundUniformity: 1, backgroundTexture: 0, edgeContact: 0 };
  const scale = Math.min(1, ANALYSIS_SIDE / Math.max(image.width, image.height));
  const width = Math.max(8, Math.round(image.width * scale));
  const height = Math.max(8, Math.round(image.height * scale));
  const lab = rgbToLab(resizeRaster(image, width, height));
  const ring = edgeRingOf(width, height);
  const [l, a, b] = [0, 1, 2].map((c) => upperMedian(ring.map((i) => lab[i * 3 + c])));
  let same = 0;
  let grain = 0;
  for (const i of ring) {
    if (Math.hypot(lab[i * 3] - l, lab[i * 3 + 1] - a, lab[i * 3 + 2] - b) < SAME_BACKGROUND_DISTANCE) same++;
    if (stepAt(lab, i, 1) > TEXTURE_STEP_MIN || stepAt(lab, i, width) > TEXTURE_STEP_MIN) grain++;
  }
  const edges = edgesOf(width, height).map((edge) => longestRun(lab, edge, [l, a, b], colours.map(labOfHex)));
  return {
    sharpness,
    backgroundUniformity: same / ring.length,
    backgroundTexture: grain / ring.length,
    edgeContact: Math.max(...edges) / Math.min(width, height),
  };
}

/** Indices of the pixels of each of the four edges, in their order. */
function edgesOf(width: number, height: number): number[][] {
  const across = Array.from({ length: width }, (_, x) => x);
  const down = Array.from({ length: height }, (_, y) => y * width);
  return [across, across.map((i) => i + (height - 1) * width), down, down.map((i) => i + width - 1)];
}

/** The longest run of pixels that have one of the garment's colours and not the background's. */
function longestRun(lab: Float32Array, edge: readonly number[], background: Lab, garment: readonly Lab[]): number {
  let longest = 0;
  let run = 0;
  for (const i of edge) {
    const apart = ([l, a, b]: Lab): number => Math.hypot(lab[i * 3] - l, lab[i * 3 + 1] - a, lab[i * 3 + 2] - b);
    const touches =
      apart(background) > OTHER_THAN_BACKGROUND_DISTANCE &&
      garment.some((colour) => apart(colour) < SAME_FABRIC_DISTANCE);
    run = touches ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

function labOfHex({ hex }: GarmentColour): Lab {
  const value = Number.parseInt(hex.slice(1), 16);
  return labOf(value >> 16, (value >> 8) & 255, value & 255);
}

/** Indices of the pixels near the picture's edge, the outermost left out. */
function edgeRingOf(width: number, height: number): number[] {
  const wide = Math.max(2, Math.round(EDGE_RING_WIDTH * Math.min(width, height)));
  const ring: number[] = [];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      if (x < wide || y < wide || x >= width - wide || y >= height - wide) ring.push(y * width + x);
    }
  }
  return ring;
}

function stepAt(lab: Float32Array, i: number, by: number): number {
  const [p, q] = [(i - by) * 3, (i + by) * 3];
  return Math.hypot(lab[p] - lab[q], lab[p + 1] - lab[q + 1], lab[p + 2] - lab[q + 2]);
}

/** How steep the strongest edges of the picture's rows are, median; null where too few rows have one. */
function sharpnessOf(image: RasterU8): number | null {
  const ratios = edgeSteepness(image, {
    lines: 'rows',
    near: NEAR_OFFSET,
    far: FAR_OFFSET,
    contrastMin: EDGE_CONTRAST_MIN,
    stride: Math.max(1, Math.floor(image.height / SHARPNESS_ROWS)),
  });
  return ratios.length < SHARPNESS_ROWS_MIN ? null : upperMedian(ratios);
}
