import {
  boxBlur,
  createPlane,
  createRaster,
  cropPlane,
  cropRaster,
  dilate,
  erode,
  fillHoles,
  guidedFilter,
  largestComponent,
  open,
  resizePlane,
  resizeRaster,
  rgbToLab,
} from '@drape/imaging';
import type { Box, PlaneF32, RasterU8 } from '@drape/imaging';
import { estimateBackground } from './background-field';
import type { BackgroundField } from './background-field';
import { colourEvidence, learnColourSplit } from './colour-split';
import type { ColourSplit } from './colour-split';
import { decontaminate } from './decontaminate';
import { noGarment } from './no-garment';

/** Tallest cut-out that is kept; the long side may be a little longer for landscape products. */
const KEPT_HEIGHT = 1024;
/** Height at which colours and shape are judged. */
const ANALYSIS_SIDE = 400;
/** Half the width, in picture widths, below which things at the top are hooks: straps are wider than a hook's wire … */
const NECK_HOOK = 0.018;
/** … and a waistband is wider than any clip or hanger bar. */
const WAIST_HOOK = 0.05;
/** If more than this share of the sure garment looks like background, colour may only judge the hesitant band. */
const DOUBT_MAX = 0.05;
/** The same where those pixels have exactly the background's colour. */
const SAME_MAX = 0.3;

export interface CutOut {
  /** Straight alpha, cropped to the garment plus a margin. */
  readonly rgba: RasterU8;
  /** 0…1: 1 = transparent source or a clearly different background. */
  readonly quality: number;
  readonly notes: readonly string[];
}

/**
 * Cuts the garment out of a product picture.
 *
 * Source: saliency by the port (u2netp); a palette model and a local background field correct it in its uncertain band,
 * a guided filter draws the edge.
 * Throws TryOnRefusal(garment_not_detected) when nothing, or everything, is the garment.
 */
export async function cutOutGarment(
  image: RasterU8,
  saliencyOf: (rgb: RasterU8) => Promise<PlaneF32>,
  options: { fromWaist?: boolean } = {},
): Promise<CutOut> {
  if (image.channels === 4) {
    const alpha = ownAlpha(image);
    if (alpha) return cutByAlpha(image, alpha);
  }
  const rgb = image.channels === 3 ? image : dropAlpha(image);
  const saliency = await saliencyOf(rgb);
  const box = garmentBox(saliency);
  const scale = Math.min(1, (KEPT_HEIGHT * 1.12) / Math.max(box.height, box.width));
  const width = Math.max(16, Math.round(box.width * scale));
  const height = Math.max(16, Math.round(box.height * scale));
  const work = resizeRaster(cropRaster(rgb, box, 'replicate'), width, height);
  const prior = resizePlane(cropPlane(saliency, box, 'replicate'), width, height);
  const refined = refineBySmallColour(work, prior, options.fromWaist === true ? WAIST_HOOK : NECK_HOOK);
  const alpha = sharpenEdge(work, refined.shape);
  return finish(work, alpha, refined.quality, refined.notes);
}

/** The picture's alpha channel where it says something: at least 2 % clear and a mostly clear border. */
function ownAlpha(image: RasterU8): PlaneF32 | null {
  const alpha = createPlane(image.width, image.height);
  let clear = 0;
  for (let i = 0; i < alpha.data.length; i++) {
    const a = image.data[i * 4 + 3];
    if (a < 16) clear++;
    alpha.data[i] = a / 255;
  }
  return clear > alpha.data.length * 0.02 ? alpha : null;
}

function cutByAlpha(image: RasterU8, alpha: PlaneF32): CutOut {
  const box = boundsOf(alpha);
  if (box.width < 16 || box.height < 16) throw noGarment('The product image is empty.');
  const scale = Math.min(1, KEPT_HEIGHT / Math.max(box.width, box.height));
  const width = Math.max(16, Math.round(box.width * scale));
  const height = Math.max(16, Math.round(box.height * scale));
  const rgb = dropAlpha(resizeRaster(cropRaster(image, box, 'replicate'), width, height));
  return finish(rgb, keepLargest(resizePlane(cropPlane(alpha, box, 'replicate'), width, height)), 1, [
    'transparent source',
  ]);
}

function dropAlpha(image: RasterU8): RasterU8 {
  if (image.channels === 3) return image;
  const rgb = createRaster(image.width, image.height, 3);
  const grey = image.channels === 1;
  for (let i = 0; i < image.width * image.height; i++) {
    for (let c = 0; c < 3; c++) rgb.data[i * 3 + c] = grey ? image.data[i] : image.data[i * 4 + c];
  }
  return rgb;
}

/** Box around what the network sees, with a margin that keeps some background for the colour model. */
function garmentBox(saliency: PlaneF32): Box {
  const { width, height, data } = saliency;
  let left = width;
  let right = -1;
  let top = height;
  let bottom = -1;
  let area = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[y * width + x] < 0.5) continue;
      area++;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  const share = area / (width * height);
  if (share < 0.01 || right - left < 12 || bottom - top < 12)
    throw noGarment('No garment stands out in the product image.');
  if (share > 0.97)
    throw noGarment('The product image shows fabric from edge to edge, so that no outline can be found.');
  const margin = Math.round(Math.max(right - left, bottom - top) * 0.08) + 2;
  const x = Math.max(0, left - margin);
  const y = Math.max(0, top - margin);
  return { x, y, width: Math.min(width, right + margin) - x, height: Math.min(height, bottom + margin) - y };
}

function refineBySmallColour(
  work: RasterU8,
  prior: PlaneF32,
  hookShare: number,
): { shape: PlaneF32; quality: number; notes: string[] } {
  const scale = Math.min(1, ANALYSIS_SIDE / Math.max(work.width, work.height));
  const width = Math.max(16, Math.round(work.width * scale));
  const height = Math.max(16, Math.round(work.height * scale));
  const lab = rgbToLab(resizeRaster(work, width, height));
  const saliency = resizePlane(prior, width, height);
  const field = estimateBackground(lab, saliency);
  const core = erode(largestComponent(saliency), Math.max(2, Math.round(width * 0.012)));
  const split = learnColourSplit(lab, saliency, core);
  const judged = judge(lab, saliency, field, split);
  const shape = keepLargest(dropHooks(judged, hookShare));
  const notes: string[] = [];
  if (split.separability < 0.4) notes.push('garment and background have similar colours');
  const quality = 0.55 + 0.45 * Math.max(split.separability, field.sigma < 4 ? 0.6 : 0);
  return { shape, quality, notes };
}

/**
 * Corrects the saliency where it hesitates. On an even background a pixel deep inside the outline that looks like the
 * background (between legs, between sleeve and body) is background too, if the garment itself hardly ever looks like that
 * and the place opens to the outside.
 */
function judge(lab: Float32Array, saliency: PlaneF32, field: BackgroundField, split: ColourSplit): PlaneF32 {
  const { width, height } = saliency;
  const result = createPlane(width, height);
  const radius = Math.max(2, Math.round(width * 0.015));
  const near = dilate(saliency, radius);
  const deep = erode(saliency, radius);
  const clear = field.sigma < 4 && split.separability > 0.75;
  for (let i = 0; i < result.data.length; i++) {
    if (near.data[i] < 0.05) continue;
    const p = Math.max(0.01, Math.min(0.99, saliency.data[i]));
    const logit = Math.log(p / (1 - p));
    const evidence = colourEvidence(lab, i * 3, split.garment, split.background);
    if (clear) {
      const fromField = Math.max(-5, Math.min(5, (field.distance.data[i] - Math.max(5, 3 * field.sigma)) * 0.45));
      result.data[i] = sigmoid(0.5 * logit + 1.2 * Math.min(evidence, fromField));
    } else {
      result.data[i] = sigmoid(deep.data[i] < 0.95 ? 0.8 * logit + 1.4 * split.separability * evidence : logit);
    }
  }
  return clear ? healDeep(result, deep, field) : result;
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/**
 * Takes back what colour carved out of the sure garment where that was too much, or closed in on all sides. Much may go
 * only where it is the background's very colour.
 */
function healDeep(judged: PlaneF32, deep: PlaneF32, field: BackgroundField): PlaneF32 {
  let sure = 0;
  let carved = 0;
  let distance = 0;
  for (let i = 0; i < judged.data.length; i++) {
    if (deep.data[i] < 0.9) continue;
    sure++;
    if (judged.data[i] >= 0.5) continue;
    carved++;
    distance += field.distance.data[i];
  }
  const same = distance < carved * Math.max(3, 2 * field.sigma);
  const trusted = carved < sure * (same ? SAME_MAX : DOUBT_MAX);
  const filled = fillHoles(judged);
  const result = createPlane(judged.width, judged.height);
  for (let i = 0; i < result.data.length; i++) {
    const healed = deep.data[i] > 0.9 && (!trusted || filled.data[i] > 0.5);
    result.data[i] = healed ? Math.max(judged.data[i], deep.data[i]) : judged.data[i];
  }
  return result;
}

/** Removes thin things that stick out at the top: hooks, clips, threads. Straps and belts that are wider stay. */
function dropHooks(matte: PlaneF32, share: number): PlaneF32 {
  const radius = Math.max(1, Math.round(matte.width * share));
  const body = largestComponent(open(matte, radius));
  const box = boundsOf(body);
  const regrown = dilate(body, radius + 2);
  const result = createPlane(matte.width, matte.height);
  const topBand = box.y + box.height * 0.2;
  for (let y = 0; y < matte.height; y++) {
    for (let x = 0; x < matte.width; x++) {
      const i = y * matte.width + x;
      const thin = regrown.data[i] < 0.5;
      result.data[i] = thin && y < topBand ? 0 : matte.data[i];
    }
  }
  return result;
}

function boundsOf(mask: PlaneF32): Box {
  let left = mask.width;
  let right = 0;
  let top = mask.height;
  let bottom = 0;
  for (let y = 0; y < mask.height; y++) {
    for (let x = 0; x < mask.width; x++) {
      if (mask.data[y * mask.width + x] < 0.5) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  return { x: left, y: top, width: Math.max(0, right - left + 1), height: Math.max(0, bottom - top + 1) };
}

/** Keeps the matte of the largest piece only, without pinholes. */
function keepLargest(matte: PlaneF32): PlaneF32 {
  const main = dilate(largestComponent(matte), 2);
  const closed = fillSmallHoles(matte);
  const result = createPlane(matte.width, matte.height);
  for (let i = 0; i < result.data.length; i++) result.data[i] = main.data[i] > 0.5 ? closed.data[i] : 0;
  return result;
}

/** Fills holes below 0.15 % of the picture; larger ones are real (between strap and body). */
function fillSmallHoles(matte: PlaneF32): PlaneF32 {
  const filled = fillHoles(matte);
  const holes = createPlane(matte.width, matte.height);
  for (let i = 0; i < holes.data.length; i++) holes.data[i] = filled.data[i] > 0.5 && matte.data[i] < 0.5 ? 1 : 0;
  const wide = open(holes, Math.max(1, Math.round(matte.width * 0.012)));
  const keep = dilate(wide, Math.max(2, Math.round(matte.width * 0.02)));
  const result = createPlane(matte.width, matte.height);
  for (let i = 0; i < result.data.length; i++) {
    result.data[i] = holes.data[i] > 0.5 && keep.data[i] < 0.5 ? 1 : matte.data[i];
  }
  return result;
}

/**
 * Draws the matte's edge along the picture's: guided filter in the uncertain band only, then a steeper alpha.
 *
 * The guide is the picture along the line between the mean colours of garment and background: one plane instead of three.
 */
function sharpenEdge(work: RasterU8, shape: PlaneF32): PlaneF32 {
  const { width, height } = work;
  const matte = resizePlane(shape, width, height);
  const band = resizePlane(boxBlur(shape, 2), width, height);
  const radius = Math.max(2, Math.round(height / 220));
  const filtered = guidedFilter(contrastPlane(work, band), matte, radius, 3e-4, radius >= 4 ? 2 : 1);
  const result = createPlane(width, height);
  for (let i = 0; i < result.data.length; i++) {
    const value = band.data[i] > 0.97 ? 1 : band.data[i] < 0.03 ? 0 : filtered.data[i];
    const t = Math.max(0, Math.min(1, (value - 0.3) / 0.42));
    result.data[i] = t * t * (3 - 2 * t);
  }
  return result;
}

/** The picture projected on the colour difference between inside and outside, about 0…1. */
function contrastPlane(work: RasterU8, band: PlaneF32): PlaneF32 {
  const sums = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let i = 0; i < band.data.length; i += 7) {
    const side = band.data[i] > 0.97 ? 0 : band.data[i] < 0.03 ? 4 : -1;
    if (side < 0) continue;
    for (let c = 0; c < 3; c++) sums[side + c] += work.data[i * 3 + c];
    sums[side + 3]++;
  }
  const direction = [0, 1, 2].map((c) => sums[c] / Math.max(1, sums[3]) - sums[4 + c] / Math.max(1, sums[7]));
  const length = Math.hypot(...direction);
  const [r, g, b] = length < 8 ? [0.299, 0.587, 0.114] : direction.map((d) => d / length);
  const plane = createPlane(work.width, work.height);
  for (let i = 0; i < plane.data.length; i++) {
    plane.data[i] = (r * work.data[i * 3] + g * work.data[i * 3 + 1] + b * work.data[i * 3 + 2]) / 255;
  }
  return plane;
}

/** Crops to the garment, shrinks to the kept height, cleans the rim's colours and packs RGBA. */
function finish(rgb: RasterU8, alpha: PlaneF32, quality: number, notes: readonly string[]): CutOut {
  const tight = boundsOf(alpha);
  if (tight.width < 16 || tight.height < 16) throw noGarment('No garment stands out in the product image.');
  const margin = Math.round(Math.max(tight.width, tight.height) * 0.02) + 2;
  const box = {
    x: tight.x - margin,
    y: tight.y - margin,
    width: tight.width + 2 * margin,
    height: tight.height + 2 * margin,
  };
  let colour = cropRaster(rgb, box, 'replicate');
  let matte = cropPlane(alpha, box, 'zero');
  if (matte.height > KEPT_HEIGHT) {
    const width = Math.max(1, Math.round((matte.width * KEPT_HEIGHT) / matte.height));
    colour = resizeRaster(colour, width, KEPT_HEIGHT);
    matte = resizePlane(matte, width, KEPT_HEIGHT);
  }
  return { rgba: decontaminate(colour, matte), quality, notes };
}
