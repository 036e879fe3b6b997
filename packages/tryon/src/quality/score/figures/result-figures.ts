import type { Bounds } from '@drape/imaging';
import { Sums } from './sums';
import type { WorkView } from '../work-view';

/** Measures of the finished picture compared with the photo. */
export interface ResultFigures {
  /** Share of the old garment that nothing covers and whose colour is unchanged. */
  readonly leftAlone: number;
  /** Gradient of invented background relative to the real background beside it (logarithm), and the distance of their mean colours, 0…1. */
  readonly fillGrain: number;
  readonly fillColour: number;
  /** Mean gradient of the real background beside the old garment. */
  readonly ringGrain: number;
  /** Distance between the mean colours of invented and visible skin. */
  readonly skinColour: number;
  /** Mean colour difference across the garment's border, 0…1. */
  readonly borderStep: number;
  /** Share of the shoes, and of the skin, that changed. */
  readonly shoesChanged: number;
  readonly skinChanged: number;
  /** Mean lightness of the visible garment, the mean difference of neighbours, and how much lighter it is than its cut-out. */
  readonly seenLight: number;
  readonly seenTexture: number;
  readonly lightShift: number;
  /** Mean lightness of the old garment and the mean difference of neighbours. */
  readonly oldLight: number;
  readonly oldTexture: number;
}

/** Sum of differences over the three channels, levels: below the first a colour is unchanged, above the second it has changed. */
const SAME_DIFFERENCE_MAX = 15;
const CHANGED_DIFFERENCE_MIN = 72;
/** Fewest points for a mean. */
const MEAN_POINTS_MIN = 15;
/** Distance around the old garment within which background counts as beside it, in shoulder widths. */
const RING_WIDTH = 0.5;

export function resultFigures(view: WorkView, fabricLight: number): ResultFigures {
  const parts = partsOf(view);
  const { fill, background, newSkin, oldSkin, fabric, oldFabric } = parts;
  const both = (a: Sums, b: Sums): boolean => a.count >= MEAN_POINTS_MIN && b.count >= MEAN_POINTS_MIN;
  return {
    ...changes(view),
    fillGrain: both(fill, background) ? Math.log((fill.grain + 0.5) / (background.grain + 0.5)) : 0,
    fillColour: both(fill, background) ? fill.apart(background) : 0,
    ringGrain: background.grain / 255,
    skinColour: both(newSkin, oldSkin) ? newSkin.apart(oldSkin) : 0,
    borderStep: borderStep(view),
    seenLight: fabric.light,
    seenTexture: fabric.grain / 255,
    lightShift: fabric.count === 0 ? 0 : fabric.light - fabricLight,
    oldLight: oldFabric.light,
    oldTexture: oldFabric.grain / 255,
  };
}

function changes(view: WorkView): Pick<ResultFigures, 'leftAlone' | 'shoesChanged' | 'skinChanged'> {
  const { before: a, after: b, old, seen, shoes, skin } = view;
  let [olds, left, shoe, shoeGone, flesh, fleshGone] = [0, 0, 0, 0, 0, 0];
  for (let i = 0, o = 0; i < seen.length; i++, o += 3) {
    const moved = Math.abs(a[o] - b[o]) + Math.abs(a[o + 1] - b[o + 1]) + Math.abs(a[o + 2] - b[o + 2]);
    if (old[i] > 0.9) {
      olds++;
      if (seen[i] < 0.5 && moved < SAME_DIFFERENCE_MAX) left++;
    }
    if (shoes[i] > 0.7) {
      shoe++;
      if (moved > CHANGED_DIFFERENCE_MIN) shoeGone++;
    }
    if (skin[i] > 0.7) {
      flesh++;
      if (moved > CHANGED_DIFFERENCE_MIN) fleshGone++;
    }
  }
  return {
    leftAlone: left / Math.max(1, olds),
    shoesChanged: shoeGone / Math.max(1, shoe),
    skinChanged: fleshGone / Math.max(1, flesh),
  };
}

type Part = 'fill' | 'background' | 'newSkin' | 'oldSkin' | 'fabric' | 'oldFabric';

function partsOf(view: WorkView): Record<Part, Sums> {
  const { width, height, before, after, seen, bared, bare, chest, body, removal, person, skin, old, sw } = view;
  const make = (data: Uint8Array): Sums => new Sums(data, width);
  const parts = {
    fill: make(after),
    background: make(after),
    newSkin: make(after),
    oldSkin: make(after),
    fabric: make(after),
    oldFabric: make(before),
  };
  const bounds = boundsAround(old, width, RING_WIDTH * sw);
  for (let y = 1; y < height; y++) {
    for (let x = 1, i = y * width + 1; x < width; x++, i++) {
      const painted = Math.max(bare[i], chest[i]);
      if (old[i] > 0.9) parts.oldFabric.add(i);
      if (seen[i] > 0.95) parts.fabric.add(i);
      else if (bared[i] > 0.9 && painted > 0.9) parts.newSkin.add(i);
      else if (bared[i] > 0.9 && Math.max(painted, body[i]) < 0.05) parts.fill.add(i);
      else if (removal[i] > 0.02 || seen[i] > 0.05) continue;
      else if (skin[i] > 0.9) parts.oldSkin.add(i);
      else if (person[i] < 0.05 && y >= bounds.top && y <= bounds.bottom && x >= bounds.left && x <= bounds.right)
        parts.background.add(i);
    }
  }
  return parts;
}

function boundsAround(plane: Float32Array, width: number, margin: number): Bounds {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < plane.length; i++) {
    if (plane[i] < 0.5) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  return { left: left - margin, right: right + margin, top: top - margin, bottom: bottom + margin };
}

/** Mean colour difference between the two sides of the visible garment's vertical borders. */
function borderStep({ width, height, seen, after }: WorkView): number {
  let [sum, borders] = [0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      if ((seen[i - 1] - 0.5) * (seen[i + 1] - 0.5) >= -0.15) continue;
      borders++;
      const o = 3 * i;
      for (let c = 0; c < 3; c++) sum += Math.abs(after[o - 3 + c] - after[o + 3 + c]) / 765;
    }
  }
  return sum / Math.max(1, borders);
}
