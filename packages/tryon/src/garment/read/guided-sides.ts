import type { Point } from '@drape/imaging';
import { mirrored, piece, rightHalf } from '../../geometry/chain';
import type { Silhouette } from '../landmarks/silhouette';
import { noGarment } from '../no-garment';
import type { SleeveLength } from '../../model/garment';
import { OFF_OUTLINE_DISTANCE, OFF_OUTLINE_CONFIDENCE, trustOf, type GuideMark } from './guide-mark';
import { partOutline } from './part-outline';
import type { UpperGuide } from './upper-guide';
import type { Pair } from '../../model/pair';
import { distance, lerp } from '../../geometry/vector';
import { mean } from '../../geometry/numbers';

/** Outline of one half of an upper garment, as if it were the image-right half. */
export interface UpperSide {
  readonly neck: Point;
  readonly tip: Point;
  readonly armpit: Point;
  readonly hem: Point;
  readonly shoulderEdge: readonly Point[];
  readonly side: readonly Point[];
  readonly outer: readonly Point[];
  readonly inner: readonly Point[];
  readonly length: SleeveLength;
  readonly gapTop: Point | null;
  readonly confidence: number;
}

/** The same half in another frame. */
export const mapSide = (side: UpperSide, map: (p: Point) => Point): UpperSide => ({
  ...side,
  neck: map(side.neck),
  tip: map(side.tip),
  armpit: map(side.armpit),
  hem: map(side.hem),
  shoulderEdge: side.shoulderEdge.map(map),
  side: side.side.map(map),
  outer: side.outer.map(map),
  inner: side.inner.map(map),
  gapTop: side.gapTop && map(side.gapTop),
});

/** An armpit farther inside the outline than this share of the width is under a sleeve that hangs beside the body. */
const INNER_ARMPIT_DISTANCE = 0.035;
/** Weight of armpits under hanging sleeves. They are within the outline and hardly show where the gap begins. */
const ARMPIT_WEIGHT = 0.5;
/** A cuff farther from the outline than this share of the width is on the body. */
const CUFF_ON_BODY_DISTANCE = 0.05;
/** Distance of a long sleeve's cuff from the armhole, in armhole depths. */
const LONG_SLEEVE_DEPTHS = 1.55;

/** The reader's points of one half, as if it were the image-right half. */
interface HalfGuide {
  readonly neck: GuideMark;
  readonly shoulder: GuideMark;
  readonly armpit: GuideMark;
  readonly hem: GuideMark;
  readonly cuff: Pair<GuideMark> | null;
}

/**
 * Both halves of a top, jacket or dress: the outline, divided where the garment reader found neck, shoulder, cuff, armpit and hem.
 *
 * Space: the silhouette's frame. Throws TryOnRefusal(garment_not_detected) where the outline has no two halves.
 */
export function guidedSides(silhouette: Silhouette, guide: UpperGuide): Pair<UpperSide> {
  const { contour } = silhouette;
  const axisX = axisOf(guide);
  const flip = <P extends Point>(p: P): P => ({ ...p, x: 2 * axisX - p.x });
  const half = (i: 0 | 1, put: <P extends Point>(p: P) => P): HalfGuide => {
    const cuff = guide.cuffs[i];
    return {
      neck: put(guide.neck[i]),
      shoulder: put(guide.shoulder[i]),
      armpit: put(guide.armpit[i]),
      hem: put(guide.hem[i]),
      cuff: cuff === null ? null : [put(cuff[0]), put(cuff[1])],
    };
  };
  const width = silhouette.right - silhouette.left;
  const left = guidedSide(rightHalf(mirrored(contour, axisX), axisX), half(0, flip), width);
  const own = half(1, (p) => p);
  const right = guidedSide(rightHalf(contour, axisX), own, width);
  if (left === null || right === null) throw noGarment('The outline of the garment cannot be read.');
  return [mapSide(left, flip), right];
}

/** The axis between both halves, at the neck and the hem alike. */
function axisOf({ neck, hem, shoulder }: UpperGuide): number {
  return mean([neck, shoulder, hem].map(([a, b]) => (a.x + b.x) / 2));
}

/** `chain` runs clockwise from the axis at the top to the axis at the bottom. */
function guidedSide(chain: readonly Point[], guide: HalfGuide, width: number): UpperSide | null {
  const { neck, shoulder, armpit, hem, cuff } = guide;
  const marks = [neck, shoulder, ...(cuff ?? []), armpit, hem];
  const wanted = marks.map((mark) => ({ x: mark.x, y: mark.y, weight: mark === armpit ? ARMPIT_WEIGHT : 1 }));
  const found = partOutline(chain, wanted);
  if (found === null) return null;
  const cuffOff = cuff === null ? 0 : Math.max(distance(cuff[0], chain[found[2]]), distance(cuff[1], chain[found[3]]));
  if (cuff !== null && cuffOff > CUFF_ON_BODY_DISTANCE * width)
    return sideWithSleeveOnBody(chain, { ...guide, cuff }, width);
  const isMisplaced = wanted.some(
    (mark, k) => mark.weight === 1 && distance(mark, chain[found[k]]) > OFF_OUTLINE_DISTANCE * width,
  );
  const at: Parts = {
    neck: found[0],
    tip: found[1],
    cuff: cuff === null ? null : [found[2], found[3]],
    pit: found[found.length - 2],
    hem: found[found.length - 1],
  };
  const lowest = Math.min(...marks.map(({ confidence }) => confidence));
  return sideOf(
    chain,
    at,
    { armpit, isInside: distance(armpit, chain[at.pit]) > INNER_ARMPIT_DISTANCE * width },
    (isMisplaced ? OFF_OUTLINE_CONFIDENCE : 1) * trustOf(lowest),
  );
}

/** A half whose sleeve is on the body down to its cuff: its inner edge is a straight guess. */
function sideWithSleeveOnBody(
  chain: readonly Point[],
  { neck, shoulder, armpit, hem, cuff }: HalfGuide & { readonly cuff: Pair<GuideMark> },
  width: number,
): UpperSide | null {
  const found = partOutline(
    chain,
    [neck, shoulder, cuff[0], hem].map(({ x, y }, k) => ({ x, y, weight: k === 2 ? CUFF_ON_BODY_WEIGHT : 1 })),
  );
  if (found === null) return null;
  const [top, tip, near, low] = found;
  const off = [distance(neck, chain[top]), distance(shoulder, chain[tip]), distance(hem, chain[low])];
  const isMisplaced = Math.max(...off) > OFF_OUTLINE_DISTANCE * width;
  const lowest = Math.min(...[neck, shoulder, armpit, hem, ...cuff].map(({ confidence }) => confidence));
  const pit = { x: armpit.x, y: armpit.y };
  const end = { x: cuff[1].x, y: cuff[1].y };
  return {
    neck: chain[top],
    tip: chain[tip],
    armpit: pit,
    hem: chain[low],
    shoulderEdge: piece(chain, top, tip),
    side: [pit, chain[low]],
    outer: [...piece(chain, tip, near), { x: cuff[0].x, y: cuff[0].y }],
    inner: [pit, end],
    length: 'long',
    gapTop: end,
    confidence: SLEEVE_ON_BODY_CONFIDENCE * (isMisplaced ? OFF_OUTLINE_CONFIDENCE : 1) * trustOf(lowest),
  };
}

/** Weight of the outer corner of a cuff that is on the body: the outline turns away from it. */
const CUFF_ON_BODY_WEIGHT = 0.2;
/** Trust in a sleeve that is on the body, as its inner edge is not seen. */
const SLEEVE_ON_BODY_CONFIDENCE = 0.75;

/** Indices of points of the chain. */
interface Parts {
  readonly neck: number;
  readonly tip: number;
  /** Outer and inner end. */
  readonly cuff: Pair<number> | null;
  readonly pit: number;
  readonly hem: number;
}

function sideOf(
  chain: readonly Point[],
  at: Parts,
  { armpit, isInside }: { readonly armpit: Point; readonly isInside: boolean },
  confidence: number,
): UpperSide {
  const isOnBody = isInside && at.cuff !== null;
  const pit = isOnBody ? { x: armpit.x, y: armpit.y } : chain[at.pit];
  const start = isOnBody ? [pit] : [];
  const shared = {
    neck: chain[at.neck],
    tip: chain[at.tip],
    armpit: pit,
    hem: chain[at.hem],
    shoulderEdge: piece(chain, at.neck, at.tip),
    side: [...start, ...piece(chain, at.pit, at.hem)],
    confidence,
  };
  if (at.cuff === null)
    return { ...shared, outer: piece(chain, at.tip, at.pit), inner: [chain[at.pit]], length: 'none', gapTop: null };
  const [outer, inner] = at.cuff;
  const root = lerp(chain[at.tip], pit, 0.5);
  const end = lerp(chain[outer], chain[inner], 0.5);
  const armhole = Math.max(1, distance(chain[at.tip], pit));
  return {
    ...shared,
    outer: piece(chain, at.tip, outer),
    inner: [...start, ...piece(chain, at.pit, inner)],
    length: distance(root, end) > LONG_SLEEVE_DEPTHS * armhole ? 'long' : 'short',
    gapTop: isOnBody ? chain[at.pit] : null,
  };
}
