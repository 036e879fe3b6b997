import { boxBlurInPlace, connectedComponents, createPlane, dilate, erode } from '@drape/imaging';
import type { Box, PlaneF32 } from '@drape/imaging';
import { colourEvidence, learnColourSplit } from './colour-split';
import type { ColourSplit } from './colour-split';
import { boundsOf } from './matte-shape';

/** Where ground may lie between the legs: from this share of the garment's height down, and of its width on either side. */
const FROM = 0.22;
const BESIDE = 0.2;
/** It is this much of the garment's height at least, and reaches nearly to its end. */
const TALL = 0.25;
const LOW = 0.93;
/** Share of the garment that it is at least and at most. */
const AREA: readonly [number, number] = [0.03, 0.4];
/** Legs are at least so wide, in garment widths, in this share of its rows: on the ground one leg may end above the other. */
const LEG = 0.07;
const LEGGED = 0.85;
/** A gap is seen where so many of these rows (shares of the height) are open in their middle: half of them are where its end alone was seen. */
const OPEN_ROWS: readonly [number, number] = [0.6, 0.93];
const OPEN = 0.8;
/** Colours must tell cloth from ground so well (0…1), and speak for the ground so clearly (log-likelihood). */
const TOLD_APART = 0.4;
const GROUND = -0.4;
/** Pixels to each side over which colours are averaged: patterns have both kinds. */
const SPREAD = 2;

/**
 * Ground that was taken for cloth because legs enclose it, told by its colours: those beside the garment, and not those of its waist
 * and flanks. Null where no gap is missing. The shape without it otherwise.
 *
 * Layout: `lab` HWC float. Space: the shape has its pixels. Cost: .2 ms where the gap is seen, 27 where it is not (13 trousers).
 */
export function withoutGroundBetweenLegs(lab: Float32Array, shape: PlaneF32): PlaneF32 | null {
  const box = boundsOf(shape);
  if (box.width < 32 || box.height < 32 || isOpen(shape, box)) return null;
  const split = learnColourSplit(lab, dilate(shape, 2, 0.05), flanksOf(shape, box));
  if (split.separability < TOLD_APART) return null;
  const { labels, areas, boxes } = connectedComponents(groundLike(lab, shape, box, split));
  const whole = shape.data.reduce((sum, v) => sum + v, 0);
  const gap = areas.findIndex((area, n) => {
    const { y, height } = boxes[n];
    const tall = height > TALL * box.height && y + height > box.y + LOW * box.height;
    return tall && area > AREA[0] * whole && area < AREA[1] * whole && hasLegs(shape, box, labels, n + 1, boxes[n]);
  });
  if (gap < 0) return null;
  const out = { ...shape, data: shape.data.slice() };
  for (let i = 0; i < labels.length; i++) if (labels[i] === gap + 1) out.data[i] = 0;
  return out;
}

/** Whether the ground shows between the legs, from far up to near their ends. */
function isOpen({ width, data }: PlaneF32, box: Box): boolean {
  const [from, to] = OPEN_ROWS.map((share) => box.y + Math.round(share * box.height));
  const [left, right] = middleOf(box);
  let open = 0;
  for (let y = from; y < to; y++) {
    let x = left;
    while (x < right && data[y * width + x] > 0.5) x++;
    if (x < right) open++;
  }
  return open > OPEN * (to - from);
}

/** First and last column between which a gap lies. */
const middleOf = (box: Box): readonly [number, number] => [
  box.x + Math.round(BESIDE * box.width),
  box.x + Math.round((1 - BESIDE) * box.width),
];

/** What is surely cloth: the garment's inside above and beside the place where the gap may be. */
function flanksOf(shape: PlaneF32, box: Box): PlaneF32 {
  const core = erode(shape, 3, 0.9);
  const [left, right] = middleOf(box);
  for (let y = box.y + Math.round(FROM * box.height); y < box.y + box.height; y++) {
    core.data.fill(0, y * shape.width + left, y * shape.width + right);
  }
  return core;
}

/** 1 where the garment's middle has the ground's colours. */
function groundLike(lab: Float32Array, shape: PlaneF32, box: Box, { garment, background }: ColourSplit): PlaneF32 {
  const { width, height, data } = shape;
  const told = createPlane(width, height);
  const [left, right] = middleOf(box);
  const [from, to] = [box.y + Math.round(FROM * box.height), Math.min(height, box.y + box.height)];
  for (let y = from; y < to; y++) {
    for (let i = y * width + left; i < y * width + right; i++)
      told.data[i] = colourEvidence(lab, 3 * i, garment, background);
  }
  const mean = boxBlurInPlace(told, SPREAD);
  for (let i = 0; i < data.length; i++) mean.data[i] = data[i] > 0.5 && mean.data[i] < GROUND ? 1 : 0;
  return mean;
}

/** Whether cloth lies on both sides of a labelled gap in nearly all of its rows. */
function hasLegs({ width, data }: PlaneF32, box: Box, labels: Int32Array, gap: number, within: Box): boolean {
  let legged = 0;
  for (let y = within.y; y < within.y + within.height; y++) {
    const row = labels.subarray(y * width, (y + 1) * width);
    const [from, to] = [row.indexOf(gap), row.lastIndexOf(gap)];
    let [left, right] = [0, 0];
    for (let x = box.x; x < from; x++) if (data[y * width + x] > 0.5) left++;
    for (let x = to + 1; x < box.x + box.width; x++) if (data[y * width + x] > 0.5) right++;
    if (Math.min(left, right) > LEG * box.width) legged++;
  }
  return legged > LEGGED * within.height;
}
