import {
  type Box,
  boxBlur,
  createPlane,
  dilate,
  erode,
  type PlaneF32,
  type Point,
  type RasterU8,
  samplePlane,
  solidBox,
} from '@drape/imaging';
import { GARMENT_PARTS, type GarmentRead } from '../../ports';
import { clamp } from '../../geometry/numbers';

type Size = Pick<RasterU8, 'width' | 'height'>;

/** The reader draws outlines to within about a cell of its planes. A pixel is sure at this distance in cells from an outline … */
const SURE_DISTANCE_CELLS = 1.5;
/** … where nothing within it has a belief above the first value (outside the garment), or below the second (inside). */
const SURE_OUTSIDE_BELIEF_MAX = 0.3;
const SURE_INSIDE_BELIEF_MIN = 0.7;
/** Bounds nearer to 0 and 1 than this are decided; the reader's belief in between is kept twice as far from both. */
const DECIDED_MARGIN = 0.03;
/** Weight of the saliency beside the reader where neither is known to be better. */
const SALIENCY_WEIGHT = 0.5;
/** Radius within which the saliency is checked against what is decided, in long sides of the plane: some three cells of the reader. */
const CHECK_RADIUS = 0.03;

/**
 * Where the garment reader is sure: 1 the garment, including the inside of its back, 0 not the garment; near its outline, the reader's
 * belief.
 *
 * Space: covers the picture at the size of `like`.
 */
export function readBounds(read: GarmentRead, picture: Size, like: Size): PlaneF32 {
  const background = read.parts[GARMENT_PARTS.indexOf('background')];
  const outside = outsideOver(read, background, picture, like);
  const cell = (read.square.side / background.width) * (like.width / picture.width);
  const radius = Math.max(1, Math.round(SURE_DISTANCE_CELLS * cell));
  const [min, max] = [erode(outside, radius), dilate(outside, radius)];
  for (let i = 0; i < outside.data.length; i++) {
    const isInside = max.data[i] < 1 - SURE_INSIDE_BELIEF_MIN;
    const belief = 1 - outside.data[i];
    outside.data[i] =
      min.data[i] > 1 - SURE_OUTSIDE_BELIEF_MAX
        ? 0
        : isInside
          ? 1
          : clamp(belief, 2 * DECIDED_MARGIN, 1 - 2 * DECIDED_MARGIN);
  }
  return outside;
}

/**
 * A plane kept within bounds of the same size: where these are decided they replace it. In between both count, the plane as far as it is
 * right where it can be checked: a plane that takes the background between two legs for fabric is no evidence for the legs' edges.
 */
export function mixWithin(bounds: PlaneF32, plane: PlaneF32): PlaneF32 {
  const trust = saliencyTrust(bounds, plane);
  return heldWithin(bounds, plane, (i) => 1 - SALIENCY_WEIGHT * trust.data[i]);
}

/** A plane kept within bounds of the same size: where these are decided they replace it, else it stays. */
export function holdWithin(bounds: PlaneF32, plane: PlaneF32): PlaneF32 {
  return heldWithin(bounds, plane, () => 0);
}

/** `share` returns the weight of the bound at a pixel where it is not decided. */
function heldWithin(bounds: PlaneF32, plane: PlaneF32, share: (i: number) => number): PlaneF32 {
  const out = createPlane(plane.width, plane.height);
  for (let i = 0; i < out.data.length; i++) {
    const bound = bounds.data[i];
    out.data[i] = isDecided(bound) ? Math.round(bound) : plane.data[i] + share(i) * (bound - plane.data[i]);
  }
  return out;
}

/** 1 where a plane takes no decided background nearby for the garment, 0 where it does so for half of what is decided. */
function saliencyTrust(bounds: PlaneF32, plane: PlaneF32): PlaneF32 {
  const errors = createPlane(plane.width, plane.height);
  const checked = createPlane(plane.width, plane.height);
  for (let i = 0; i < errors.data.length; i++) {
    if (!isDecided(bounds.data[i])) continue;
    checked.data[i] = 1;
    errors.data[i] = Math.max(0, plane.data[i] - bounds.data[i]);
  }
  const radius = Math.max(1, Math.round(CHECK_RADIUS * Math.max(plane.width, plane.height)));
  const [wrong, all] = [boxBlur(errors, radius), boxBlur(checked, radius)];
  for (let i = 0; i < wrong.data.length; i++) {
    wrong.data[i] = all.data[i] === 0 ? 1 : Math.max(0, 1 - (2 * wrong.data[i]) / all.data[i]);
  }
  return wrong;
}

function isDecided(bound: number): boolean {
  return bound > 1 - DECIDED_MARGIN || bound < DECIDED_MARGIN;
}

/** The reader's belief, 0…1, in a part at a point of the picture; 0 where it did not look. */
export function partAt(read: GarmentRead, part: (typeof GARMENT_PARTS)[number], { x, y }: Point): number {
  const plane = read.parts[GARMENT_PARTS.indexOf(part)];
  const cells = plane.width / read.square.side;
  const [u, v] = [Math.floor((x - read.square.x) * cells), Math.floor((y - read.square.y) * cells)];
  return u < 0 || v < 0 || u >= plane.width || v >= plane.height ? 0 : plane.data[v * plane.width + u];
}

/** As {@link partAt}, interpolated between its cells. */
export function softPartAt(read: GarmentRead, part: (typeof GARMENT_PARTS)[number], { x, y }: Point): number {
  const plane = read.parts[GARMENT_PARTS.indexOf(part)];
  const cells = plane.width / read.square.side;
  const [u, v] = [(x - read.square.x) * cells, (y - read.square.y) * cells];
  return u < 0 || v < 0 || u > plane.width || v > plane.height ? 0 : samplePlane(plane, u, v);
}

/** The reader's belief in the background over a picture, at another size; 1 where the reader did not look. */
function outsideOver({ square }: GarmentRead, plane: PlaneF32, picture: Size, { width, height }: Size): PlaneF32 {
  const out = createPlane(width, height);
  const cells = plane.width / square.side;
  for (let y = 0, i = 0; y < height; y++) {
    const v = (((y + 0.5) * picture.height) / height - square.y) * cells;
    for (let x = 0; x < width; x++, i++) {
      const u = (((x + 0.5) * picture.width) / width - square.x) * cells;
      const isInside = u >= 0 && v >= 0 && u <= plane.width && v <= plane.height;
      out.data[i] = isInside ? samplePlane(plane, u, v) : 1;
    }
  }
  return out;
}

/** Where a garment stands out in its picture, in the picture's pixels; null where nothing does. */
export function seenIn(picture: Size, saliency: PlaneF32): Box | null {
  const { x, y, width, height } = solidBox(saliency);
  if (width === 0) return null;
  const [kx, ky] = [picture.width / saliency.width, picture.height / saliency.height];
  return { x: x * kx, y: y * ky, width: width * kx, height: height * ky };
}
