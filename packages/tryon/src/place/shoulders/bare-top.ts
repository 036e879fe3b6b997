import type { BareTop, UpperLandmarks } from '../../model/garment';
import type { GarmentPoint, PhotoPoint } from '../../model/points';
import { bareHalf } from '../body/bare-body';
import { outwards, probe, rayToEdge, torsoPoint, type PlacementFrame } from '../body/placement-frame';
import { onShoulder, shoulderLines } from './shoulder-line';
import type { Pair } from '../../model/pair';
import { clamp } from '../../geometry/numbers';
import { add, distance, dot, sub } from '../../geometry/vector';

/** Position on the body of a garment that is not held by the shoulders: its size and its upper edge. All points in photo pixels. */
export interface BareTopFit {
  /** Garment pixels → photo pixels, across and along. */
  readonly s: number;
  readonly sv: number;
  readonly neck: Pair<PhotoPoint>;
  readonly tips: Pair<PhotoPoint>;
  /** The edge between neck point and tip, at a share of the way. */
  readonly shoulderAt: (side: 0 | 1, t: number) => PhotoPoint;
  /** The bare shoulders above it: foot of the neck and end of the shoulder on their own line. */
  readonly skin: { readonly neck: Pair<PhotoPoint>; readonly tips: Pair<PhotoPoint> };
}

/** Width of an edge without flounces, in widths of the chest under it. */
const EDGE_EASE = 1.03;
/** How far an edge over the arms extends beyond the person's own outline there, in shoulder widths. */
const BEYOND_ARM_RANGE = { min: 0.015, max: 0.1 } as const;
/** Positions on the shoulder's line at which the bare shoulder begins and ends, in shoulder widths from the spine: as under straps. */
const BARE_SHOULDER_FROM = 0.26;
const BARE_SHOULDER_TO = 0.46;

/** Places the upper edge as high on the body as on the model's, extended on both sides to the arms where flounces hang over these. */
export function fitBareTop(frame: PlacementFrame, marks: UpperLandmarks, bare: BareTop): BareTopFit {
  const { wearer } = bare;
  const width = Math.max(1, distance(marks.shoulder[0], marks.shoulder[1]));
  const s = frame.sw / wearer.shoulderWidth;
  const sv = frame.tl / wearer.torsoLength;
  const fall = (i: 0 | 1): number => depthBelowNeck(marks, marks.shoulder[i]) * sv;
  const outAt = (i: 0 | 1): number =>
    bare.reach[i] > 0 ? overArm(frame, i, bare, (width * s) / 2) : EDGE_EASE * bareHalf(frame, bare.edge, i);
  const outs = [outAt(0), outAt(1)] as const;
  const share = distance(marks.neck[0], marks.neck[1]) / width;
  const at = (i: 0 | 1, t: number): PhotoPoint => {
    const u = (share + t * (1 - share)) * outs[i] * (i === 0 ? -1 : 1);
    return torsoPoint(frame, bare.edge + (t * t * fall(i)) / frame.tl, u / frame.sw);
  };
  const lines = shoulderLines(frame, false);
  const skin = (u: number): Pair<PhotoPoint> => [onShoulder(frame, lines[0], 0, u), onShoulder(frame, lines[1], 1, u)];
  return {
    s,
    sv,
    shoulderAt: at,
    neck: [at(0, 0), at(1, 0)],
    tips: [at(0, 1), at(1, 1)],
    skin: { neck: skin(BARE_SHOULDER_FROM), tips: skin(BARE_SHOULDER_TO) },
  };
}

/** Distance of a point below the neck points' middle, along the garment, in its pixels. */
function depthBelowNeck({ neck, hem }: UpperLandmarks, p: GarmentPoint): number {
  const top = { x: (neck[0].x + neck[1].x) / 2, y: (neck[0].y + neck[1].y) / 2 };
  const axis = { x: (hem[0].x + hem[1].x) / 2 - top.x, y: (hem[0].y + hem[1].y) / 2 - top.y };
  return dot(sub(p, top), axis) / Math.max(1, Math.hypot(axis.x, axis.y));
}

/** Distance from the spine at which the edge crosses the outside of the arm, photo pixels. */
function overArm(frame: PlacementFrame, i: 0 | 1, { edge }: BareTop, own: number): number {
  const centre = torsoPoint(frame, edge, 0);
  const outward = outwards(frame, i);
  const { length: seen } = rayToEdge(frame, centre, outward, {
    reach: ARM_OUTSIDE_LIMITS.bare * frame.sw + frame.sw / 2,
    stopAtArms: false,
  });
  const isBare = probe(frame, frame.body.planes.skin, add(centre, outward, seen - SKIN_PROBE_DEPTH * frame.sw)) > 0.5;
  const joint = Math.abs(dot(sub(frame.shoulders[i], frame.shoulderMid), frame.across));
  const max = isBare ? ARM_OUTSIDE_LIMITS.bare : ARM_OUTSIDE_LIMITS.sleeved;
  const arm = clamp(seen, joint + ARM_OUTSIDE_LIMITS.min * frame.sw, joint + max * frame.sw);
  return clamp(own, arm + BEYOND_ARM_RANGE.min * frame.sw, arm + BEYOND_ARM_RANGE.max * frame.sw);
}

/**
 * Distance of an arm's outside beyond the shoulder joint, in shoulder widths: least; greatest in an old sleeve; greatest where it is bare
 * and therefore seen.
 */
const ARM_OUTSIDE_LIMITS = { min: 0.08, sleeved: 0.17, bare: 0.3 } as const;
/** How far inside an arm's outline its skin is probed, in shoulder widths. */
const SKIN_PROBE_DEPTH = 0.03;
