import {
  connectedComponents,
  createPlane,
  createRaster,
  cropPlane,
  dilate,
  distanceToMask,
  pushPull,
} from '@drape/imaging';
import type { Box, PlaneF32, Point, RasterU8 } from '@drape/imaging';
import { distance, lerp } from './chain';
import { boundsOf } from './matte-shape';

/** All lengths in widths of the neckline. How far below the curve rests of tape or label are looked for, and the cloth is read. */
const BAND = 0.13;
const CLOTH: readonly [number, number] = [0.16, 0.3];
/** RGB distance from the cloth's median from which a pixel is foreign to it, and the share of such in cloth that is not plain. */
const FOREIGN = 60;
const PATTERNED = 0.12;
/** Of about so many pixels of the box some are cloth; fewer than the second tell nothing. */
const SAMPLES = 20_000;
const SAMPLES_LEAST = 50;
/** Largest rest, and all of them: what is larger is a neckband. */
const REST_MAX = 0.018;
const ALL_MAX = 0.04;
/** A rest begins at the cut, within this many pixels, and ends within the band, this share of it. */
const TOUCHES = 3.5;
const WITHIN = 0.9;
/** Pixels around the rests from which their new colours are grown. */
const AROUND = 16;

/**
 * Paints over what a cut neckline leaves of tape and label beside its ends, in plain cloth: small foreign spots at the cut.
 *
 * Space: `curve` as it was cut, in the raster's pixels. Aliasing: writes into `rgba`; alpha stays.
 */
export function mendNeckRests(rgba: RasterU8, curve: readonly Point[]): void {
  const span = distance(curve[0], curve[curve.length - 1]);
  if (span < 24) return;
  const box = boxOf(rgba, curve, CLOTH[1] * span);
  const far = distances(box, curve);
  const cloth = clothColour(rgba, box, far, span);
  if (cloth === null) return;
  const foreign = createPlane(box.width, box.height);
  const reach = BAND * span;
  for (let y = 0; y < box.height; y++) foreignRow(rgba, box, y, cloth, far.data, reach, foreign.data);
  const rests = smallRests(foreign, far, span);
  if (rests === null) return;
  const parts = boundsOf(rests);
  const x = Math.max(0, parts.x - AROUND);
  const y = Math.max(0, parts.y - AROUND);
  const width = Math.min(box.width, parts.x + parts.width + AROUND) - x;
  const height = Math.min(box.height, parts.y + parts.height + AROUND) - y;
  const part = { x, y, width, height };
  paint(rgba, { ...part, x: box.x + x, y: box.y + y }, cropPlane(rests, part));
}

/** Marks what is foreign to the cloth in a row of the box, nearer to the curve than `reach`. */
function foreignRow(
  { data, width }: RasterU8,
  box: Box,
  y: number,
  cloth: readonly number[],
  far: Float32Array,
  reach: number,
  foreign: Float32Array,
): void {
  const [r, g, b] = cloth;
  const most = FOREIGN * FOREIGN;
  for (let i = y * box.width, end = i + box.width, at = 4 * ((box.y + y) * width + box.x); i < end; i++, at += 4) {
    if (far[i] >= reach || data[at + 3] <= 128) continue;
    if ((data[at] - r) ** 2 + (data[at + 1] - g) ** 2 + (data[at + 2] - b) ** 2 > most) foreign[i] = 1;
  }
}

/** The garment around the curve, `margin` on all sides. */
function boxOf({ width, height }: RasterU8, curve: readonly Point[], margin: number): Box {
  const xs = curve.map((p) => p.x);
  const ys = curve.map((p) => p.y);
  const x = Math.max(0, Math.floor(Math.min(...xs) - margin));
  const y = Math.max(0, Math.floor(Math.min(...ys) - margin));
  return {
    ...{ x, y },
    width: Math.min(width, Math.ceil(Math.max(...xs) + margin)) - x,
    height: Math.min(height, Math.ceil(Math.max(...ys) + margin)) - y,
  };
}

/** Distance of each pixel of the box from the curve. */
function distances(box: Box, curve: readonly Point[]): PlaneF32 {
  const line = createPlane(box.width, box.height);
  for (let k = 1; k < curve.length; k++) {
    const steps = Math.max(1, Math.ceil(distance(curve[k - 1], curve[k])));
    for (let s = 0; s <= steps; s++) {
      const p = lerp(curve[k - 1], curve[k], s / steps);
      const x = Math.max(0, Math.min(box.width - 1, Math.floor(p.x) - box.x));
      const y = Math.max(0, Math.min(box.height - 1, Math.floor(p.y) - box.y));
      line.data[y * box.width + x] = 1;
    }
  }
  return distanceToMask(line, 0.5);
}

/** The median colour of the cloth a little below the curve; null where it is not plain or too little of it is seen. */
function clothColour(rgba: RasterU8, box: Box, far: PlaneF32, span: number): readonly number[] | null {
  const near: number[] = [];
  const { data, width } = rgba;
  const step = Math.max(1, Math.floor((box.width * box.height) / SAMPLES));
  for (let i = 0; i < far.data.length; i += step) {
    const y = Math.floor(i / box.width);
    const at = 4 * ((box.y + y) * width + box.x + i - y * box.width);
    if (data[at + 3] > 128 && far.data[i] > CLOTH[0] * span && far.data[i] < CLOTH[1] * span) near.push(at);
  }
  if (near.length < SAMPLES_LEAST) return null;
  const median = [0, 1, 2].map((c) => medianAt(data, near, c));
  let other = 0;
  for (const at of near) if (apart(data, at, median) > FOREIGN) other++;
  return other > PATTERNED * near.length ? null : median;
}

function medianAt(data: Uint8Array, pixels: readonly number[], c: number): number {
  const values = new Uint8Array(pixels.length);
  for (let n = 0; n < values.length; n++) values[n] = data[pixels[n] + c];
  return values.sort()[values.length >> 1];
}

const apart = (data: Uint8Array, at: number, colour: readonly number[]): number =>
  Math.hypot(data[at] - colour[0], data[at + 1] - colour[1], data[at + 2] - colour[2]);

/** Those foreign spots that are small, begin at the cut and end soon; null where there is none, or too many for rests. */
function smallRests(foreign: PlaneF32, far: PlaneF32, span: number): PlaneF32 | null {
  const { labels, areas } = connectedComponents(foreign, 0.5);
  if (areas.length === 0) return null;
  const [nearest, farthest] = [areas.map(() => Infinity), areas.map(() => 0)];
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] === 0) continue;
    nearest[labels[i] - 1] = Math.min(nearest[labels[i] - 1], far.data[i]);
    farthest[labels[i] - 1] = Math.max(farthest[labels[i] - 1], far.data[i]);
  }
  const isRest = areas.map(
    (area, c) => area < REST_MAX * span * span && nearest[c] < TOUCHES && farthest[c] < WITHIN * BAND * span,
  );
  const all = areas.reduce((sum, area, c) => sum + (isRest[c] ? area : 0), 0);
  if (all === 0 || all > ALL_MAX * span * span) return null;
  const rests = createPlane(foreign.width, foreign.height);
  for (let i = 0; i < labels.length; i++) rests.data[i] = labels[i] > 0 && isRest[labels[i] - 1] ? 1 : 0;
  return rests;
}

/** Grows the colours around the rests over them. */
function paint(rgba: RasterU8, box: Box, rests: PlaneF32): void {
  const near = dilate(rests, 3);
  const colours = createRaster(box.width, box.height, 3);
  const known = createPlane(box.width, box.height);
  for (let y = 0; y < box.height; y++) knownRow(rgba, box, y, near.data, colours.data, known.data);
  const grown = pushPull(colours, known);
  const over = dilate(rests, 2);
  for (let y = 0; y < box.height; y++) paintRow(rgba, box, y, over.data, grown.data);
}

/** Takes the colours of a row of the box, and which of them are known: those of opaque pixels away from the rests. */
function knownRow(
  { data, width }: RasterU8,
  box: Box,
  y: number,
  near: Float32Array,
  colours: Uint8Array,
  known: Float32Array,
): void {
  for (let i = y * box.width, end = i + box.width, at = 4 * ((box.y + y) * width + box.x); i < end; i++, at += 4) {
    if (data[at + 3] <= 128) continue;
    colours[3 * i] = data[at];
    colours[3 * i + 1] = data[at + 1];
    colours[3 * i + 2] = data[at + 2];
    known[i] = data[at + 3] > 250 && near[i] < 0.5 ? 1 : 0;
  }
}

function paintRow({ data, width }: RasterU8, box: Box, y: number, over: Float32Array, grown: Uint8Array): void {
  for (let i = y * box.width, end = i + box.width, at = 4 * ((box.y + y) * width + box.x); i < end; i++, at += 4) {
    if (over[i] <= 0) continue;
    data[at] = grown[3 * i];
    data[at + 1] = grown[3 * i + 1];
    data[at + 2] = grown[3 * i + 2];
  }
}
