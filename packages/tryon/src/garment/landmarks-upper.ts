import type { Point, RasterU8 } from '@drape/imaging';
import type { ProductCategory } from '@drape/contracts';
import { distance, lerp, mirrored, rightHalf } from './chain';
import { collarFeet, edgeFrom } from './collar-feet';
import { deepNeck } from './deep-neck';
import { narrowNeck } from './narrow-neck';
import { fitNeckline, outlineTop, type Neckline } from './neckline';
import { noGarment } from './no-garment';
import { readLike } from './other-half';
import type { Silhouette } from './silhouette';
import type { Seam } from './sleeve-seam';
import type { Pair, SleeveOutline, UpperLandmarks } from './types';
import { readUpperSide, readVestSide } from './upper-side';
import { mirrorSide, type UpperSide } from './upper-bare';
import type { SideOptions } from './upper-side';
import { findLyingSleeves } from './lying-sleeves';
import { TryOnRefusal } from '../refusal';
import { necksAgree, sidesAgree } from './read/guide-agrees';
import { guidedNeckline } from './read/guided-neckline';
import { guidedSides } from './read/guided-sides';
import type { UpperGuide } from './read/upper-guide';
import { findArmholes, findDeepArmholes } from './vest';

type UpperKind = 'top' | 'jacket' | 'dress';

/** Where the armpit is searched, as shares of the garment's height; a dress's flare would win further down. */
const SEARCH: Record<UpperKind, readonly number[]> = {
  top: [1],
  jacket: [1],
  dress: [0.45, 0.36, 0.28, 1],
};

/** What is known of it beside its outline. */
export interface UpperKnown {
  readonly hooded?: boolean;
  readonly bare?: boolean;
  /** Where the garment reader found its points. */
  readonly guide?: UpperGuide | null;
}

/**
 * Landmarks of tops, jackets and dresses from the outline, mended by symmetry; `hooded`: without its hood, whose jacket has no lapels;
 * `bare`: known to have no sleeves.
 *
 * Throws TryOnRefusal(garment_not_detected) where the outline has no readable halves.
 */
export function findUpperLandmarks(
  silhouette: Silhouette,
  rgba: RasterU8,
  category: ProductCategory,
  { hooded = false, bare = false, guide = null }: UpperKnown = {},
): UpperLandmarks {
  const kind = category === 'dress' || category === 'jacket' ? category : 'top';
  const guided = guide === null ? null : withGuide(silhouette, rgba, guide, { kind, hooded, bare });
  const { sides, neckline } = guided ?? readOutline(silhouette, rgba, { kind, hooded, bare });
  const [a, b] = sides;
  const back = silhouette.toGarment;
  const map = (points: readonly Point[]): Point[] => points.map(back);
  const both = <T>(pick: (side: UpperSide) => T): Pair<T> => [pick(a), pick(b)];
  const curve = neckline.curve;
  const top = (x: number): number => outlineTop(silhouette, x);
  const tips: Pair<Point> = [a.tip, b.tip];
  const neck = beyondCut([a.neck, b.neck], [curve[0], curve[curve.length - 1]]);
  const feet =
    neckline.kind === 'collar'
      ? collarFeet({
          neck,
          tip: tips,
          corners: [curve[0], curve[curve.length - 1]],
          top,
          lapels: neckline.lapels === true,
        })
      : neck;
  return {
    kind: 'upper',
    neck: [back(feet[0]), back(feet[1])],
    shoulder: both((s) => back(s.tip)),
    armpit: both((s) => back(s.armpit)),
    hem: both((s) => back(s.hem)),
    sides: both((s) => map(s.side)),
    shoulderEdges: both((s) =>
      map(feet[s === a ? 0 : 1] === s.neck ? s.shoulderEdge : edgeFrom(feet[s === a ? 0 : 1], s.shoulderEdge, top)),
    ),
    sleeves: both((s) => sleeveOf(s, back)),
    hemEdge: map(hemEdge(silhouette, a.hem, b.hem)),
    neckline: map(neckline.curve),
    necklineKind: neckline.kind,
    confidence: Math.min(a.confidence, b.confidence) * (0.6 + 0.4 * silhouette.symmetry) * neckline.confidence,
  };
}

interface SidesWithNeckline {
  readonly sides: Pair<UpperSide>;
  readonly neckline: Neckline;
}

/** What is known of the kind and of hood and sleeves. */
interface OutlineKnown {
  readonly kind: UpperKind;
  readonly hooded: boolean;
  readonly bare: boolean;
}

/** The outline alone tells where everything is. */
function readOutline(silhouette: Silhouette, rgba: RasterU8, known: OutlineKnown): SidesWithNeckline {
  const axisX = neckAxis(silhouette);
  const [left, right] = readWithLying(silhouette, rgba, axisX, known);
  return withNeckline(silhouette, rgba, openNecks(silhouette, axisX, agree(left, right, axisX, known.kind)), known);
}

/**
 * The garment reader told where everything is. What the outline alone tells likewise stands as the outline has it; for the rest the outline
 * is parted where the reader found its points. Null where the outline does not reach those.
 */
function withGuide(
  silhouette: Silhouette,
  rgba: RasterU8,
  guide: UpperGuide,
  known: OutlineKnown,
): SidesWithNeckline | null {
  const width = silhouette.right - silhouette.left;
  const alone = outlineAlone(silhouette, rgba, known);
  const led = guidedSides(silhouette, guide);
  const own = alone !== null && sidesAgree(alone.sides, guide, width) ? alone.sides : led;
  if (own === null) return null;
  if (alone !== null && necksAgree(alone.sides, alone.neckline, guide, width)) {
    const sides: Pair<UpperSide> = [
      atNeckOf(own[0], alone.sides[0], silhouette),
      atNeckOf(own[1], alone.sides[1], silhouette),
    ];
    return { sides, neckline: alone.neckline };
  }
  const sides = led ?? own;
  const [a, b] = sides;
  const { front, collar } = guide;
  const neckline =
    front === null || known.hooded
      ? null
      : guidedNeckline(silhouette, rgba, { neck: [a.neck, b.neck], shoulder: [a.tip, b.tip], front, collar });
  return neckline === null ? withNeckline(silhouette, rgba, sides, known) : { sides, neckline };
}

/** Null where it has no readable halves. */
function outlineAlone(silhouette: Silhouette, rgba: RasterU8, known: OutlineKnown): SidesWithNeckline | null {
  try {
    return readOutline(silhouette, rgba, known);
  } catch (error) {
    if (error instanceof TryOnRefusal) return null;
    throw error;
  }
}

/** A side that begins at the neck of another reading of it. */
function atNeckOf(side: UpperSide, { neck, rise }: UpperSide, silhouette: Silhouette): UpperSide {
  if (side.neck === neck) return side;
  const shoulderEdge = edgeFrom(neck, side.shoulderEdge, (x) => outlineTop(silhouette, x));
  return { ...side, neck, rise, shoulderEdge };
}

/**
 * The sides with their neckline; where a top's clear one lies far within a doubtful one, its ends are the neck's. Dresses have wide ones.
 * Tops and dresses may show a deeper one. What seems to be a collar on a hung one without sleeves are its straps.
 */
function withNeckline(
  silhouette: Silhouette,
  rgba: RasterU8,
  sides: Pair<UpperSide>,
  { kind, hooded, bare, strapped = false }: OutlineKnown & { readonly strapped?: boolean },
): SidesWithNeckline {
  const [a, b] = sides;
  const fit = ([left, right]: Pair<UpperSide>): Neckline =>
    fitNeckline(silhouette, rgba, {
      neck: [left.neck, right.neck],
      rise: Math.max(left.rise, right.rise),
      shoulder: [left.tip, right.tip],
      ...{ lapels: kind === 'jacket', hooded },
    });
  const top = (x: number): number => outlineTop(silhouette, x);
  const at = (side: UpperSide, end: Point): UpperSide => ({
    ...side,
    ...{ neck: end, rise: 0, shoulderEdge: edgeFrom(end, side.shoulderEdge, top) },
  });
  const neckline = fit(sides);
  if (kind === 'jacket' || hooded) return { sides, neckline };
  if (bare && !strapped && neckline.kind === 'collar') {
    const { curve } = neckline;
    const inner: Pair<UpperSide> = [at(a, curve[0]), at(b, curve[curve.length - 1])];
    return withNeckline(silhouette, rgba, inner, { kind, hooded, bare, strapped: true });
  }
  const read = { neckline, neck: [a.neck, b.neck], shoulder: [a.tip, b.tip], armpit: [a.armpit, b.armpit] } as const;
  const neck = kind === 'top' && !bare ? narrowNeck(silhouette, rgba, read) : null;
  if (neck === null) return { sides, neckline: deepNeck(silhouette, rgba, { ...read, top, hung: bare }) ?? neckline };
  const narrow: Pair<UpperSide> = [at(a, neck[0]), at(b, neck[1])];
  return { sides: narrow, neckline: fit(narrow) };
}

/** Neck points that the neckline cuts off with the back of a collar go to its ends: what is left begins there. */
function beyondCut(neck: Pair<Point>, ends: Pair<Point>): Pair<Point> {
  const [a, b] = neck;
  return [ends[0].x < a.x - 1 ? ends[0] : a, ends[1].x > b.x + 1 ? ends[1] : b];
}

function sleeveOf(side: UpperSide, back: (p: Point) => Point): SleeveOutline {
  return {
    length: side.length,
    outer: side.outer.map(back),
    inner: side.inner.map(back),
    gapTop: side.gapTop ? back(side.gapTop) : null,
    confidence: side.confidence,
  };
}

/** Share of the way from the shoulder's tip to the hem at which armpits lie that the outline does not show; dresses have theirs higher. */
const JACKET_PIT = 0.34;

/** What stands out further down than this share of a dress is a flounce. */
const LOWEST_PIT = 0.5;

const hasShoulders = (side: UpperSide): boolean => side.length !== 'none' || side.frill === true;

/** Both halves; a top whose outline shows no sleeve is read as jackets are where its cloth shows that sleeves lie beside it. */
function readWithLying(
  silhouette: Silhouette,
  rgba: RasterU8,
  axisX: number,
  { kind, bare }: { readonly kind: UpperKind; readonly bare: boolean },
): Pair<UpperSide> {
  const sides = readBothSides(silhouette, axisX, kind, null, bare);
  if (bare || kind !== 'top' || sides.some((side) => side.length !== 'none' || side.frill === true)) return sides;
  const seams = findLyingSleeves(silhouette, rgba);
  return seams === null ? sides : readBothSides(silhouette, axisX, kind, seams);
}

/** `seams`: lines along which a top's sleeves are known to lie beside its body; `isBare`: it is known to have none. */
function readBothSides(
  silhouette: Silhouette,
  axisX: number,
  kind: UpperKind,
  seams: Pair<Seam> | null = null,
  isBare = false,
): Pair<UpperSide> {
  const { contour } = silhouette;
  const rightChain = rightHalf(contour, axisX);
  const leftChain = rightHalf(mirrored(contour, axisX), axisX);
  const vest = kind === 'jacket' ? readVest(leftChain, rightChain, axisX) : null;
  if (vest !== null) return vest;
  const lowest = silhouette.top + LOWEST_PIT * (silhouette.bottom - silhouette.top);
  const isHigh = (side: UpperSide): boolean => kind !== 'dress' || side.armpit.y < lowest;
  let bare: Pair<UpperSide> | null = null;
  for (const searchShare of SEARCH[kind]) {
    const options: SideOptions = {
      searchShare,
      expectSleeve: !isBare && (kind === 'jacket' || seams !== null),
      armpitShare: kind === 'dress' ? 0.3 : JACKET_PIT,
      boundArmhole: kind === 'dress',
      bare: isBare,
    };
    const [left, right] = readAlike(leftChain, rightChain, axisX, options, seams);
    const sides: Pair<UpperSide> = [mirrorSide(left, axisX), right];
    if (sides.some((side) => hasShoulders(side) && isHigh(side))) return sides;
    if (bare === null || searchShare < 0.5) bare = sides;
  }
  if (bare === null) throw noGarment('The outline of the garment cannot be read.');
  return bare;
}

/** Both halves of a vest; the other half's arm hole is copied where a hanger's end or a fold hides one. Null for all else. */
function readVest(leftChain: readonly Point[], rightChain: readonly Point[], axisX: number): Pair<UpperSide> | null {
  const seen = findArmholes(leftChain, rightChain, axisX);
  const deep = seen.includes(null) ? findDeepArmholes(leftChain, rightChain, axisX) : null;
  const [a, b] = deep ?? seen;
  const left = a === null ? null : mirrorSide(readVestSide(leftChain, axisX, a), axisX);
  const right = b === null ? null : readVestSide(rightChain, axisX, b);
  if (left !== null && right !== null) return [left, right];
  if (left !== null) return deep !== null || shortSleeved(rightChain, axisX) ? [left, mirrorSide(left, axisX)] : null;
  if (right !== null) return deep !== null || shortSleeved(leftChain, axisX) ? [mirrorSide(right, axisX), right] : null;
  return null;
}

/** Whether a jacket's half seems to have a short sleeve, which it does not: a hanger's end stands out of the arm hole. */
function shortSleeved(chain: readonly Point[], axisX: number): boolean {
  const side = readUpperSide(chain, axisX, { searchShare: 1, expectSleeve: true, armpitShare: JACKET_PIT });
  return side?.length === 'short';
}

/** Whether a half's sleeve is so clear that the other half has one, too. */
const tellsSleeve = (side: UpperSide, { expectSleeve }: Pick<SideOptions, 'expectSleeve'>): boolean =>
  side.length !== 'none' && (expectSleeve || side.confidence > 0.7 || side.length === 'long');

/** A shoulder's tip nearer to the axis than this share of the other one's was lost where the outline shows no bend. */
const TIP_LOST = 0.7;

/** A shoulder's tip nearer to the axis than this share of the line between sleeve and body is none. */
const TIP_INSIDE = 0.85;

/** Both halves, each as a right one; where a sleeve hides one shoulder's end, that half is read again with the other's reach. */
function readAlike(
  leftChain: readonly Point[],
  rightChain: readonly Point[],
  axisX: number,
  options: SideOptions,
  seams: Pair<Seam> | null,
): Pair<UpperSide> {
  const read = (chain: readonly Point[], tipOut?: number): UpperSide => {
    const side = readUpperSide(chain, axisX, tipOut === undefined ? options : { ...options, tipOut });
    if (side === null) throw noGarment('The outline of the garment cannot be read.');
    return side;
  };
  /** An arm hole runs down from the shoulder's end to the seam: what lies far inside of it is a collar's corner. */
  const readBeside = (chain: readonly Point[], seam: Seam | undefined): UpperSide => {
    const side = read(chain);
    const out = seam === undefined ? 0 : Math.abs(seam.path[0].x - axisX);
    return side.tip.x - axisX < TIP_INSIDE * out ? read(chain, out) : side;
  };
  const [left, right] = [readBeside(leftChain, seams?.[0]), readBeside(rightChain, seams?.[1])];
  if (left.length === 'none' && tellsSleeve(right, options))
    return [readLike(leftChain, right, axisX, options) ?? left, right];
  if (right.length === 'none' && tellsSleeve(left, options))
    return [left, readLike(rightChain, left, axisX, options) ?? right];
  const [a, b] = [left.tip.x - axisX, right.tip.x - axisX];
  if (left.length !== 'long' || right.length !== 'long') return [left, right];
  if (a < TIP_LOST * b) return [read(leftChain, b), right];
  return b < TIP_LOST * a ? [left, read(rightChain, a)] : [left, right];
}

/** Rows near the hem, as shares of the height: sleeves seldom hang there. */
const HEM_ROWS = [0.85, 0.95] as const;
/** From this distance from the hem's middle, in widths, what stands up may be one shoulder instead of a collar. */
const ONE_SIDED = 0.12;

/**
 * The axis through the neck: the middle of the topmost rows where those are one narrow piece near the garment's axis
 * (a collar), else the garment's axis. Sleeves that lie unevenly move the latter, never the former. One shoulder that stands higher
 * than the other is no collar: the hem's middle lies far from it and near the garment's axis.
 */
function neckAxis(silhouette: Silhouette): number {
  const { top, bottom, left, right, axisX } = silhouette;
  const height = bottom - top;
  const [from, to] = spanOfRows(silhouette, top, top + 0.03 * height);
  const width = right - left;
  const middle = (from + to) / 2;
  const off = Math.abs(middle - axisX);
  if (to - from >= 0.32 * width || off <= 0.03 * width || off >= 0.2 * width) return axisX;
  const hem = spanOfRows(silhouette, top + HEM_ROWS[0] * height, top + HEM_ROWS[1] * height);
  const hemMiddle = (hem[0] + hem[1]) / 2;
  const fromHem = Math.abs(hemMiddle - middle);
  return fromHem > ONE_SIDED * width && Math.abs(hemMiddle - axisX) < fromHem / 2 ? axisX : middle;
}

/** First column and end of what the mask covers in some rows. */
function spanOfRows({ mask }: Silhouette, first: number, end: number): [from: number, to: number] {
  let [from, to] = [mask.width, 0];
  for (let y = Math.floor(first); y < end; y++) {
    for (let x = 0; x < mask.width; x++) {
      if (mask.data[y * mask.width + x] < 0.5) continue;
      from = Math.min(from, x);
      to = Math.max(to, x + 1);
    }
  }
  return [from, to];
}

/** Makes the two halves tell the same story: the surer half replaces one that contradicts it. */
function agree(left: UpperSide, right: UpperSide, axisX: number, kind: UpperKind): Pair<UpperSide> {
  if ((left.length === 'none') !== (right.length === 'none')) {
    const sleeved = left.length === 'none' ? right : left;
    const wanted = tellsSleeve(sleeved, { expectSleeve: kind === 'jacket' });
    const model = wanted ? sleeved : left.length === 'none' ? left : right;
    const copied = mirrorSide(model, axisX);
    // the sleeve is the other's, the neck may be read rightly here
    const { neck, rise } = model === right ? left : right;
    const copy = { ...copied, neck, rise, shoulderEdge: [neck, copied.tip], confidence: 0.4 };
    return mendNecks(model === right ? [copy, right] : [left, copy], axisX);
  }
  return mendNecks(mendTips(...mendArmholes([left, right]), axisX), axisX);
}

/** Arm holes whose lower ends lie further apart in height than this share of their depth: one ran on into the side seam. */
const UNEVEN_PITS = 0.25;

/** The arm hole that runs on further ends where the other one does. */
function mendArmholes(sides: Pair<UpperSide>): Pair<UpperSide> {
  const [a, b] = sides;
  if (a.length !== 'none' || b.length !== 'none') return sides;
  const depth = (side: UpperSide): number => side.armpit.y - side.tip.y;
  const off = b.armpit.y - a.armpit.y;
  if (Math.abs(off) < UNEVEN_PITS * Math.max(depth(a), depth(b))) return sides;
  return off > 0 ? [a, endArmhole(b, a.armpit.y)] : [endArmhole(a, b.armpit.y), b];
}

/** The side with its arm hole's edge ended at a height; the rest of the edge is side seam. */
function endArmhole(side: UpperSide, y: number): UpperSide {
  const below = side.outer.findIndex((p, i) => i > 0 && p.y > y);
  const last = below - 1;
  if (last < 1) return side;
  const armpit = side.outer[last];
  return {
    ...side,
    armpit,
    inner: [armpit],
    outer: side.outer.slice(0, last + 1),
    side: [...side.outer.slice(last), ...side.side],
  };
}

/** Of the way from axis to shoulder tip: neck points nearer to the axis than the first are taken from the second. */
const NECK_MIN = 0.12;
const NECK_TEMPLATE = 0.45;

/** Ruffles and straps can lead both neck points to the axis itself: they are put where necks are, on the outline. */
function openNecks(silhouette: Silhouette, axisX: number, sides: Pair<UpperSide>): Pair<UpperSide> {
  const open = (side: UpperSide): UpperSide => {
    const reach = side.tip.x - axisX;
    if (Math.abs(side.neck.x - axisX) > NECK_MIN * Math.abs(reach)) return side;
    const x = axisX + NECK_TEMPLATE * reach;
    const neck = { x, y: outlineTop(silhouette, x) };
    return { ...side, neck, rise: 0, shoulderEdge: [neck, side.tip], confidence: side.confidence * 0.7 };
  };
  return [open(sides[0]), open(sides[1])];
}

/** Neck points whose distances from the axis differ by more than a quarter take their mean. */
function mendNecks([left, right]: Pair<UpperSide>, axisX: number): Pair<UpperSide> {
  const a = axisX - left.neck.x;
  const b = right.neck.x - axisX;
  if (Math.abs(a - b) < 0.25 * Math.max(a, b)) return [left, right];
  const shoulder = right.tip.x - left.tip.x;
  const plausible = (d: number): number => Math.abs(d / Math.max(1, shoulder) - 0.18);
  const model = plausible(a) < plausible(b) ? left : right;
  const copy = (side: UpperSide): UpperSide => {
    const neck = { x: 2 * axisX - model.neck.x, y: model.neck.y };
    return { ...side, neck, rise: model.rise, shoulderEdge: [neck, side.tip], confidence: side.confidence * 0.8 };
  };
  return model === left ? [left, copy(right)] : [copy(left), right];
}

function mendTips(left: UpperSide, right: UpperSide, axisX: number): Pair<UpperSide> {
  const a = axisX - left.tip.x;
  const b = right.tip.x - axisX;
  if (Math.abs(a - b) < 0.12 * Math.max(a, b)) return [left, right];
  return [
    { ...left, confidence: left.confidence * 0.8 },
    { ...right, confidence: right.confidence * 0.8 },
  ];
}

/** The bottom outline between the hem corners, image left to right. */
function hemEdge(silhouette: Silhouette, left: Point, right: Point): Point[] {
  const { contour } = silhouette;
  const from = nearestIndex(contour, right);
  const to = nearestIndex(contour, left);
  const edge: Point[] = [];
  for (let i = from; i !== to; i = (i + 1) % contour.length) edge.push(contour[i]);
  edge.push(contour[to]);
  edge.reverse();
  return edge.length > contour.length * 0.6 ? [left, lerp(left, right, 0.5), right] : edge;
}

function nearestIndex(points: readonly Point[], p: Point): number {
  let best = 0;
  for (let i = 1; i < points.length; i++) if (distance(points[i], p) < distance(points[best], p)) best = i;
  return best;
}
