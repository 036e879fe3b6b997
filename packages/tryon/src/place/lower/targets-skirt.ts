import { offLine } from '../../geometry/chain';
import type { SkirtLandmarks } from '../../model/garment';
import {
  hipHalf,
  drapedHalfWidth,
  legRadius,
  lowerPath,
  torsoHalf,
  type PlacementFrame,
} from '../body/placement-frame';
import { TargetList } from '../target-list';
import { flatWidth } from '../torso/dress-waist';
import type { LowerPlan } from './targets-pants';
import { addWaistband, placeWaistband, underTop } from './waistband';
import { clamp, smoothstep } from '../../geometry/numbers';
import { pointAlong, polylineLength } from '../../geometry/polyline';
import { add, distance, dot, lerp, sub } from '../../geometry/vector';

/**
 * Scale of a skirt's length relative to that of its width: of short ones, which sit on the hips (1.12 was too long for minis laid flat),
 * and of long ones, which hang from the waist. There a body seen from the front is .8 of a flat waistband wide: 29 cm of 36.
 */
const LENGTH_FACTORS = { short: 0.97, long: 1.15 } as const;
/** Waist to hem ÷ waist laid flat: below the first a skirt is a mini, at and above the second it reaches over the knee: 52 and 70 cm. */
const LONG_SKIRT_RAMP = [1.45, 1.95] as const;

/**
 * Usual shoulder width in torso lengths. On narrower, half-turned bodies the waist is foreshortened too, but not the skirt's length; the
 * second value limits the correction.
 */
const USUAL_SHOULDER_WIDTH = 0.6;
const TURNED_FACTOR_MAX = 1.1;

/** How far down the shin the length added to a long skirt may reach, as a share: waists can also be measured too narrow. */
const ADDED_SHIN_SHARE_MAX = 0.35;

/**
 * Product pixels → photo pixels along a skirt, from the scale `across` it; `ratio`: waist to hem ÷ waist laid flat. `calf`: the scale at
 * which it ends on the calf, and up to which it may be longer than its width suggests.
 */
export function lengthScale(
  frame: Pick<PlacementFrame, 'sw' | 'tl'>,
  across: number,
  { ratio, calf }: { readonly ratio: number; readonly calf: number },
): number {
  const own = across * clamp((USUAL_SHOULDER_WIDTH * frame.tl) / frame.sw, 1, TURNED_FACTOR_MAX);
  const long =
    LENGTH_FACTORS.short +
    (LENGTH_FACTORS.long - LENGTH_FACTORS.short) * smoothstep(ratio, LONG_SKIRT_RAMP[0], LONG_SKIRT_RAMP[1]);
  return Math.max(Math.min(own * long, calf), across * LENGTH_FACTORS.short);
}

/** Where a skirt's sides are pulled, in shares of their length: closely spaced, or they become wavy in between. */
const STATIONS = Array.from({ length: 20 }, (_, i) => (i + 1) / 20);

/** Pulls a skirt's waistband, sides and hem along waist → hips → knees → ankles; its own flare is kept. */
export function planSkirt(frame: PlacementFrame, marks: SkirtLandmarks): LowerPlan {
  const list = new TargetList();
  const band = placeWaistband(frame, 1.03);
  const waist = Math.max(1, distance(marks.waist[0], marks.waist[1]));
  const s = distance(band.corners[0], band.corners[1]) / waist;
  const waistMid = lerp(marks.waist[0], marks.waist[1], 0.5);
  const hemMid = pointAlong(marks.hemEdge, 0.5);
  const path = [band.middle, ...lowerPath(frame)];
  const whole = Math.max(1, polylineLength(path));
  const drop = Math.max(1, distance(waistMid, hemMid));
  const toKnees = polylineLength(path.slice(0, 3));
  const calf = (toKnees + ADDED_SHIN_SHARE_MAX * (whole - toKnees)) / drop;
  const sv = lengthScale(frame, s, { ratio: drop / waist, calf });
  // the sides end at this height, the arc of the hem hangs lower: a long skirt leaves the feet free
  const arc = clamp(offLine(hemMid, marks.hem[0], marks.hem[1]) * sv, 0, 0.2 * frame.tl);
  const length = Math.min(drop * sv, whole - arc);
  addWaistband(list, marks, band);
  const toHip = distance(band.middle, frame.hipMid);
  for (const q of STATIONS) {
    const way = q * length;
    const centre = pointAlong(path, way / whole);
    for (const i of [0, 1] as const) {
      const free = sideHalf(frame, { centre, way, toHip, i, flat: (flatWidth(marks, q) * s) / 2, whole });
      const v = dot(sub(centre, frame.shoulderMid), frame.down) / frame.tl;
      const half = underTop(frame, band, { v, side: i }, free);
      list.add(
        `side${i}.${q}`,
        pointAlong(marks.sides[i], q),
        add(centre, frame.across, i === 0 ? -half : half),
        q === 1 ? 2 : 1,
      );
    }
  }
  addHem(list, frame, marks, sv);
  const reach = clamp((length - toHip) / Math.max(1, whole - toHip), 0, 1);
  const restScale = { x: s, y: sv };
  return { targets: list.items, tucked: band.tucked, overShoes: true, reach: [reach, reach], restScale };
}

/** The hem between its corners: a flared skirt's arc flattens as its flare falls into folds. */
function addHem(list: TargetList, frame: PlacementFrame, marks: SkirtLandmarks, scale: number): void {
  const corners = list.items.filter(({ name }) => name === 'side0.1' || name === 'side1.1');
  if (corners.length < 2) return;
  const [a, b] = [corners[0].to, corners[1].to];
  const flat = distance(marks.hem[0], marks.hem[1]) * scale;
  const flattened = scale * clamp(distance(a, b) / Math.max(1, flat), 0.3, 1) ** 2;
  for (let t = 0.1; t < 0.95; t += 0.1) {
    const from = pointAlong(marks.hemEdge, t);
    const sag = clamp(offLine(from, marks.hem[0], marks.hem[1]) * flattened, -0.1 * frame.tl, 0.2 * frame.tl);
    list.add(`hem.${t.toFixed(1)}`, from, add(lerp(a, b, t), frame.down, sag), 0.5);
  }
}

interface SideInput {
  readonly centre: { x: number; y: number };
  readonly way: number;
  readonly toHip: number;
  readonly i: 0 | 1;
  readonly flat: number;
  readonly whole: number;
}

/** Its own half width, never inside the hips or the legs. */
function sideHalf(frame: PlacementFrame, input: SideInput): number {
  const hips = hipHalf(frame);
  let half = Math.min(input.flat, drapedHalfWidth(input.flat, hips));
  if (input.way < 1.4 * input.toHip) {
    const v = dot(sub(input.centre, frame.shoulderMid), frame.down) / frame.tl;
    const max = Math.max(0.34 * frame.sw, Math.min(0.6 * frame.sw, 1.15 * hips));
    half = Math.max(half, clamp(torsoHalf(frame, v, input.i), 0.3 * frame.sw, max) * 1.02);
  }
  const t = (input.way - input.toHip) / Math.max(1, input.whole - input.toHip);
  if (t <= 0) return half;
  const joint = pointAlong(frame.body.legs[input.i].joints, t);
  const outward = input.i === 0 ? -1 : 1;
  const out = outward * dot(sub(joint, input.centre), frame.across);
  return Math.max(half, (out + legRadius(frame, t)) * 1.08);
}
