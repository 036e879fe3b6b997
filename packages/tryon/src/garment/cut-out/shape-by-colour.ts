import {
  type BackgroundField,
  binary,
  type ColourSplit,
  dilate,
  erode,
  estimateBackground,
  gaussianBlur,
  judgeByBackground,
  judgeByPalettes,
  keepLargest,
  largestComponent,
  learnColourSplit,
  type PlaneF32,
  type RasterU8,
  resizePlane,
  rgbToLab,
  scaleRaster,
  SHADOW_WEIGHT,
} from '@drape/imaging';
import { holdWithin } from '../read/read-region';

/** Long side at which colours and shape are judged, pixels; 336 cost 50 ms less and lost a shadow and two shoulders of 40 products. */
const ANALYSIS_SIDE = 400;

/**
 * White on white: the median contrast (Lab) of the outline below which it is smoothed, and the σ of that in picture widths. Then: how many
 * times steeper the edge becomes, and the distance in pixels at which both sides are compared.
 */
const FAINT_CONTRAST_MAX = 10;
const FAINT_SIGMA = 0.011;
const FAINT_STEEPENING = 4;
const EDGE_SAMPLE_OFFSET = 3;

export interface ColourShape {
  /** Matte at the size at which it was judged. */
  readonly shape: PlaneF32;
  /** Garment and background hardly differ along the outline: only its course is known, not its pixels. */
  readonly faint: boolean;
  /** The picture at the matte's size. */
  readonly small: RasterU8;
  readonly quality: number;
  readonly notes: string[];
}

/**
 * The garment's shape by saliency and colour together, within the garment reader's bounds.
 *
 * Layout: `prior` and `bounds` ({@link readBounds}) cover what `work` shows, at any size.
 */
export function shapeByColour(work: RasterU8, prior: PlaneF32, bounds: PlaneF32): ColourShape {
  const scale = Math.min(1, ANALYSIS_SIDE / Math.max(work.width, work.height));
  const small = scaleRaster(work, scale, 16);
  const { width, height } = small;
  const lab = rgbToLab(small);
  const saliency = resizePlane(prior, width, height);
  const field = estimateBackground(lab, saliency);
  const core = erode(largestComponent(saliency), Math.max(2, Math.round(width * 0.012)), 0.5);
  const split = learnColourSplit(lab, saliency, core);
  const judged = correctByColour(lab, saliency, field, split);
  const whole = keepLargest(holdWithin(resizePlane(bounds, width, height), judged));
  const faint = edgeContrast(lab, whole) < FAINT_CONTRAST_MAX;
  const notes: string[] = [];
  if (split.separability < 0.4) notes.push('garment and background have similar colours');
  const trust = Math.max(split.separability, field.sigma < 4 ? 0.6 : 0);
  return { shape: faint ? smoothOutline(whole) : whole, faint, small, quality: 0.55 + 0.45 * trust, notes };
}

/** Median Lab difference between the two sides of the outline, some pixels apart. */
function edgeContrast(lab: Float32Array, shape: PlaneF32): number {
  const { width, height, data } = shape;
  const steps: number[] = [];
  for (let y = 2; y < height - 2; y += 2) {
    for (let x = EDGE_SAMPLE_OFFSET; x < width - EDGE_SAMPLE_OFFSET - 1; x++) {
      const i = y * width + x;
      if (data[i] > 0.5 === data[i + 1] > 0.5) continue;
      const p = 3 * (i - EDGE_SAMPLE_OFFSET);
      const q = 3 * (i + 1 + EDGE_SAMPLE_OFFSET);
      steps.push(Math.sqrt((lab[p] - lab[q]) ** 2 + (lab[p + 1] - lab[q + 1]) ** 2 + (lab[p + 2] - lab[q + 2]) ** 2));
    }
  }
  return steps.length === 0 ? 0 : steps.sort((p, q) => p - q)[steps.length >> 1];
}

/** The outline without the waves that noise draws where nothing else does; corners lose about the blur's σ. */
function smoothOutline(shape: PlaneF32): PlaneF32 {
  const soft = gaussianBlur(binary(shape), shape.width * FAINT_SIGMA);
  for (let i = 0; i < soft.data.length; i++) {
    soft.data[i] = Math.max(0, Math.min(1, 0.5 + (soft.data[i] - 0.5) * FAINT_STEEPENING));
  }
  return soft;
}

/**
 * Corrects the saliency where it hesitates. On an even background a pixel deep inside the outline that looks like the background (between
 * legs, between sleeve and body) is background too, if the garment itself hardly ever looks like that and the place opens to the outside.
 */
function correctByColour(lab: Float32Array, saliency: PlaneF32, field: BackgroundField, split: ColourSplit): PlaneF32 {
  const radius = Math.max(2, Math.round(saliency.width * 0.015));
  const near = dilate(saliency, radius, 0.05);
  const clear = field.sigma < 4 && split.separability > 0.75;
  const deep = erode(saliency, radius, clear ? 0.9 : 0.95);
  const seen = { lab, belief: saliency, near };
  const palettes = { ...split, dark: SHADOW_WEIGHT };
  if (!clear) return judgeByPalettes(seen, palettes, deep, 1.4 * split.separability);
  const apart = neverLikeBackground(field, deep);
  const background = { distance: field.distance, limit: Math.max(5, 3 * field.sigma), slope: apart ? 0.9 : 0.45 };
  return judgeByBackground(seen, palettes, background);
}

/** Whether hardly any sure garment pixel is near the background's colour: then what is near it is background. */
function neverLikeBackground(field: BackgroundField, deep: PlaneF32): boolean {
  let sure = 0;
  let near = 0;
  for (let i = 0; i < deep.data.length; i += 3) {
    if (deep.data[i] < 0.9) continue;
    sure++;
    if (field.distance.data[i] < 12 && field.distance.data[i] > 4) near++;
  }
  return near < sure * 0.03;
}
