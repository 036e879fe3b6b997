import type { Point } from '@drape/imaging';
import type { GarmentLandmarks, UpperLandmarks } from '../../model/garment';
import type { SheetName } from './sheets';
import { distance, lerp } from '../../geometry/vector';

/** A cut that lets the part on one side of it move alone. */
export interface Slit {
  /** The sheet that hangs free, and the side of the slit that it is on. */
  readonly sheet: SheetName;
  readonly side: 'left' | 'right';
  /** Downwards, garment pixels; the first point is where the cut begins. */
  readonly path: readonly Point[];
  /** Lowest row of the free part: below it nothing is cut. */
  readonly end: number;
  /** Lowest row in which both parts have a strip beside the slit, so that no hole opens when one of them turns; else 0. */
  readonly overlapUntil: number;
  /** Where that strip is: across the slit, under the body that is drawn over it; or on the free side, under the sleeve. */
  readonly strip: 'under-body' | 'under-sleeve';
}

/** Angle from straight down above which a sleeve laid out flat must turn in the armhole to hang: it is cut loose there. */
const SPREAD_RAD = (30 * Math.PI) / 180;
/** Where the cut of a spread sleeve begins, as a share of the way from shoulder tip to armpit. */
const CUT_START_SHARE = 0.12;

/** The slits that a garment's landmarks call for: between its legs, and under each sleeve. */
export function slitsOf(landmarks: GarmentLandmarks): Slit[] {
  switch (landmarks.kind) {
    case 'pants': {
      const leg = {
        path: monotone(landmarks.slit),
        end: Number.POSITIVE_INFINITY,
        overlapUntil: 0,
        strip: 'under-body',
      } as const;
      return [
        { ...leg, sheet: 'leg0', side: 'left' },
        { ...leg, sheet: 'leg1', side: 'right' },
      ];
    }
    case 'skirt':
      return [];
    case 'upper':
      return ([0, 1] as const).flatMap((i) => sleeveSlit(landmarks, i));
  }
}

function sleeveSlit(landmarks: UpperLandmarks, i: 0 | 1): Slit[] {
  const sleeve = landmarks.sleeves[i];
  if (sleeve.length === 'none') return [];
  const atNotch = sleeve.gapTop !== null && distance(sleeve.inner[sleeve.inner.length - 1], sleeve.gapTop) < 2;
  const margin = atNotch ? CUFF_WIDTH : CUFF_MARGIN;
  const beyond = (i === 0 ? margin : -margin) * distance(landmarks.hem[0], landmarks.hem[1]);
  const lowestHem = Math.max(...landmarks.hemEdge.map((p) => p.y));
  const under = underSleeve(landmarks.sides[i], sleeve.inner, sleeve.gapTop, { beyond, from: lowestHem });
  const spread = isSpread(landmarks, i);
  const loose = spread || sleeve.gapTop !== null;
  const armpit = landmarks.armpit[i];
  const path = loose ? monotone([lerp(landmarks.shoulder[i], armpit, CUT_START_SHARE), armpit, ...under]) : under;
  if (path.length < 2) return [];
  const lowest = Math.max(...sleeve.outer.map((p) => p.y), ...sleeve.inner.map((p) => p.y));
  const end = lowest + 0.15 * distance(landmarks.shoulder[i], armpit);
  const names = { sheet: i === 0 ? 'sleeve0' : 'sleeve1', side: i === 0 ? 'left' : 'right' } as const;
  const overlapUntil = spread ? armpit.y : (sleeve.gapTop?.y ?? 0);
  return [{ ...names, path, end, overlapUntil, strip: spread ? 'under-body' : 'under-sleeve' }];
}

/** Whether a sleeve is laid out so far from straight down that it is cut loose along its armhole. */
export function isSpread(landmarks: UpperLandmarks, i: 0 | 1): boolean {
  const sleeve = landmarks.sleeves[i];
  if (sleeve.length === 'none' || sleeve.gapTop !== null) return false;
  const root = lerp(landmarks.shoulder[i], landmarks.armpit[i], 0.5);
  const cuff = lerp(sleeve.outer[sleeve.outer.length - 1], sleeve.inner[sleeve.inner.length - 1], 0.5);
  const down = Math.atan2(cuff.y - root.y, Math.abs(cuff.x - root.x));
  return Math.PI / 2 - down > SPREAD_RAD;
}

/** x of the slit at a row: straight above its beginning, straight below its end. */
export function slitX(path: readonly Point[], y: number): number {
  if (y <= path[0].y) return path[0].x;
  for (let i = 1; i < path.length; i++) {
    if (y <= path[i].y)
      return lerp(path[i - 1], path[i], (y - path[i - 1].y) / Math.max(1e-6, path[i].y - path[i - 1].y)).x;
  }
  return path[path.length - 1].x;
}

/** How far past its edge a cuff that points inwards still belongs to the sleeve below the hem, in hem widths. */
const CUFF_MARGIN = 0.04;
/** The same where its inner edge ends in the notch between cuff and hem: nothing shows how far the cuff points inwards. */
const CUFF_WIDTH = 0.22;

/** How far past a sleeve's inner edge a cut runs (inwards by its sign), and the row below which there is no body. */
interface CuffCut {
  readonly beyond: number;
  readonly from: number;
}

/**
 * The middle between the sleeve's inner edge and the side seam, row by row from where the gap begins. Below the seam's end it follows the
 * inner edge, below the hem `cuff.beyond` from it.
 */
function underSleeve(side: readonly Point[], inner: readonly Point[], gapTop: Point | null, cuff: CuffCut): Point[] {
  const start = gapTop ?? side[0];
  const path: Point[] = [start];
  const last = Math.max(side[side.length - 1].y, inner[inner.length - 1].y);
  const step = Math.max(2, (last - start.y) / 80);
  let x = start.x;
  for (let y = start.y + step; y < last + step; y += step) {
    const a = rowOf(side, y, start.y);
    const b = rowOf(inner, y, start.y);
    if (a !== null && b !== null) x = (a + b) / 2;
    else if (b !== null) x = b + (y > cuff.from ? cuff.beyond : 2 * Math.sign(cuff.beyond));
    path.push({ x, y });
  }
  if (inner[inner.length - 1].y <= side[side.length - 1].y + step) {
    const row = Math.max(last + step, cuff.from);
    path.push({ x, y: row }, { x: x + cuff.beyond, y: row + step });
  }
  return monotone(path);
}

/** x where a polyline first crosses the row below `from`; null where it does not. */
function rowOf(points: readonly Point[], y: number, from: number): number | null {
  for (let i = 1; i < points.length; i++) {
    const a = points[i - 1];
    const b = points[i];
    if (Math.max(a.y, b.y) < from || a.y <= y === b.y <= y) continue;
    return lerp(a, b, (y - a.y) / (b.y - a.y)).x;
  }
  return null;
}

function monotone(points: readonly Point[]): Point[] {
  const path: Point[] = [];
  for (const p of points) {
    const last = path[path.length - 1];
    if (!last || (p.y > last.y + 0.25 && distance(p, last) > 0.5)) path.push(p);
  }
  return path;
}
