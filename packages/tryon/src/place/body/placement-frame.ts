import type { PlaneF32, Point } from '@drape/imaging';
import type { PhotoPoint } from '../../model/points';
import { sightOf } from '../../person/pose/shown-joint';
import type { PlacementBody } from '../../model/body';
import type { Pair } from '../../model/pair';
import { sampleAt } from '../../geometry/sampling';
import { polylineLength, segmentDistance } from '../../geometry/polyline';
import { fromTable, type Table } from '../../geometry/table';
import { add, distance, lerp, scale } from '../../geometry/vector';

/** A body's frame as placement reads it, and the probes that read its outline. Photo pixels; pairs hold image left first. */
export interface PlacementFrame {
  readonly body: PlacementBody;
  readonly shoulders: Pair<PhotoPoint>;
  readonly hips: Pair<PhotoPoint>;
  readonly shoulderMid: PhotoPoint;
  readonly hipMid: PhotoPoint;
  /** `turnedWidth` of the body. */
  readonly sw: number;
  /** Shoulder middle to hip middle. */
  readonly tl: number;
  readonly down: Point;
  /** `leaning` of the body: not square to `down` where a shoulder is raised. */
  readonly across: Point;
  /** Mean hip–knee–ankle length of the legs that were seen or continue below the photo; 1.75 torso lengths where none does. */
  readonly legLength: number;
  /** Lowest point of the torso's line that is in the photo, in torso lengths below the shoulders. */
  readonly seenTo: number;
}

export function frameOf(body: PlacementBody): PlacementFrame {
  const shoulders: Pair<PhotoPoint> = [body.arms[0].joints[0], body.arms[1].joints[0]];
  const hips: Pair<PhotoPoint> = [body.legs[0].joints[0], body.legs[1].joints[0]];
  const { shoulderMid, hipMid, down, leaning: across, turnedWidth: sw, torsoLength: tl } = body.body;
  const legs = body.legs
    .filter((leg) => leg.visibility[2] > 0.5 || sightOf(body, leg, 2) !== 'hidden')
    .map((leg) => polylineLength(leg.joints));
  const legLength = legs.length > 0 ? Math.max(...legs) : 1.75 * tl;
  const lowest = body.height - PHOTO_EDGE_ROWS / body.workScale;
  const seenTo = Math.max(0, lowest - shoulderMid.y) / (Math.max(0.1, down.y) * tl);
  return { body, shoulders, hips, shoulderMid, hipMid, sw, tl, down, across, legLength, seenTo };
}

/** Rows of work pixels at the photo's lower edge that show no outline. */
const PHOTO_EDGE_ROWS = 2;

/** The point v torso lengths below the shoulders and u shoulder widths to image right of the spine. */
export function torsoPoint(frame: PlacementFrame, v: number, u: number): PhotoPoint {
  return add(add(frame.shoulderMid, frame.down, v * frame.tl), frame.across, u * frame.sw);
}

/** Unit vector from the spine to one side. */
export const outwards = ({ across }: PlacementFrame, side: 0 | 1): PhotoPoint => scale(across, side === 0 ? -1 : 1);

/** The point v torso lengths below the shoulders and `half` photo pixels from the spine on one side. */
export const sidePoint = (frame: PlacementFrame, v: number, side: 0 | 1, half: number): PhotoPoint =>
  torsoPoint(frame, v, (side === 0 ? -half : half) / frame.sw);

/** Value of a work-size plane at a photo point; 0 outside the photo. */
export const probe = ({ body }: PlacementFrame, plane: PlaneF32, p: PhotoPoint): number =>
  sampleAt(plane, p, body.workScale);

export interface RayOptions {
  /** Longest distance, photo pixels. */
  readonly reach: number;
  /** Whether to stop at the arms: beyond .25 shoulder widths, within .09 of an arm bone. */
  readonly stopAtArms: boolean;
}

/** Where a ray ends: its length, photo pixels, and whether an arm stopped it, so that the body's edge is not seen. */
export interface RayEnd {
  readonly length: number;
  readonly isAtArm: boolean;
}

/** Follows a unit direction from c to where the body ends, or a bag or an arm begins. */
export function rayToEdge(frame: PlacementFrame, c: PhotoPoint, direction: Point, options: RayOptions): RayEnd {
  const step = Math.max(0.5, 1 / frame.body.workScale);
  const { person, bag } = frame.body.planes;
  const inside = frame.body.width;
  for (let k = step; k < options.reach; k += step) {
    const p = add(c, direction, k);
    if (p.x < 0 || p.x >= inside || probe(frame, person, p) < 0.5 || probe(frame, bag, p) > 0.5) {
      return { length: k, isAtArm: false };
    }
    if (options.stopAtArms && k > 0.25 * frame.sw && nearArm(frame, p)) return { length: k, isAtArm: true };
  }
  return { length: options.reach, isAtArm: false };
}

function nearArm(frame: PlacementFrame, p: PhotoPoint): boolean {
  const limit = 0.09 * frame.sw;
  return frame.body.arms.some(
    ({ joints, visibility }) =>
      (visibility[1] > 0.3 && segmentDistance(p, joints[0], joints[1]).d < limit) ||
      (visibility[2] > 0.3 && segmentDistance(p, joints[1], joints[2]).d < limit),
  );
}

/** Distance of the clothed outline from the middle on one side at v, photo pixels, and whether neither an arm nor a bag hides it. */
export function lookAside(frame: PlacementFrame, v: number, side: 0 | 1): { half: number; open: boolean } {
  const centre = torsoPoint(frame, v, 0);
  const direction = outwards(frame, side);
  const { length, isAtArm } = rayToEdge(frame, centre, direction, { reach: 0.75 * frame.sw, stopAtArms: true });
  const isBag = probe(frame, frame.body.planes.bag, add(centre, direction, length)) > 0.5;
  return { half: length, open: !isBag && !isAtArm };
}

/** How far above and below an arm or bag that hides the outline this is searched for, in torso lengths. */
const PAST_HIDDEN = Array.from({ length: 9 }, (_, i) => 0.04 * (i + 1));

/**
 * Half width of the torso on one side at v, photo pixels; below the photo, that of its last rows. Where a hand on the hip or a bag hides
 * the outline, between those seen above and below it.
 */
export function torsoHalf(frame: PlacementFrame, v: number, side: 0 | 1): number {
  const row = Math.min(v, frame.seenTo);
  const { half, open } = lookAside(frame, row, side);
  if (open) return half;
  const [above, below] = [seenPast(frame, row, side, -1), seenPast(frame, row, side, 1)];
  if (above === null || below === null) return half;
  return above.half + ((below.half - above.half) * above.way) / (above.way + below.way);
}

/** The nearest row above (−1) or below (1) at which the outline is seen: how far away, in torso lengths, and its half width there. */
function seenPast(
  frame: PlacementFrame,
  row: number,
  side: 0 | 1,
  sign: -1 | 1,
): { readonly way: number; readonly half: number } | null {
  for (const way of PAST_HIDDEN) {
    const at = row + sign * way;
    if (at > frame.seenTo) return null;
    const { half, open } = lookAside(frame, at, side);
    if (open) return { way, half };
  }
  return null;
}

/** Usual half width of an arm at t (shoulder 0, wrist 1), photo pixels. A table estimated by eye. */
export function armRadius(frame: PlacementFrame, t: number): number {
  const share = t < 0.5 ? 0.118 - 0.06 * t : 0.088 - 0.08 * (t - 0.5);
  return Math.max(0.04, share) * frame.sw;
}

/** Usual half width of the hips, photo pixels: that of the joints and the flesh beside them. Clothes and pockets make silhouettes wider. */
export function hipHalf(frame: PlacementFrame): number {
  return distance(frame.hips[0], frame.hips[1]) / 2 + HIP_FLESH_WIDTH * frame.legLength;
}

/** Flesh beside a hip joint, in leg lengths. Source: standing people in slim trousers. */
const HIP_FLESH_WIDTH = 0.1;

/**
 * How much wider than the body fabric hangs as it was laid flat, and the share kept of any further width: the rest falls into folds. By
 * eye.
 */
const FREE_WIDTH_FACTOR = 1.12;
const KEPT_FLARE_SHARE = 0.55;

/** Half width of a worn skirt: its own when laid flat, less what gravity takes of its flare; never inside the body. */
export function drapedHalfWidth(flat: number, body: number): number {
  const free = FREE_WIDTH_FACTOR * body;
  return Math.max(body, flat <= free ? flat : free + KEPT_FLARE_SHARE * (flat - free));
}

const LEG_TABLE: Table = [
  [0, 0.108],
  [0.15, 0.1],
  [0.3, 0.088],
  [0.5, 0.064],
  [0.65, 0.064],
  [0.8, 0.05],
  [1, 0.04],
];

/** Usual half width of a leg at t (hip 0, knee .5, ankle 1), photo pixels. A table estimated by eye; too thin for foreshortened legs. */
export const legRadius = (frame: PlacementFrame, t: number): number => fromTable(LEG_TABLE, t) * frame.legLength;

/** Hip middle → knee middle → ankle middle. */
export function lowerPath(frame: PlacementFrame): PhotoPoint[] {
  const [a, b] = frame.body.legs;
  return [frame.hipMid, lerp(a.joints[1], b.joints[1], 0.5), lerp(a.joints[2], b.joints[2], 0.5)];
}
