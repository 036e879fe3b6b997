import type { ProductCategory } from '@drape/contracts';
import type { GarmentLandmarks, UpperLandmarks } from '../model/garment';
import { UNKNOWN, type Judged, type LengthName } from './types';
import { distance, lerp } from '../geometry/vector';

/** A range of ratios that has one name; what is between two ranges is unknown. */
type NamedRange = readonly [name: LengthName, from: number, to: number];

/** Neck to hem ÷ chest width laid flat. A chest of 45 cm: regular 54–88 cm, mini up to 92 cm, midi 106–130 cm, maxi from 142 cm. */
const TOP_LENGTHS: readonly NamedRange[] = [
  ['cropped', 0.4, 0.85],
  ['regular', 1.08, 1.95],
  ['long', 2.25, 3],
];
const DRESS_LENGTHS: readonly NamedRange[] = [
  ['mini', 1, 2.05],
  ['midi', 2.35, 2.9],
  ['maxi', 3.15, 5],
];
/** Waist to hem ÷ waist laid flat. A waist of 36 cm: mini up to 52 cm, midi 68–88 cm, maxi from 99 cm. */
const SKIRT_LENGTHS: readonly NamedRange[] = [
  ['mini', 0.6, 1.45],
  ['midi', 1.9, 2.45],
  ['maxi', 2.75, 6],
];
/** Height of the whole garment ÷ waist laid flat. 30 shorts measured .9–1.8 and one 2.1, 29 long trousers 2–3.6. */
const TROUSER_LENGTHS: readonly NamedRange[] = [
  ['shorts', 0.6, 1.95],
  ['full', 2.25, 6],
];
const CONFIDENCE_MIN = 0.5;

/**
 * How long the garment is for its kind, from its proportions; unknown near the borders and where the outline is unsure.
 *
 * @param garmentHeight rows from the first to the last that show fabric, in the landmarks' pixels
 */
export function findLength(
  landmarks: GarmentLandmarks,
  category: ProductCategory,
  garmentHeight: number,
): Judged<LengthName> {
  if (landmarks.kind === 'pants') {
    const waist = distance(landmarks.waist[0], landmarks.waist[1]);
    return nameOfRatio(TROUSER_LENGTHS, garmentHeight / Math.max(1, waist), 0.95);
  }
  if (landmarks.confidence < CONFIDENCE_MIN) return UNKNOWN;
  if (landmarks.kind === 'skirt') {
    const { waist, hem } = landmarks;
    const length = distance(lerp(waist[0], waist[1], 0.5), lerp(hem[0], hem[1], 0.5));
    return nameOfRatio(SKIRT_LENGTHS, length / Math.max(1, distance(waist[0], waist[1])), 0.77);
  }
  const ratio = lengthInChests(landmarks);
  return category === 'dress' ? nameOfRatio(DRESS_LENGTHS, ratio, 0.77) : nameOfRatio(TOP_LENGTHS, ratio, 0.85);
}

/** Height of the base of the neck above the shoulder joints, and the width of a chest laid flat, in torso lengths. */
const NECK_BASE_HEIGHT = 0.13;
const FLAT_CHEST_WIDTH = 0.94;

/**
 * Neck to hem in widths of the chest laid flat; for a garment that leaves the shoulders bare as on a body, from where its neck would be.
 */
function lengthInChests({ neck, hem, armpit, bareTop }: UpperLandmarks): number {
  const length = distance(lerp(neck[0], neck[1], 0.5), lerp(hem[0], hem[1], 0.5));
  const chest = Math.max(1, distance(armpit[0], armpit[1]));
  if (bareTop === undefined) return length / chest;
  const { edge, wearer } = bareTop;
  return (edge + NECK_BASE_HEIGHT + length / wearer.torsoLength) / FLAT_CHEST_WIDTH;
}

function nameOfRatio(stretches: readonly NamedRange[], ratio: number, confidence: number): Judged<LengthName> {
  const found = stretches.find(([, from, to]) => ratio >= from && ratio <= to);
  return found === undefined ? UNKNOWN : { value: found[0], confidence };
}
