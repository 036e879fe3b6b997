import {
  applyAffine,
  createPlane,
  createRaster,
  dilate,
  guidedFilter,
  invertAffine,
  largestComponent,
  sampleAffine,
  samplePlaneAffine,
  type Affine,
  type PlaneF32,
  type Point,
  type RasterU8,
} from '@drape/imaging';
import type { GarmentPoint, GarmentRead, ReadPoint } from '../../ports';
import { dropAlpha, packCutOut } from '../cut-out';
import { alphaPlane } from '../silhouette';
import type { Pair, Place } from '../types';
import { fillByPatches } from './fill-by-patches';
import { partOver } from './part-plane';

/** A cut-out, where it lies in its picture, and what the garment reader says of it. */
export interface ReadCutOut {
  readonly rgba: RasterU8;
  readonly place: Place;
  readonly read: GarmentRead;
}

const SIDES = ['Left', 'Right'] as const;
type Side = (typeof SIDES)[number];

/** A sleeve is believed to lie folded from this probability on; its points need this confidence to be moved by. */
const FOLDED_SURE = 0.6;
const POINT_SURE = 0.1;
/** The edge of a sleeve on its own cloth: window of the guided filter in cut-out heights, its ε, and the ramp that is left of it. */
const EDGE = { radius: 0.012, eps: 4e-4, from: 0.35, to: 0.65 } as const;
/** A sleeve that lies on the body with less than this share of it is read where it lies: cuffs on a hem, sleeves that touch the body. */
const ON_BODY = 0.35;
/** A sleeve's shadow on the body goes with it: so far around it, in cut-out heights, the body is painted anew. */
const SHADOW = 0.008;
/** A sleeve smaller than this share of the cut-out is not moved: hardly anything of it was seen. */
const SMALLEST = 0.01;

/**
 * Lays sleeves that are folded onto the body out beside it, as they were before somebody folded them: turned over about the crease at the
 * elbow, or else about the arm hole. The body below is painted from the cloth around. A sleeve that is hidden, or of which too little is
 * seen, is the other one mirrored.
 *
 * Space: the cut-out grows as far as the sleeves reach; the reader's points go with them. Null where no sleeve lies folded or hidden,
 * or the reader does not tell enough of it.
 */
export function unfoldSleeves(seen: ReadCutOut): ReadCutOut | null {
  const folded = SIDES.filter((side) => !isSpread(seen.read, side));
  const found = folded.map((side) => moveOf(seen, side));
  if (folded.length === 0 || found.includes(null)) return null;
  const moves = found.filter((move) => move !== null && move !== 'stays');
  const read = withMoved(seen, folded, moves);
  return moves.length === 0 ? { ...seen, read } : laidOut({ ...seen, read }, withoutSleeves(seen, moves), moves);
}

function isSpread({ answers }: GarmentRead, side: Side): boolean {
  const { value } = answers[`sleeve${side}`];
  return value === 'spread' || value === 'none';
}

/** What is taken from where, to where. */
interface SleeveMove {
  readonly side: Side;
  /** Where the sleeve lies folded: it leaves the body there; null for a hidden one. */
  readonly lies: PlaneF32 | null;
  /** What is laid out, 0…1, and the map that lays it out, both of the cut-out's pixels. */
  readonly piece: PlaneF32;
  readonly map: Affine;
  /** The sleeve's points in the cut-out, laid out. */
  readonly points: Readonly<Partial<Record<GarmentPoint, Point>>>;
}

/** How a sleeve is laid out; `stays` where it hardly lies on the body; null where too little is known. */
function moveOf(seen: ReadCutOut, side: Side): SleeveMove | 'stays' | null {
  const { value, probability } = seen.read.answers[`sleeve${side}`];
  if (value === 'hidden') return mirroredMove(seen, side, null);
  if (value !== 'folded' || probability < FOLDED_SURE) return null;
  const lies = sleevePiece(seen, side);
  if (lies === null) return mirroredMove(seen, side, null);
  if (shareWithin(lies, bodyOf(seen)) < ON_BODY) return 'stays';
  return turnedMove(seen, side, lies) ?? mirroredMove(seen, side, lies);
}

function shareWithin(piece: PlaneF32, area: PlaneF32): number {
  const sums = { within: 0, all: 1e-6 };
  for (const [i, value] of piece.data.entries()) {
    sums.all += value;
    sums.within += value * area.data[i];
  }
  return sums.within / sums.all;
}

/** The sleeve turned over about its crease; null where its points are not told. */
function turnedMove(seen: ReadCutOut, side: Side, lies: PlaneF32): SleeveMove | null {
  const shoulder = sureIn(seen, `shoulder${side}`);
  const armpit = sureIn(seen, `armpit${side}`);
  const outer = sureIn(seen, `cuff${side}Outer`);
  const inner = sureIn(seen, `cuff${side}Inner`);
  const elbow = seen.read.points[`elbow${side}`].presence < 0.5 ? null : sureIn(seen, `elbow${side}`);
  if (shoulder === null || outer === null || inner === null) return null;
  const cuff = middleOf(outer, inner);
  if (elbow !== null) {
    const crease = creaseAt(elbow, armpit === null ? shoulder : middleOf(shoulder, armpit), cuff);
    const piece = beyond(lies, crease, cuff);
    return { side, lies: piece, piece, ...turned(crease, side, outer, inner) };
  }
  return armpit === null
    ? null
    : { side, lies, piece: lies, ...turned(lineThrough(shoulder, armpit), side, outer, inner) };
}

function turned(crease: Line, side: Side, outer: Point, inner: Point): Pick<SleeveMove, 'map' | 'points'> {
  const map = reflectionAt(crease);
  return { map, points: cuffPoints(side, applyAffine(map, outer), applyAffine(map, inner)) };
}

function cuffPoints(side: Side, outer: Point, inner: Point): SleeveMove['points'] {
  return { [`cuff${side}Outer`]: outer, [`cuff${side}Inner`]: inner };
}

/** The other sleeve, mirrored onto this side's arm hole; null where that one does not lie spread out, or points are not told. */
function mirroredMove(seen: ReadCutOut, side: Side, lies: PlaneF32 | null): SleeveMove | null {
  const other = side === 'Left' ? 'Right' : 'Left';
  if (seen.read.answers[`sleeve${other}`].value !== 'spread') return null;
  const piece = sleevePiece(seen, other);
  const from = [sureIn(seen, `shoulder${other}`), sureIn(seen, `armpit${other}`)] as const;
  const to = [sureIn(seen, `shoulder${side}`), sureIn(seen, `armpit${side}`)] as const;
  const cuff = [sureIn(seen, `cuff${other}Outer`), sureIn(seen, `cuff${other}Inner`)] as const;
  if (piece === null || !isTold(from) || !isTold(to) || !isTold(cuff)) return null;
  const map = mirrorOnto(from, to);
  return { side, lies, piece, map, points: cuffPoints(side, applyAffine(map, cuff[0]), applyAffine(map, cuff[1])) };
}

const isTold = (points: Pair<Point | null>): points is Pair<Point> => !points.includes(null);

/** A point in the cut-out, null where the reader hardly tells it. */
function sureIn(seen: ReadCutOut, name: GarmentPoint): Point | null {
  const point = seen.read.points[name];
  return point.confidence < POINT_SURE ? null : inCutOut(seen, point);
}

function inCutOut({ place }: ReadCutOut, { x, y }: Point): Point {
  return { x: (x - place.origin.x) * place.scale, y: (y - place.origin.y) * place.scale };
}

/** Where a sleeve lies in the cut-out, drawn along the picture's edges; null where hardly any is seen. */
function sleevePiece({ rgba, place, read }: ReadCutOut, side: Side): PlaneF32 | null {
  const seen = largestComponent(partOver(read, `sleeve${side}`, place, rgba));
  const radius = Math.max(2, Math.round(EDGE.radius * rgba.height));
  const drawn = guidedFilter(rgba, seen, radius, EDGE.eps, 2);
  let area = 0;
  for (let i = 0; i < drawn.data.length; i++) {
    const t = Math.max(0, Math.min(1, (drawn.data[i] - EDGE.from) / (EDGE.to - EDGE.from)));
    drawn.data[i] = (t * t * (3 - 2 * t) * rgba.data[4 * i + 3]) / 255;
    area += drawn.data[i];
  }
  return area < SMALLEST * drawn.data.length ? null : drawn;
}

/** A line: a point of it, and its unit direction. */
interface Line {
  readonly at: Point;
  readonly along: Point;
}

const middleOf = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

function lineThrough(a: Point, b: Point): Line {
  return { at: a, along: unit({ x: b.x - a.x, y: b.y - a.y }) };
}

function unit({ x, y }: Point): Point {
  const length = Math.max(1e-6, Math.hypot(x, y));
  return { x: x / length, y: y / length };
}

/** Flat cloth that turns at an elbow is creased there: mirrored at the crease the lower half goes on where the upper one leads. */
function creaseAt(elbow: Point, root: Point, cuff: Point): Line {
  const upper = unit({ x: elbow.x - root.x, y: elbow.y - root.y });
  const lower = unit({ x: cuff.x - elbow.x, y: cuff.y - elbow.y });
  const sum = { x: upper.x + lower.x, y: upper.y + lower.y };
  const along = Math.hypot(sum.x, sum.y) < 0.2 ? { x: -upper.y, y: upper.x } : unit(sum);
  return { at: elbow, along };
}

function reflectionAt({ at, along: { x, y } }: Line): Affine {
  const [a, b] = [2 * x * x - 1, 2 * x * y];
  return [a, b, at.x - a * at.x - b * at.y, b, -a, at.y - b * at.x + a * at.y];
}

/** The mirror image that takes two points to two others. */
function mirrorOnto([a, b]: Pair<Point>, [c, d]: Pair<Point>): Affine {
  // z → w · conj(z) + t, as complex numbers
  const [px, py] = [b.x - a.x, -(b.y - a.y)];
  const [qx, qy] = [d.x - c.x, d.y - c.y];
  const size = Math.max(1e-6, px * px + py * py);
  const [wx, wy] = [(qx * px + qy * py) / size, (qy * px - qx * py) / size];
  return [wx, wy, c.x - wx * a.x - wy * a.y, wy, -wx, c.y - wy * a.x + wx * a.y];
}

/** What of a folded sleeve lies on the cuff's side of the line across its crease: the part that turns over. */
function beyond(piece: PlaneF32, { at, along: across }: Line, cuff: Point): PlaneF32 {
  const { width, height, data } = piece;
  const out = createPlane(width, height);
  const side = (x: number, y: number): number => (x - at.x) * across.x + (y - at.y) * across.y;
  const sign = Math.sign(side(cuff.x, cuff.y)) || 1;
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++)
      out.data[i] = data[i] * Math.max(0, Math.min(1, sign * side(x + 0.5, y + 0.5) + 0.5));
  return out;
}

/** The cut-out without its folded sleeves: painted where the body goes on below them, clear elsewhere. */
function withoutSleeves(seen: ReadCutOut, moves: readonly SleeveMove[]): RasterU8 {
  const { rgba } = seen;
  const gone = createPlane(rgba.width, rgba.height);
  for (const { lies } of moves)
    if (lies !== null) for (const [i, value] of lies.data.entries()) gone.data[i] = Math.max(gone.data[i], value);
  const around = dilate(gone, Math.max(1, Math.round(SHADOW * rgba.height)));
  const body = bodyOf(seen);
  const matte = alphaPlane(rgba);
  const torso = partOver(seen.read, 'torso', seen.place, rgba);
  const hole = createPlane(rgba.width, rgba.height);
  for (let i = 0; i < hole.data.length; i++) {
    const isBelow = around.data[i] > 0.02 && matte.data[i] > 0.02;
    if (!isBelow) continue;
    if (body.data[i] > 0.5) hole.data[i] = 1;
    else if (gone.data[i] > 0.02 || torso.data[i] < 0.5) matte.data[i] = 0;
  }
  const known = createPlane(rgba.width, rgba.height);
  for (let i = 0; i < known.data.length; i++) known.data[i] = matte.data[i] > 0.97 && hole.data[i] === 0 ? 1 : 0;
  const filled = fillByPatches(dropAlpha(rgba), hole, known);
  const out = createRaster(rgba.width, rgba.height, 4);
  for (let i = 0; i < hole.data.length; i++) {
    for (let c = 0; c < 3; c++) out.data[4 * i + c] = filled.data[3 * i + c];
    out.data[4 * i + 3] = Math.round(255 * matte.data[i]);
  }
  return out;
}

/** 1 where the body lies or must go on below a sleeve: between the lines from shoulders over armpits to the hem's corners. */
function bodyOf(seen: ReadCutOut): PlaneF32 {
  const { rgba, read } = seen;
  const plane = createPlane(rgba.width, rgba.height);
  const edges = SIDES.map((side) =>
    (['shoulder', 'armpit', 'hem'] as const).map((name) => inCutOut(seen, read.points[`${name}${side}`])),
  );
  for (let y = 0; y < plane.height; y++) {
    const [from, to] = edges.map((edge) => columnAt(edge, y + 0.5));
    const until = Math.min(plane.width, Math.round(Math.max(from, to)));
    for (let x = Math.max(0, Math.round(Math.min(from, to))); x < until; x++) plane.data[y * plane.width + x] = 1;
  }
  return plane;
}

/** Column in which a line that runs down crosses a row; beyond its ends that of the nearer end. */
function columnAt(line: readonly Point[], y: number): number {
  if (y <= line[0].y) return line[0].x;
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1], line[i]];
    if (y <= b.y) return a.x + ((b.x - a.x) * (y - a.y)) / Math.max(1e-6, b.y - a.y);
  }
  return line[line.length - 1].x;
}

/** Puts the moved sleeves beside the body, on a canvas that holds all of it. */
function laidOut(seen: ReadCutOut, body: RasterU8, moves: readonly SleeveMove[]): ReadCutOut {
  const { rgba, place, read } = seen;
  const reach = moves.flatMap(({ piece, map }) => cornersOf(piece).map((corner) => applyAffine(map, corner)));
  const left = Math.floor(Math.min(0, ...reach.map(({ x }) => x))) - 2;
  const top = Math.floor(Math.min(0, ...reach.map(({ y }) => y))) - 2;
  const width = Math.ceil(Math.max(rgba.width, ...reach.map(({ x }) => x))) + 2 - left;
  const height = Math.ceil(Math.max(rgba.height, ...reach.map(({ y }) => y))) + 2 - top;
  const colour = createRaster(width, height, 3);
  const matte = createPlane(width, height);
  const shift: Affine = [1, 0, left, 0, 1, top];
  for (const { piece, map } of moves) {
    const back = compose(invertAffine(map), shift);
    lay(
      colour,
      matte,
      sampleAffine(dropAlpha(rgba), back, width, height),
      samplePlaneAffine(piece, back, width, height, 'zero'),
    );
  }
  lay(
    colour,
    matte,
    sampleAffine(dropAlpha(body), shift, width, height),
    samplePlaneAffine(alphaPlane(body), shift, width, height, 'zero'),
  );
  const packed = packCutOut(colour, matte);
  const at = { x: left + packed.origin.x, y: top + packed.origin.y };
  return {
    rgba: packed.rgba,
    place: {
      origin: { x: place.origin.x + at.x / place.scale, y: place.origin.y + at.y / place.scale },
      scale: place.scale * packed.scale,
    },
    read,
  };
}

/** Corners of the box of what is set. */
function cornersOf({ width, height, data }: PlaneF32): Point[] {
  let [x0, x1, y0, y1] = [width, 0, height, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[y * width + x] < 0.02) continue;
      [x0, x1, y0, y1] = [Math.min(x0, x), Math.max(x1, x + 1), Math.min(y0, y), y + 1];
    }
  }
  return [x0, x1].flatMap((x) => [y0, y1].map((y) => ({ x, y })));
}

const compose = ([a, b, c, d, e, f]: Affine, [p, q, r, s, t, u]: Affine): Affine => [
  a * p + b * s,
  a * q + b * t,
  a * r + b * u + c,
  d * p + e * s,
  d * q + e * t,
  d * r + e * u + f,
];

/** Lays a picture over another by its matte. */
function lay(colour: RasterU8, matte: PlaneF32, over: RasterU8, cover: PlaneF32): void {
  for (let i = 0; i < cover.data.length; i++) {
    const a = cover.data[i];
    if (a <= 0) continue;
    const whole = a + matte.data[i] * (1 - a);
    const share = a / Math.max(1e-6, whole);
    for (let c = 0, k = 3 * i; c < 3; c++, k++) colour.data[k] += share * (over.data[k] - colour.data[k]);
    matte.data[i] = whole;
  }
}

/** What the reader says, with the moved sleeves' points where they lie now; all that were folded count as spread. */
function withMoved(
  { read, place: { origin, scale } }: ReadCutOut,
  folded: readonly Side[],
  moves: readonly SleeveMove[],
): GarmentRead {
  const points: Record<GarmentPoint, ReadPoint> = { ...read.points };
  for (const move of moves) {
    for (const name of [`cuff${move.side}Outer`, `cuff${move.side}Inner`] as const) {
      const at = move.points[name];
      if (at === undefined) continue;
      const confidence = Math.max(POINT_MOVED, points[name].confidence);
      points[name] = { x: origin.x + at.x / scale, y: origin.y + at.y / scale, confidence, presence: 1 };
    }
  }
  const spread = { value: 'spread', probability: 1 } as const;
  const answers = {
    ...read.answers,
    sleeveLeft: folded.includes('Left') ? spread : read.answers.sleeveLeft,
    sleeveRight: folded.includes('Right') ? spread : read.answers.sleeveRight,
  };
  return { ...read, points, answers };
}

/** Points that were moved lie where the sleeve was laid: they lead geometry, but tell that the sleeve was not seen so. */
const POINT_MOVED = 0.25;
