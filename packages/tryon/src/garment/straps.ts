import {
  close,
  connectedComponents,
  createPlane,
  dilate,
  erode,
  type Box,
  type PlaneF32,
  type Point,
} from '@drape/imaging';
import { boundsOf } from './matte-shape';

/** Straps rise at least this much, in heights of the garment, and from its upper edge. */
const RISE = 0.035;
/** … the taller of a pair twice as much: the ends of a hanger's bar are shorter. */
const TALL = 0.07;
/** Left and right ones lie so far from the middle, in widths of that edge; one is no less than this share of the other's height. */
const ASIDE = 0.1;
const ALIKE = 0.4;
/** What lies between them in the cloth's colour is a hanger's bar from this width on. */
const BAR = 0.3;
/** Rows that make the upper edge, and those that tell the cloth's colour, as shares of the garment's height. */
const EDGE_ROWS = 0.15;
const CLOTH_ROWS = 0.25;
/** Reach, in pixels of about 400, within which a strap's foot meets the garment, and over which breaks in it are closed. */
const FOOT = 3;
const BREAK = 2;
/** A strap that is lost near its foot is led on to the garment over so many pixels, this broad to each side. */
const BRIDGE = 16;
const BRIDGE_HALF = 1;
/** Pixels around a strap whose colour is the ground's. */
const BESIDE = 4;
/**
 * A strap is some pixels wide: its colour is this share of the cloth's at least, the rest of it the ground's, and off what these two mix
 * by so much at most (Lab). Source: 7 straps of 3 products .52–.84 and 3–12 off; a white rail before a white wall .35–.38.
 */
const CLOTH_LEAST = 0.45;
const OFF_MOST = 13;

/**
 * The garment with its straps, which are as thin as a hanger's hook and went with it: pieces of the cloth's colour that stand up in
 * pairs, one on either side. A hook stands alone; a hanger's arms meet under it, or its bar lies between its ends.
 *
 * Space: `lab` three numbers a pixel of both shapes; `whole` is the shape before hooks were dropped. Returns `unhooked` itself where no
 * pair is seen.
 */
export function withStraps(lab: Float32Array, whole: PlaneF32, unhooked: PlaneF32): PlaneF32 {
  const thin = createPlane(whole.width, whole.height);
  let any = false;
  for (let i = 0; i < thin.data.length; i++) {
    if (whole.data[i] < 0.5 || unhooked.data[i] >= 0.5) continue;
    thin.data[i] = 1;
    any = true;
  }
  if (!any) return unhooked;
  const body = boundsOf(unhooked);
  const { labels, boxes } = connectedComponents(close(thin, BREAK));
  const near = dilate(unhooked, FOOT, 0.5);
  const feet = boxes.map((box, n) => (standsUp(box, body) ? footOf(unhooked, near, labels, n + 1, box) : null));
  const edge = upperEdge(unhooked, body);
  const cloth = meanColour(lab, erode(unhooked, FOOT, 0.5), { ...body, height: Math.ceil(CLOTH_ROWS * body.height) });
  const pieces = boxes.map((box, n) => {
    const foot = feet[n];
    return foot !== null && isOfCloth(lab, whole, labels, n + 1, box, cloth) ? sideOf(foot, edge) : null;
  });
  const isBar = boxes.some(({ width }, n) => pieces[n] !== null && width > BAR * (edge.to - edge.from));
  const [left, right] = [-1, 1].map((side) => tallest(boxes.filter((box, n) => pieces[n] === side && isLong(box))));
  const isPair = Math.min(left, right) > ALIKE * Math.max(left, right) && Math.max(left, right) > TALL * body.height;
  if (isBar || !isPair) return unhooked;
  const isStrap = pieces.map((side, n) => side !== null && side !== 0 && isLong(boxes[n]));
  const out = { ...unhooked, data: unhooked.data.slice() };
  for (let i = 0; i < labels.length; i++) if (labels[i] > 0 && isStrap[labels[i] - 1]) out.data[i] = 1;
  feet.forEach((foot, n) => {
    if (foot !== null && isStrap[n]) bridge(out, foot);
  });
  return out;
}

/** Draws the line between a strap's end and the garment. */
function bridge({ width, data }: PlaneF32, { end, at }: Foot): void {
  const steps = Math.max(1, Math.abs(end.x - at.x), Math.abs(end.y - at.y));
  for (let s = 0; s <= steps; s++) {
    const y = Math.round(end.y + ((at.y - end.y) * s) / steps);
    const x = Math.round(end.x + ((at.x - end.x) * s) / steps);
    const from = y * width + Math.max(0, x - BRIDGE_HALF);
    data.fill(1, from, y * width + Math.min(width, x + BRIDGE_HALF + 1));
  }
}

/** Straps are longer than wide; what is left of a broad one's edge is not. */
const isLong = ({ width, height }: Box): boolean => height > width;

const tallest = (boxes: readonly Box[]): number => Math.max(0, ...boxes.map(({ height }) => height));

function standsUp(box: Box, body: Box): boolean {
  return box.height > RISE * body.height && box.y < body.y + RISE * body.height;
}

interface Span {
  /** Columns. */
  readonly from: number;
  readonly to: number;
}

/** −1 or 1 for a piece that stands on the left or the right alone, else 0. */
function sideOf(foot: Span, edge: Span): -1 | 0 | 1 {
  const middle = (edge.from + edge.to) / 2;
  const aside = ASIDE * (edge.to - edge.from);
  if (foot.to < middle - aside) return -1;
  return foot.from > middle + aside ? 1 : 0;
}

/** First and last column of the garment's topmost rows. */
function upperEdge({ width, data }: PlaneF32, body: Box): Span {
  let [from, to] = [width, 0];
  for (let y = body.y; y < body.y + EDGE_ROWS * body.height; y++) {
    for (let x = body.x; x < body.x + body.width; x++) {
      if (data[y * width + x] < 0.5) continue;
      from = Math.min(from, x);
      to = Math.max(to, x);
    }
  }
  return { from, to };
}

interface Foot extends Span {
  /** A strap's lowest pixel, and the garment's pixel next to it. */
  readonly end: Point;
  readonly at: Point;
}

/** Where a labelled piece meets the garment; null where it is too far from it. */
function footOf(unhooked: PlaneF32, near: PlaneF32, labels: Int32Array, n: number, box: Box): Foot | null {
  const { width } = unhooked;
  let [from, to] = [Number.POSITIVE_INFINITY, -1];
  let end: Point = { x: box.x, y: box.y };
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let x = box.x; x < box.x + box.width; x++) {
      if (labels[y * width + x] !== n) continue;
      end = { x, y };
      if (near.data[y * width + x] < 0.5) continue;
      from = Math.min(from, x);
      to = Math.max(to, x);
    }
  }
  const at = nearestTo(unhooked, end);
  if (at === null) return null;
  return to < from ? { end, at, from: at.x, to: at.x } : { end, at, from, to };
}

/** The shape's pixel nearest to a point, within the bridge's length. */
function nearestTo({ width, height, data }: PlaneF32, { x, y }: Point): Point | null {
  let best: Point | null = null;
  let least = BRIDGE ** 2;
  for (let v = Math.max(0, y - BRIDGE); v <= Math.min(height - 1, y + BRIDGE); v++) {
    for (let u = Math.max(0, x - BRIDGE); u <= Math.min(width - 1, x + BRIDGE); u++) {
      const off = (u - x) ** 2 + (v - y) ** 2;
      if (data[v * width + u] < 0.5 || off > least) continue;
      least = off;
      best = { x: u, y: v };
    }
  }
  return best;
}

type Colour = readonly [number, number, number];

/** Whether the colour of piece `n` lies between those of the cloth and of the ground around it, not too near to the ground's. */
function isOfCloth(
  lab: Float32Array,
  whole: PlaneF32,
  labels: Int32Array,
  n: number,
  box: Box,
  cloth: Colour,
): boolean {
  const piece = createPlane(whole.width, whole.height);
  for (let i = 0; i < labels.length; i++) if (labels[i] === n && whole.data[i] >= 0.5) piece.data[i] = 1;
  const around = {
    x: box.x - BESIDE,
    y: box.y - BESIDE,
    width: box.width + 2 * BESIDE,
    height: box.height + 2 * BESIDE,
  };
  const beside = dilate(piece, BESIDE);
  for (let i = 0; i < beside.data.length; i++) if (whole.data[i] > 0.1) beside.data[i] = 0;
  const [own, ground] = [meanColour(lab, piece, box), meanColour(lab, beside, around)];
  const way = cloth.map((v, c) => v - ground[c]);
  const length = Math.max(
    1,
    way.reduce((sum, v) => sum + v * v, 0),
  );
  const share = own.reduce((sum, v, c) => sum + (v - ground[c]) * way[c], 0) / length;
  const off = Math.hypot(...own.map((v, c) => v - ground[c] - share * way[c]));
  return share > CLOTH_LEAST && off < OFF_MOST;
}

function meanColour(lab: Float32Array, { width, height, data }: PlaneF32, box: Box): Colour {
  const sum = [0, 0, 0];
  let n = 0;
  for (let y = Math.max(0, box.y); y < Math.min(height, box.y + box.height); y++) {
    for (let x = Math.max(0, box.x); x < Math.min(width, box.x + box.width); x++) {
      const i = y * width + x;
      if (data[i] < 0.5) continue;
      for (let c = 0; c < 3; c++) sum[c] += lab[3 * i + c];
      n++;
    }
  }
  return [sum[0] / Math.max(1, n), sum[1] / Math.max(1, n), sum[2] / Math.max(1, n)];
}
