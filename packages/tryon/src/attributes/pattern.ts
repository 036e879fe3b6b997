import { connectedComponents, createPlane, type PlaneF32 } from '@drape/imaging';
import type { FabricSample } from './fabric-sample';
import { readTexture, type Texture } from './texture';
import { UNKNOWN, type Judged, type Pattern } from './types';
import { upperMedian } from '../geometry/numbers';

/**
 * The pattern of a garment by rules over its edges: how many, how strong, how spread and how directed they are.
 *
 * Thresholds were set on 35 development products, 11 drawn ones and 80 phone pictures, halfway between what must be distinguished.
 * Confidences are the shares that were right on 96 other phone pictures, .65 where a rule hardly ever applied.
 */
export function findPattern(fabric: FabricSample): Judged<Pattern> {
  const t = readTexture(fabric);
  if (t.edges >= 0.2 && t.spread >= 0.75 && t.along >= 0.62 && t.strongOfEdges >= 0.4)
    return { value: 'striped', confidence: 0.85 };
  if (t.edges >= 0.15 && t.spread >= 0.85 && t.along + t.across >= 0.6 && t.across >= 0.2 && t.strongOfEdges >= 0.3)
    return { value: 'checked', confidence: 0.65 };
  if (isPrint(t)) return { value: 'graphic', confidence: 0.85 };
  if (t.edges >= 0.12 && t.spread >= 0.85 && t.strong >= 0.1 && t.along < 0.3 && t.strongOfEdges >= 0.35)
    return nameScatteredMotifs(fabric, t);
  if (isPlain(t)) {
    if (t.soft >= 0.4) return t.edges <= 0.03 ? { value: 'textured', confidence: 0.7 } : UNKNOWN;
    return t.soft < 0.35 ? { value: 'solid', confidence: 0.87 } : UNKNOWN;
  }
  return UNKNOWN;
}

/** All-over motifs without a direction: dots, or flowers where the motifs have another hue; plaids and ethnic bands are grey on grey. */
function nameScatteredMotifs(fabric: FabricSample, { coloured }: Texture): Judged<Pattern> {
  if (isDotted(fabric)) return { value: 'dotted', confidence: 0.65 };
  return coloured >= 0.5 ? { value: 'floral', confidence: 0.65 } : UNKNOWN;
}

/** Strong edges of every direction, nearly all in a fifth of the garment: a slogan or a picture on the chest. */
function isPrint(t: Texture): boolean {
  return t.edges >= 0.05 && t.strong >= 0.01 && t.gathered >= 0.78 && t.along < 0.42;
}

/** Hardly any edges, or weak ones, or those of seams and folds that run one way; a small print is not plain. */
function isPlain(t: Texture): boolean {
  if (t.strong >= 0.008 && !(t.along >= 0.6 && t.strong <= 0.016)) return false;
  return t.edges <= 0.05 || t.strongOfEdges <= 0.08 || (t.edges <= 0.08 && t.along >= 0.6);
}

const DOTS_MIN = 12;
/** Least area of a spot, pixels; smaller ones are noise. */
const DOT_AREA_MIN = 6;
/** Lightness above or below the mean from which a pixel is part of a spot (L). */
const DOT_CONTRAST_MIN = 10;
/** Range of area ÷ area of the bounding box of a dot (π/4 for a disc), and its greatest ratio of the longer to the shorter side. */
const DOT_FILL_RANGE: readonly [number, number] = [0.6, 0.9];
const DOT_ASPECT_MAX = 1.5;
/** Least share of the spots that must look like dots of the usual size. */
const DOTS_SHARE_MIN = 0.7;

/** Whether what differs from the main lightness comes in round spots of one size. */
function isDotted({ width, height, lab, inside, count }: FabricSample): boolean {
  let sum = 0;
  for (let i = 0; i < inside.length; i++) if (inside[i] === 1) sum += lab[i * 3];
  const middle = sum / Math.max(1, count);
  for (const sign of [1, -1]) {
    const spots = createPlane(width, height);
    for (let i = 0; i < inside.length; i++)
      if (inside[i] === 1 && (lab[i * 3] - middle) * sign > DOT_CONTRAST_MIN) spots.data[i] = 1;
    if (areDots(spots)) return true;
  }
  return false;
}

function areDots(spots: PlaneF32): boolean {
  const { areas, boxes } = connectedComponents(spots);
  const seen = boxes.map((box, k) => ({ ...box, area: areas[k] })).filter((box) => box.area >= DOT_AREA_MIN);
  if (seen.length < DOTS_MIN) return false;
  const usual = upperMedian(seen.map((box) => box.area));
  const dots = seen.filter(({ area, width, height }) => {
    const fill = area / (width * height);
    const round =
      fill >= DOT_FILL_RANGE[0] &&
      fill <= DOT_FILL_RANGE[1] &&
      Math.max(width, height) <= DOT_ASPECT_MAX * Math.min(width, height);
    return round && area > usual * 0.6 && area < usual * 1.6;
  });
  return dots.length >= DOTS_SHARE_MIN * seen.length;
}
