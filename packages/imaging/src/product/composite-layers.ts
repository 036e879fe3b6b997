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
  /** How much of `under` is body, 0…1; the rest is `background`. */
  readonly body: PlaneF32;
  readonly under: RasterU8;
  readonly spread: RasterU8;
  readonly background: RasterU8;
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
  readonly garmentRamp: readonly [number, number];
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
  readonly garment: RasterU8;
  readonly garmentBox: Box;
  readonly layers: Layers;
  readonly light: LayerLight;
  /** Work pixels per photo pixel. */
  readonly scale: number;
  readonly look: LayerLook;
  /** Noise, 256 × 256. */
  readonly tile: Float32Array;
  /** The spans that may change in a row; everything else is copied. */
  readonly spans: (y: number) => readonly LayerSpan[];
  /** Writes red, green, blue and 1 for the columns of a span whose background has more detail than its layer; null where none has. */
  readonly detail: ((y: number, from: number, to: number, into: Float32Array) => void) | null;
}

/** Rows of the photo processed at a time: together with their layers they fit into the processor's second-level cache. */
const STRIP_ROWS = 32;
/** Bytes per column of mixed work rows, and per column of their light. */
const MIXED_COLUMN_BYTES = 64;
const LIGHT_COLUMN_BYTES = 8;

/**
 * Composes the layers over the photo at its own resolution: the fill behind the old garment, the garment with its light, limbs, and what
 * stays of the photo in front. Pixels outside the spans are copied byte for byte.
 *
 * Cost: about 3 ns per pixel of solid spans, 20 of others. Source: assembly/product/composite-layers.ts.
 */
export function compositeLayers(stack: LayerStack): void {
  const { photo, image, box } = stack;
  const pitch = 3 * photo.width;
  const loaded = loadStack(stack);
  const copyRows = (from: number, to: number): void => {
    if (photo !== image) image.data.set(photo.data.subarray(from * pitch, to * pitch), from * pitch);
  };
  copyRows(0, box.y);
  for (let from = 0; from < box.height; from += STRIP_ROWS) {
    const to = Math.min(box.height, from + STRIP_ROWS);
    const spans = Array.from({ length: to - from }, (_, n) => stack.spans(from + n));
    if (spans.every((row) => row.length === 0)) copyRows(box.y + from, box.y + to);
    else compositeStrip(stack, loaded, from, spans);
  }
  copyRows(box.y + box.height, photo.height);
}

/** A layer's rows of one strip in the kernels' memory. */
interface LoadedRows {
  readonly source: PlaneF32 | RasterU8;
  /** Bytes per row. */
  readonly pitch: number;
  readonly at: number;
}

const rowOf = ({ at, pitch }: LoadedRows, row: number): number => at + row * pitch;

/** Where each photo column reads along a mixed row. */
interface Columns {
  readonly starts: number;
  readonly weights: number;
}

interface LoadedStack {
  readonly kernel: Kernels;
  readonly image: number;
  readonly edited: number;
  readonly noEdits: Uint8Array;
  readonly garment: number;
  /** In the order of {@link Layers}. */
  readonly layers: readonly LoadedRows[];
  readonly light: readonly LoadedRows[];
  readonly line: number;
  readonly lightLine: number;
  readonly columns: Columns;
  readonly lightColumns: Columns;
  readonly tile: number;
  readonly fine: number;
  readonly fineRow: Float32Array;
}

function loadStack({ image, box, garment, layers, light, scale, look, tile }: LayerStack): LoadedStack {
  const kernel = kernels();
  startKernels();
  const [limbLow, limbHigh] = look.limbRamp;
  const [garmentLow, garmentHigh] = look.garmentRamp;
  kernel.setLayers(look.trace, limbLow, limbHigh, garmentLow, garmentHigh, look.sheen, look.grain, look.skinGrain);
  const load = (source: PlaneF32 | RasterU8, rows: number): LoadedRows => {
    const pitch = source.data.byteLength / source.height;
    return { source, pitch, at: reserve(pitch * rows) };
  };
  const { removal, front, limbs, snap, body, under, spread, background } = layers;
  const rows = Math.ceil(STRIP_ROWS * scale) + 3;
  const noEdits = new Uint8Array(image.width * STRIP_ROWS);
  const fineRow = new Float32Array(4 * box.width);
  return {
    kernel,
    noEdits,
    fineRow,
    image: reserve(3 * image.width * STRIP_ROWS),
    edited: reserve(noEdits.length),
    garment: reserve(4 * garment.width * (STRIP_ROWS + 2)),
    layers: [removal, front, limbs, snap, body, under, spread, background].map((layer) => load(layer, rows)),
    light: [load(light.gain, rows), load(light.contact, rows)],
    line: reserve(MIXED_COLUMN_BYTES * (removal.width + 1)),
    lightLine: reserve(LIGHT_COLUMN_BYTES * (light.gain.width + 1)),
    columns: loadColumns(box.width, removal.width, scale, MIXED_COLUMN_BYTES),
    lightColumns: loadColumns(box.width, light.gain.width, scale / 2, LIGHT_COLUMN_BYTES),
    tile: copyIn(tile),
    fine: reserve(fineRow.byteLength),
  };
}

function loadColumns(count: number, width: number, scale: number, bytes: number): Columns {
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
  readonly garmentRow: number;
}

function compositeStrip(
  stack: LayerStack,
  loaded: LoadedStack,
  first: number,
  spans: readonly (readonly LayerSpan[])[],
): void {
  const { photo, image, edited, box, scale, layers, light, garment, garmentBox } = stack;
  const end = first + spans.length;
  const pitch = 3 * photo.width;
  const [from, to] = [(box.y + first) * pitch, (box.y + end) * pitch];
  copyTo(loaded.image, photo.data.subarray(from, to));
  copyTo(loaded.edited, loaded.noEdits.subarray(0, photo.width * spans.length));
  const strip: Strip = {
    first,
    workRow: copyRowsOf(loaded.layers, first, end, layers.removal.height, scale),
    lightRow: copyRowsOf(loaded.light, first, end, light.gain.height, scale / 2),
    garmentRow: Math.max(0, first - 1 - garmentBox.y),
  };
  const garmentEnd = Math.min(garment.height, end + 1 - garmentBox.y);
  if (garmentEnd > strip.garmentRow) {
    copyTo(loaded.garment, garment.data.subarray(4 * garment.width * strip.garmentRow, 4 * garment.width * garmentEnd));
  }
  spans.forEach((row, n) => {
    if (row.length > 0) compositeRow(stack, loaded, strip, first + n, row);
  });
  copyOut(loaded.image, image.data.subarray(from, to));
  copyOut(loaded.edited, edited.data.subarray((box.y + first) * photo.width, (box.y + end) * photo.width));
}

/** Copies the work rows around photo rows into the memory; returns the index of the first. */
function copyRowsOf(loaded: readonly LoadedRows[], from: number, to: number, height: number, scale: number): number {
  const first = rowAt(from, height, scale).row;
  const last = Math.min(height - 1, rowAt(to - 1, height, scale).row + 1);
  for (const { source, at } of loaded) {
    const pitch = source.data.length / source.height;
    copyTo(at, source.data.subarray(first * pitch, (last + 1) * pitch));
  }
  return first;
}

function compositeRow(
  stack: LayerStack,
  loaded: LoadedStack,
  strip: Strip,
  y: number,
  spans: readonly LayerSpan[],
): void {
  const { box, light, scale, photo } = stack;
  const n = y - strip.first;
  const lit = rowAt(y, light.gain.height, scale / 2);
  const [gain, contact] = loaded.light;
  const litRow = lit.row - strip.lightRow;
  const lightBelow = light.gain.height > 1 ? light.gain.width : 0;
  const [from, to] = columnsAround(spans[0].from, spans[spans.length - 1].to, scale / 2, light.gain.width);
  const { kernel, lightLine } = loaded;
  kernel.mixLightRow(lightLine, rowOf(gain, litRow), rowOf(contact, litRow), lightBelow, lit.t, from, to);
  const row: Row = {
    y,
    out: loaded.image + 3 * (n * photo.width + box.x),
    edited: loaded.edited + n * photo.width + box.x,
    garment:
      loaded.garment + 4 * ((y - stack.garmentBox.y - strip.garmentRow) * stack.garment.width - stack.garmentBox.x),
  };
  for (const span of spans) {
    if (span.isSolid) compositeSolidSpan(loaded, row, span);
    else compositeMixedSpan(stack, loaded, strip, row, span);
  }
}

/** Addresses of a row's column 0. */
interface Row {
  readonly y: number;
  readonly out: number;
  readonly edited: number;
  readonly garment: number;
}

/** The work columns needed to interpolate photo columns [from, to). */
function columnsAround(from: number, to: number, scale: number, width: number): [number, number] {
  return [
    Math.max(0, Math.min(width - 2, Math.floor((from + 0.5) * scale - 0.5))),
    Math.min(width, Math.floor((to - 0.5) * scale - 0.5) + 2),
  ];
}

function compositeSolidSpan(
  { kernel, lightLine, lightColumns }: LoadedStack,
  { out, edited, garment }: Row,
  span: LayerSpan,
): void {
  const { from, to } = span;
  kernel.compositeSolid(out, edited, garment, lightLine, lightColumns.starts, lightColumns.weights, from, to);
}

function compositeMixedSpan(
  stack: LayerStack,
  loaded: LoadedStack,
  strip: Strip,
  row: Row,
  { from, to }: LayerSpan,
): void {
  const { layers, scale, garmentBox, garment, detail } = stack;
  const { kernel, line, columns, lightColumns, fineRow } = loaded;
  const { row: workRow, t } = rowAt(row.y, layers.removal.height, scale);
  const below = layers.removal.height > 1 ? layers.removal.width : 0;
  const [first, end] = columnsAround(from, to, scale, layers.removal.width);
  const n = workRow - strip.workRow;
  const [removal, front, limbs, snap, body, under, spread, background] = loaded.layers;
  kernel.mixLayerRow({
    line,
    removal: rowOf(removal, n),
    front: rowOf(front, n),
    limbs: rowOf(limbs, n),
    snap: rowOf(snap, n),
    body: rowOf(body, n),
    under: rowOf(under, n),
    spread: rowOf(spread, n),
    background: rowOf(background, n),
    below,
    t,
    from: first,
    to: end,
  });
  if (detail !== null) {
    fineRow.fill(0, 4 * from, 4 * to);
    detail(row.y, from, to, fineRow);
    copyTo(loaded.fine + 16 * from, fineRow.subarray(4 * from, 4 * to));
  }
  const v = row.y - garmentBox.y;
  const edge = v < 0 || v >= garment.height ? 2 : v === 0 || v === garment.height - 1 ? 1 : 0;
  kernel.compositeMixed({
    out: row.out,
    edited: row.edited,
    garment: row.garment,
    pitch: 4 * garment.width,
    first: garmentBox.x,
    last: garmentBox.x + garment.width,
    edge,
    light: loaded.lightLine,
    lightStarts: lightColumns.starts,
    lightWeights: lightColumns.weights,
    line,
    starts: columns.starts,
    weights: columns.weights,
    tile: loaded.tile + 1024 * (row.y & 255),
    fine: detail === null ? 0 : loaded.fine,
    from,
    to,
  });
}
