import { copyIn, copyOut, copyTo, kernels, reserve, startKernels, type Kernels } from '../memory/kernels';
import type { Box, PlaneF32, RasterU8 } from '../core/raster';

/** Layers of a composition, back to front, all of work size. */
export interface Layers {
  /** How far `under` replaces the photo, 0…1. */
  readonly removal: PlaneF32;
  /** How much of the photo stays in front of everything, 0…1. */
  readonly front: PlaneF32;
  /** How much of `under` is in front of the garment, 0…1. */
  readonly limbs: PlaneF32;
  /** How far `spread` extends the garment beyond its outline, 0…1. */
  readonly snap: PlaneF32;
  /** How much of `under` is body, 0…1; the rest is `ground`. */
  readonly body: PlaneF32;
  readonly under: RasterU8;
  readonly spread: RasterU8;
  readonly ground: RasterU8;
}

/** Factors on the garment's colours, and the darkening around it, at half the work size. */
export interface LayerLight {
  readonly gain: PlaneF32;
  readonly contact: PlaneF32;
}

export interface LayerLook {
  /** Coverage, 0…1, below which a pixel keeps the photo's colour. */
  readonly trace: number;
  /** Ramps that sharpen the outlines of painted limbs and of the garment: 0 below the first, 1 above the second. */
  readonly limbRamp: readonly [number, number];
  readonly clothRamp: readonly [number, number];
  /** How much light, in levels, black fabric reflects: it follows the shading although its own colour is 0. */
  readonly sheen: number;
  /** Standard deviation of the noise on invented background and on invented skin, in levels. */
  readonly grain: number;
  readonly skinGrain: number;
}

/** Columns [from, to) of a row. Solid: only the garment's opaque inside, no other layer. */
export interface LayerSpan {
  readonly isSolid: boolean;
  readonly from: number;
  readonly to: number;
}

export interface LayerStack {
  /** RGB pictures of one size: the input (may be `image`), the output, and a single channel that is set to 1 where they differ. */
  readonly photo: RasterU8;
  readonly image: RasterU8;
  readonly edited: RasterU8;
  /** The part of the photo that the layers cover; everything below is relative to its corner. */
  readonly box: Box;
  /** The garment, RGBA, and its position. */
  readonly cloth: RasterU8;
  readonly clothBox: Box;
  readonly layers: Layers;
  readonly light: LayerLight;
  /** Work pixels per photo pixel. */
  readonly scale: number;
  readonly look: LayerLook;
  /** Noise, 256 × 256. */
  readonly tile: Float32Array;
  /** The spans that may change in a row; everything else is copied. */
  readonly spans: (y: number) => readonly LayerSpan[];
}

/** Rows of the photo processed at a time: together with their layers they fit into the processor's second-level cache. */
const STRIP = 32;
/** Bytes per column of mixed work rows, and per column of their light. */
const COLUMN = 64;
const LIGHT = 8;

/**
 * Composes the layers over the photo at its own resolution: the fill behind the old garment, the garment with its light, limbs, and what
 * stays of the photo in front. Pixels outside the spans are copied byte for byte.
 *
 * Cost: about 3 ns per pixel of solid spans, 20 of others. Source: assembly/product/lay-layers.ts.
 */
export function layLayers(stack: LayerStack): void {
  const { photo, image, box } = stack;
  const pitch = 3 * photo.width;
  const held = holdStack(stack);
  const copyRows = (from: number, to: number): void => {
    if (photo !== image) image.data.set(photo.data.subarray(from * pitch, to * pitch), from * pitch);
  };
  copyRows(0, box.y);
  for (let from = 0; from < box.height; from += STRIP) {
    const to = Math.min(box.height, from + STRIP);
    const spans = Array.from({ length: to - from }, (_, n) => stack.spans(from + n));
    if (spans.every((row) => row.length === 0)) copyRows(box.y + from, box.y + to);
    else layStrip(stack, held, from, spans);
  }
  copyRows(box.y + box.height, photo.height);
}

/** A layer's rows of one strip in the kernels' memory. */
interface HeldRows {
  readonly source: PlaneF32 | RasterU8;
  /** Bytes per row. */
  readonly pitch: number;
  readonly at: number;
}

const rowOf = ({ at, pitch }: HeldRows, row: number): number => at + row * pitch;

/** Where each photo column reads along a mixed row. */
interface Columns {
  readonly starts: number;
  readonly weights: number;
}

interface Held {
  readonly kernel: Kernels;
  readonly image: number;
  readonly edited: number;
  readonly noEdits: Uint8Array;
  readonly cloth: number;
  /** In the order of {@link Layers}. */
  readonly layers: readonly HeldRows[];
  readonly light: readonly HeldRows[];
  readonly line: number;
  readonly lightLine: number;
  readonly columns: Columns;
  readonly lightColumns: Columns;
  readonly tile: number;
}

function holdStack({ image, box, cloth, layers, light, scale, look, tile }: LayerStack): Held {
  const kernel = kernels();
  startKernels();
  const [limbLow, limbHigh] = look.limbRamp;
  const [clothLow, clothHigh] = look.clothRamp;
  kernel.setLayers(look.trace, limbLow, limbHigh, clothLow, clothHigh, look.sheen, look.grain, look.skinGrain);
  const hold = (source: PlaneF32 | RasterU8, rows: number): HeldRows => {
    const pitch = source.data.byteLength / source.height;
    return { source, pitch, at: reserve(pitch * rows) };
  };
  const { removal, front, limbs, snap, body, under, spread, ground } = layers;
  const rows = Math.ceil(STRIP * scale) + 3;
  const noEdits = new Uint8Array(image.width * STRIP);
  return {
    kernel,
    noEdits,
    image: reserve(3 * image.width * STRIP),
    edited: reserve(noEdits.length),
    cloth: reserve(4 * cloth.width * (STRIP + 2)),
    layers: [removal, front, limbs, snap, body, under, spread, ground].map((layer) => hold(layer, rows)),
    light: [hold(light.gain, rows), hold(light.contact, rows)],
    line: reserve(COLUMN * (removal.width + 1)),
    lightLine: reserve(LIGHT * (light.gain.width + 1)),
    columns: holdColumns(box.width, removal.width, scale, COLUMN),
    lightColumns: holdColumns(box.width, light.gain.width, scale / 2, LIGHT),
    tile: copyIn(tile),
  };
}

function holdColumns(count: number, width: number, scale: number, bytes: number): Columns {
  const starts = new Int32Array(count);
  const weights = new Float32Array(count);
  for (let x = 0; x < count; x++) {
    const u = Math.max(0, Math.min(width - 1, (x + 0.5) * scale - 0.5));
    const left = Math.min(Math.max(0, width - 2), Math.floor(u));
    starts[x] = left * bytes;
    weights[x] = u - left;
  }
  return { starts: copyIn(starts), weights: copyIn(weights) };
}

/** The upper of the two work rows around a photo row, and the weight of the lower one. */
function rowAt(y: number, height: number, scale: number): { readonly row: number; readonly t: number } {
  const v = Math.max(0, Math.min(height - 1, (y + 0.5) * scale - 0.5));
  const row = Math.min(Math.max(0, height - 2), Math.floor(v));
  return { row, t: v - row };
}

/** The rows of one strip that the kernels read, and the index of the first. */
interface Strip {
  readonly first: number;
  readonly workRow: number;
  readonly lightRow: number;
  readonly clothRow: number;
}

function layStrip(stack: LayerStack, held: Held, first: number, spans: readonly (readonly LayerSpan[])[]): void {
  const { photo, image, edited, box, scale, layers, light, cloth, clothBox } = stack;
  const end = first + spans.length;
  const pitch = 3 * photo.width;
  const [from, to] = [(box.y + first) * pitch, (box.y + end) * pitch];
  copyTo(held.image, photo.data.subarray(from, to));
  copyTo(held.edited, held.noEdits.subarray(0, photo.width * spans.length));
  const strip: Strip = {
    first,
    workRow: copyRowsOf(held.layers, first, end, layers.removal.height, scale),
    lightRow: copyRowsOf(held.light, first, end, light.gain.height, scale / 2),
    clothRow: Math.max(0, first - 1 - clothBox.y),
  };
  const clothEnd = Math.min(cloth.height, end + 1 - clothBox.y);
  if (clothEnd > strip.clothRow) {
    copyTo(held.cloth, cloth.data.subarray(4 * cloth.width * strip.clothRow, 4 * cloth.width * clothEnd));
  }
  spans.forEach((row, n) => {
    if (row.length > 0) layRow(stack, held, strip, first + n, row);
  });
  copyOut(held.image, image.data.subarray(from, to));
  copyOut(held.edited, edited.data.subarray((box.y + first) * photo.width, (box.y + end) * photo.width));
}

/** Copies the work rows around photo rows into the memory; returns the index of the first. */
function copyRowsOf(held: readonly HeldRows[], from: number, to: number, height: number, scale: number): number {
  const first = rowAt(from, height, scale).row;
  const last = Math.min(height - 1, rowAt(to - 1, height, scale).row + 1);
  for (const { source, at } of held) {
    const pitch = source.data.length / source.height;
    copyTo(at, source.data.subarray(first * pitch, (last + 1) * pitch));
  }
  return first;
}

function layRow(stack: LayerStack, held: Held, strip: Strip, y: number, spans: readonly LayerSpan[]): void {
  const { box, light, scale, photo } = stack;
  const n = y - strip.first;
  const lit = rowAt(y, light.gain.height, scale / 2);
  const [gain, contact] = held.light;
  const litRow = lit.row - strip.lightRow;
  const lightBelow = light.gain.height > 1 ? light.gain.width : 0;
  const [from, to] = columnsAround(spans[0].from, spans[spans.length - 1].to, scale / 2, light.gain.width);
  const { kernel, lightLine } = held;
  kernel.mixLightRow(lightLine, rowOf(gain, litRow), rowOf(contact, litRow), lightBelow, lit.t, from, to);
  const row: Row = {
    y,
    out: held.image + 3 * (n * photo.width + box.x),
    edited: held.edited + n * photo.width + box.x,
    cloth: held.cloth + 4 * ((y - stack.clothBox.y - strip.clothRow) * stack.cloth.width - stack.clothBox.x),
  };
  for (const span of spans) {
    if (span.isSolid) laySolidSpan(held, row, span);
    else layMixedSpan(stack, held, strip, row, span);
  }
}

/** Addresses of a row's column 0. */
interface Row {
  readonly y: number;
  readonly out: number;
  readonly edited: number;
  readonly cloth: number;
}

/** The work columns needed to interpolate photo columns [from, to). */
function columnsAround(from: number, to: number, scale: number, width: number): [number, number] {
  return [
    Math.max(0, Math.min(width - 2, Math.floor((from + 0.5) * scale - 0.5))),
    Math.min(width, Math.floor((to - 0.5) * scale - 0.5) + 2),
  ];
}

function laySolidSpan({ kernel, lightLine, lightColumns }: Held, { out, edited, cloth }: Row, span: LayerSpan): void {
  const { from, to } = span;
  kernel.laySolid(out, edited, cloth, lightLine, lightColumns.starts, lightColumns.weights, from, to);
}

function layMixedSpan(stack: LayerStack, held: Held, strip: Strip, row: Row, { from, to }: LayerSpan): void {
  const { layers, scale, clothBox, cloth } = stack;
  const { kernel, line, columns, lightColumns } = held;
  const { row: workRow, t } = rowAt(row.y, layers.removal.height, scale);
  const below = layers.removal.height > 1 ? layers.removal.width : 0;
  const [first, end] = columnsAround(from, to, scale, layers.removal.width);
  const n = workRow - strip.workRow;
  const [removal, front, limbs, snap, body, under, spread, ground] = held.layers;
  kernel.mixLayerRow({
    line,
    removal: rowOf(removal, n),
    front: rowOf(front, n),
    limbs: rowOf(limbs, n),
    snap: rowOf(snap, n),
    body: rowOf(body, n),
    under: rowOf(under, n),
    spread: rowOf(spread, n),
    ground: rowOf(ground, n),
    below,
    t,
    from: first,
    to: end,
  });
  const v = row.y - clothBox.y;
  const edge = v < 0 || v >= cloth.height ? 2 : v === 0 || v === cloth.height - 1 ? 1 : 0;
  kernel.layMixed({
    out: row.out,
    edited: row.edited,
    cloth: row.cloth,
    pitch: 4 * cloth.width,
    first: clothBox.x,
    last: clothBox.x + cloth.width,
    edge,
    light: held.lightLine,
    lightStarts: lightColumns.starts,
    lightWeights: lightColumns.weights,
    line,
    starts: columns.starts,
    weights: columns.weights,
    tile: held.tile + 1024 * (row.y & 255),
    from,
    to,
  });
}
