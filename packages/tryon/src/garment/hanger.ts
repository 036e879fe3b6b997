import { close, createPlane, deltaE76, dilate, floodFill, largestComponent, open } from '@drape/imaging';
import type { Lab, PlaneF32, Point } from '@drape/imaging';
import { dropBar } from './hanger-bar';
import { boundsOf } from './matte-shape';
import { medianColour } from './median-colour';

/** The topmost rows, as a share of the garment's height, that can only be a hanger's head … */
const HEAD_ROWS = 0.015;
/** … where they span at most this share of the garment's width: collars and straps are wider apart. */
const HEAD_SPAN = 0.24;
/** Clips stand up beside the head and as high; between them and it lies nothing over at least this share of the garment's width. */
const CLIPS_SPAN = 0.97;
const CLIPS_APART = 0.1;
/** What remains of a hanger after its head is gone may span this much. */
const REST_SPAN = 0.7;
/** Hangers are metal, black, white or grey; coloured collars stay. */
const CHROMA_MAX = 14;
/** Lab distance of the head from the fabric below, and within the hanger itself. */
const UNLIKE_FABRIC = 24;
const LIKE_HEAD = 17;
/** Wire, head, bar and clips. */
const PARTS_MAX = 5;
/** A hanger ends above this share of the garment's height and has at most this share of its area. */
const REACH = 0.22;
const AREA_MAX = 0.08;

/**
 * Removes a hanger whose head rises from the middle of the garment: the head, and what of its bar and clips has the same colour. With
 * `clips` also one whose clips hold a waistband's two ends.
 *
 * Layout: `lab` HWC float. Space: the shape has its pixels. Returns the shape itself where no hanger is seen.
 */
export function dropHanger(lab: Float32Array, shape: PlaneF32, { clips = false } = {}): PlaneF32 {
  let left = shape;
  let last: Lab | null = null;
  let clipped = false;
  for (let part = 0; part < PARTS_MAX; part++) {
    const found: Part | null = findPart(lab, left, last, clips);
    if (found === null) break;
    left = without(left, found.pixels);
    clipped ||= found.parted;
    last = found.colour;
  }
  const bare = clips ? dropBar(lab, left) : left;
  if (bare !== left) return withoutStubs(bare, CLIP);
  return clipped ? withoutStubs(bare, STUB) : bare;
}

/** What stands up thinner than this to each side, in garment widths, where clips were: their soft edges, the ground beside them … */
const STUB = 0.05;
/** Half the width of a whole clip, which stands up where a bar was cut off. */
const CLIP = 0.07;
/** … but for the corners of the waistband, this share of it. */
const CORNER = 0.4;

function withoutStubs(shape: PlaneF32, stub: number): PlaneF32 {
  const box = boundsOf(shape);
  const radius = Math.max(2, Math.round(stub * box.width));
  const solid = dilate(open(shape, radius, 0.5), Math.round(CORNER * radius));
  const until = Math.round(box.y + REACH * box.height) * shape.width;
  const out = { ...shape, data: shape.data.slice() };
  for (let i = 0; i < until; i++) if (solid.data[i] < 0.5) out.data[i] = 0;
  return out;
}

interface Part {
  readonly pixels: PlaneF32;
  readonly colour: Lab;
  /** It was seen by its clips, not by its head alone. */
  readonly parted: boolean;
}

function without(shape: PlaneF32, pixels: PlaneF32): PlaneF32 {
  const gone = dilate(pixels, 2);
  const out = createPlane(shape.width, shape.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = gone.data[i] > 0.5 ? 0 : shape.data[i];
  return out;
}

/** One part of one colour: the wire of the hook, the head under it, a clip. What has the last part's colour may be wider. */
function findPart(lab: Float32Array, shape: PlaneF32, last: Lab | null, clips: boolean): Part | null {
  const { width, height, data } = shape;
  const box = boundsOf(shape);
  if (box.width < 16 || box.height < 16) return null;
  const head = pixelsBetween(shape, box.y, box.y + Math.max(2, Math.round(box.height * HEAD_ROWS)));
  if (head.at.length < 4) return null;
  const colour = medianColour(lab, head.at);
  const same = last !== null && deltaE76(colour, last) < LIKE_HEAD;
  const broad = head.span > (same ? REST_SPAN : HEAD_SPAN) * box.width;
  const parted = clips && broad && head.span < CLIPS_SPAN * box.width && head.gap > CLIPS_APART * box.width;
  if (broad && !parted) return null;
  const fabric = medianColour(
    lab,
    pixelsBetween(shape, box.y + Math.round(box.height * 0.3), box.y + Math.round(box.height * 0.45)).at,
  );
  if (deltaE76(colour, fabric) < UNLIKE_FABRIC || Math.hypot(colour[1], colour[2]) > CHROMA_MAX) return null;
  const limit = box.y + box.height * REACH;
  const like = createPlane(width, height);
  for (let i = 0; i < Math.min(data.length, Math.ceil(limit) * width); i++) {
    if (data[i] > 0.3 && deltaE76([lab[3 * i], lab[3 * i + 1], lab[3 * i + 2]], colour) < LIKE_HEAD) like.data[i] = 1;
  }
  const thick = dilate(open(like, same || last === null ? 1 : 2), 1);
  const seeds: Point[] = head.at.map((i) => ({ x: i % width, y: Math.floor(i / width) }));
  const hanger = floodFill(thick, seeds, (value) => value > 0.5);
  const found = boundsOf(hanger);
  let area = 0;
  let whole = 0;
  for (let i = 0; i < data.length; i++) {
    area += hanger.data[i];
    whole += data[i];
  }
  const ends = found.y + found.height < limit - 1;
  return area < 4 || area > AREA_MAX * whole || !ends ? null : { pixels: hanger, colour, parted };
}

/** How far a hanger's soft edges reach beyond it, in pixels. */
const SOFT_EDGE = 2;

/**
 * A shape that was judged anew, without what had been dropped as a hanger, its soft edges too, though dark cloth has its colour; and
 * without what this parts from the garment: a head between two clips hangs in the air.
 *
 * Space: `before` and `after` the drop have the shape's pixels.
 */
export function keptOff(shape: PlaneF32, before: PlaneF32, after: PlaneF32): PlaneF32 {
  const left = { ...shape, data: shape.data.slice() };
  if (after !== before) {
    const dropped = createPlane(shape.width, shape.height);
    for (let i = 0; i < dropped.data.length; i++) dropped.data[i] = before.data[i] > 0.3 && after.data[i] < 0.3 ? 1 : 0;
    const edges = dilate(dropped, SOFT_EDGE);
    for (let i = 0; i < edges.data.length; i++) if (edges.data[i] > 0.5 && after.data[i] < 0.3) left.data[i] = 0;
  }
  const garment = dilate(largestComponent(left), SOFT_EDGE, 0.5);
  for (let i = 0; i < left.data.length; i++) if (garment.data[i] <= 0.5) left.data[i] = 0;
  return left;
}

/** Clips bite at most this deep and wide into a waistband, in garment widths. */
const BITE = 0.09;

/** What clips took out of a waistband: dents of the upper edge, 0 or 1. */
export function clipBites(shape: PlaneF32): PlaneF32 {
  const { width, height, data } = shape;
  const box = boundsOf(shape);
  const whole = close(shape, Math.max(2, Math.round(box.width * BITE)), 0.5);
  const bites = createPlane(width, height);
  const until = Math.min(height, Math.round(box.y + box.width * 2 * BITE));
  for (let i = box.y * width; i < until * width; i++) bites.data[i] = whole.data[i] > 0.5 && data[i] < 0.9 ? 1 : 0;
  return bites;
}

/** Opaque pixels of the rows [from, to), the columns that they span, and the widest gap between these. */
function pixelsBetween(
  { width, data }: PlaneF32,
  from: number,
  to: number,
): { at: number[]; span: number; gap: number } {
  const at: number[] = [];
  const covered = new Uint8Array(width);
  let left = width;
  let right = -1;
  for (let y = from; y < to; y++) {
    for (let x = 0; x < width; x++) {
      if (data[y * width + x] < 0.5) continue;
      at.push(y * width + x);
      covered[x] = 1;
      if (x < left) left = x;
      if (x > right) right = x;
    }
  }
  const span = Math.max(0, right - left + 1);
  let [gap, empty] = [0, 0];
  for (let x = left; x <= right; x++) {
    empty = covered[x] === 1 ? 0 : empty + 1;
    gap = Math.max(gap, empty);
  }
  return { at, span, gap };
}
